import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { cutText, didYouMean } from '@worldwire/server/kit';
import type { Written } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { LABEL } from './model/engine-classes.js';
import type { Actor, ModelObject } from './model/model-object.js';
import type { FunctionPlan, Property, Self } from './model/object-class.js';
import type { Project } from './model/project-model.js';
import { nameOf } from './model/sample-object-path.js';
import type { Handlers, SampleContext } from './sample-context.js';

/** Properties and functions of any object. */
export function objectOperations(
  context: SampleContext,
): Handlers<'property.read' | 'property.write' | 'function.call'> {
  const { project, log, changed } = context;
  return {
    'property.read': ({ object: path, property: name }) => {
      const object = project.object(path);
      if (name === undefined) return { value: object.all() };
      const property = propertyOf(object, name);
      return { value: object.get(property), type: property.type.name };
    },

    'property.write': ({ object: path, property: name, value }) => {
      const object = project.object(path);
      requireOpen(project, object);
      const property = propertyOf(object, name);
      const written = write(project, object, property, value);
      log.add('LogWorldwire', 'Log', `${object.path}.${property.name} is now ${shortly(written.after)}`);
      changed(object);
      return written;
    },

    'function.call': ({ object: path, function: name, arguments: given }) => {
      const object = project.object(path);
      requireOpen(project, object);
      const plan = functionOf(object, name);
      const inputs = inputsOf(plan, given, project);
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
  throw new UnrealError('invalid', message);
}

export function destroy({ project, log, changed }: SampleContext, actor: Actor): void {
  project.destroy(actor);
  log.add('LogEditorActor', 'Log', `Deleted Actor: ${actor.class.name} ${actor.path}`);
  changed(actor);
}

function propertyOf(object: ModelObject, name: string): Property {
  const isWanted = (property: Property) => property.name.toLowerCase() === name.toLowerCase();
  const found = object.class.properties.find(isWanted);
  if (found !== undefined) return found;
  const names = object.class.properties.map(each => each.name).join(', ');
  const owner = object.actor?.components.find(each => each.class.properties.some(isWanted));
  const near = didYouMean(
    name,
    object.class.properties.map(each => each.name),
  );
  const elsewhere = owner === undefined ? '' : ` ${owner.path} has ${name}.`;
  throw new UnrealError(
    'not-found',
    `${object.path} (${object.class.name}) has no property ${name}.${near} It has ${names || 'none'}.${elsewhere}`,
    'get_property without property returns all of them.',
  );
}

function write(
  project: Project,
  object: ModelObject,
  property: Property,
  value: JsonValue,
): Written<JsonValue> {
  const { name, type, fixed } = property;
  if (fixed) {
    const message = `${name} of ${object.path} can only be read. Write another property.`;
    throw new UnrealError('invalid', message);
  }
  const after = type.accept(value, project);
  if (after === undefined) {
    const message = `${name} is a ${type.name} and does not accept ${shortly(value)}. Send ${type.expects(project)}.`;
    throw new UnrealError('invalid', message);
  }
  if (property === LABEL && after === '') {
    throw new UnrealError('invalid', 'An actor needs a label. Send one with at least one character.');
  }
  const before = object.get(property);
  object.set(property, after);
  return { before, after: object.get(property) };
}

function functionOf(
  { path, class: { name: className, functions } }: ModelObject,
  name: string,
): FunctionPlan {
  const found = functions.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = functions.map(each => each.name).join(', ');
  const hint = names === '' ? 'Call a function of an actor or of a component.' : `The sample has ${names}.`;
  throw new UnrealError('not-found', `${path} (${className}) has no function ${name}. ${hint}`);
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
      throw new UnrealError('invalid', message);
    }
    inputs[name] = accepted;
  }
  const [unknown] = rest.values();
  if (unknown === undefined) return inputs;
  const names = plan.inputs.map(each => each.name).join(', ') || 'none';
  throw new UnrealError('invalid', `${plan.name} has no argument ${unknown.name}. It takes ${names}.`);
}

function selfOf(context: SampleContext, object: ModelObject, onWrite: () => void): Self {
  const { project, log } = context;
  const actor = object.actor as Actor;
  return {
    get: property => object.get(propertyOf(object, property)),
    set: (property, value) => {
      write(project, object, propertyOf(object, property), value);
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
