import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { cutText } from '@worldwire/server/kit';
import { nearestNames } from '../port/nearest.js';
import type { ParamsOf, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { LABEL } from './model/engine-classes.js';
import type { Actor, ModelObject } from './model/model-object.js';
import type { FunctionPlan, Property, Self } from './model/object-class.js';
import type { Project } from './model/project-model.js';
import { nameOf } from './model/sample-object-path.js';
import type { SampleContext } from './sample-context.js';
import type { SampleWrite } from './sample-write.js';

export function propertyWrite(
  { project, log, changed }: SampleContext,
  { object: path, property: name, value }: ParamsOf<'property.write'>,
): SampleWrite<ResultOf<'property.write'>> {
  const object = project.object(path);
  requireOpen(project, object);
  const property = propertyOf(object, name);
  const after = accepted(project, object, property, value);
  const before = object.get(property);
  return {
    plan: { before, after },
    apply: () => {
      object.set(property, after);
      log.add('LogWorldwire', 'Log', `${object.path}.${property.name} is now ${shortly(after)}`);
      changed(object);
      return { before, after: object.get(property) };
    },
  };
}

/** The effect of a function is known only after the call. */
export function functionWrite(
  context: SampleContext,
  { object: path, function: name, arguments: given }: ParamsOf<'function.call'>,
): SampleWrite<ResultOf<'function.call'>> {
  const { project, changed } = context;
  const object = project.object(path);
  requireOpen(project, object);
  const plan = functionOf(object, name);
  const inputs = inputsOf(plan, given, project);
  return {
    plan: { before: null, after: null },
    apply: () => {
      let wrote = false;
      const self = selfOf(context, object, () => {
        wrote = true;
      });
      const result = plan.run(self, inputs);
      if (wrote) changed(object);
      return { result };
    },
  };
}

/** An actor can only be changed while its level is open. */
export function requireOpen({ openLevel }: Project, { path, actor }: ModelObject): void {
  if (actor === undefined || actor.asset === openLevel.path) return;
  const message = `${path} is in the level ${actor.asset}, which is not open. Open that level first.`;
  throw new UnrealError('invalid', message, `open_level {"path":"${actor.asset}"} opens it.`);
}

export function destroy({ project, log, changed }: SampleContext, actor: Actor): void {
  project.destroy(actor);
  log.add('LogEditorActor', 'Log', `Deleted Actor: ${actor.class.name} ${actor.path}`);
  changed(actor);
}

export function propertyOf(object: ModelObject, name: string): Property {
  const isWanted = (property: Property) => property.name.toLowerCase() === name.toLowerCase();
  const found = object.class.properties.find(isWanted);
  if (found !== undefined) return found;
  const names = object.class.properties.map(each => each.name);
  const owner = object.actor?.components.find(each => each.class.properties.some(isWanted));
  const elsewhere = owner === undefined ? '' : ` ${owner.path} has ${name}.`;
  throw new UnrealError(
    'not-found',
    `${object.path} (${object.class.name}) has no property ${name}.${elsewhere}`,
    `${nearestNames(name, names, 'The properties are')} get_property without a property reads them all.`,
  );
}

/** The value in the form that the property keeps. */
function accepted(project: Project, object: ModelObject, property: Property, value: JsonValue): JsonValue {
  const { name, type, fixed } = property;
  if (fixed) {
    const message = `${name} of ${object.path} can only be read. Write another property.`;
    throw new UnrealError('invalid', message, 'get_property without a property lists the properties.');
  }
  const after = type.accept(value, project);
  if (after === undefined) {
    const message = `${name} is a ${type.name} and does not accept ${shortly(value)}. Send ${type.expects(project)}.`;
    throw new UnrealError('invalid', message, 'get_property shows the current value in the right form.');
  }
  if (property === LABEL && after === '') {
    const message = 'An actor needs a label. Send one with at least one character.';
    throw new UnrealError('invalid', message, 'Give such a text as value.');
  }
  return after;
}

function functionOf(
  { path, class: { name: className, functions } }: ModelObject,
  name: string,
): FunctionPlan {
  const found = functions.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = functions.map(each => each.name);
  throw new UnrealError(
    'not-found',
    `${path} (${className}) has no function ${name}.`,
    names.length === 0
      ? 'Call a function of an actor or of a component.'
      : nearestNames(name, names, 'Give one of these as function:'),
  );
}

/** The checked inputs by name, with the defaults of optional ones. */
function inputsOf(plan: FunctionPlan, given: JsonObject, project: Project): JsonObject {
  const rest = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  const inputs: JsonObject = {};
  for (const { name, type, initial } of plan.inputs) {
    const argument = rest.get(name.toLowerCase());
    rest.delete(name.toLowerCase());
    const accepted =
      argument === undefined && initial !== undefined ? initial : type.accept(argument?.value, project);
    if (accepted === undefined) {
      const problem = argument === undefined ? 'is missing' : `does not accept ${shortly(argument.value)}`;
      const message = `The argument ${name} of ${plan.name} ${problem}. Send ${type.expects(project)}.`;
      throw new UnrealError('invalid', message, `Give ${name} in arguments, by its name.`);
    }
    inputs[name] = accepted;
  }
  const [unknown] = rest.values();
  if (unknown === undefined) return inputs;
  const names = plan.inputs.map(each => each.name);
  throw new UnrealError(
    'invalid',
    `${plan.name} has no argument ${unknown.name}.`,
    names.length === 0
      ? 'Call it without arguments.'
      : nearestNames(unknown.name, names, 'The arguments are'),
  );
}

function selfOf(context: SampleContext, object: ModelObject, onWrite: () => void): Self {
  const { project, log } = context;
  const actor = object.actor as Actor;
  return {
    get: property => object.get(propertyOf(object, property)),
    set: (property, value) => {
      const found = propertyOf(object, property);
      object.set(found, accepted(project, object, found, value));
      onWrite();
    },
    part: component => selfOf(context, project.component(actor, component), onWrite),
    log: (text, verbosity = 'Log') =>
      log.add('LogBlueprintUserMessages', verbosity, `[${nameOf(object.path)}] ${text}`),
    destroy: () => destroy(context, actor),
  };
}

function shortly(value: JsonValue | undefined): string {
  return cutText(JSON.stringify(value) ?? 'nothing', 80);
}
