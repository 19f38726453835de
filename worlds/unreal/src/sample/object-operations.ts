import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Written } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { Handlers } from './handlers.js';
import type { LogBook } from './log-book.js';
import type { FunctionPlan, Self } from './model/function-plan.js';
import type { Property } from './model/property.js';
import { accept, expects, typeName } from './model/property-type.js';
import { bareName } from './object-path.js';
import type { Objects, SampleObject } from './objects.js';
import type { Stage, StageActor } from './stage.js';
import type { Teller } from './teller.js';

export interface ObjectParts {
  readonly objects: Objects;
  readonly stage: Stage;
  readonly log: LogBook;
  readonly teller: Teller;
  destroy(actor: StageActor): Promise<void>;
}

/** Properties and functions of whatever has a path. */
export function objectOperations(
  parts: ObjectParts,
): Handlers<'property.read' | 'property.write' | 'function.call'> {
  const { objects, stage, log, teller } = parts;
  return {
    'property.read': async ({ object: path, property: name }) => {
      const object = objects.get(path);
      if (name === undefined) return { value: await allOf(object) };
      const property = propertyOf(object, name);
      return { value: await object.read(property), type: typeName(property.type) };
    },

    'property.write': async ({ object: path, property: name, value }) => {
      const object = writable(objects.get(path), stage);
      const property = propertyOf(object, name);
      const written = await write(objects, object, property, value);
      log.add('LogWorldwire', 'Log', `${object.path}.${property.name} is now ${shortly(written.after)}`);
      teller.changed(object.changes);
      return written;
    },

    'function.call': async ({ object: path, function: name, arguments: given }) => {
      const object = writable(objects.get(path), stage);
      const plan = functionOf(object, name);
      const inputs = inputsOf(plan, given, objects);
      let wrote = false;
      const result = await plan.run(
        selfOf(parts, object, () => {
          wrote = true;
        }),
        inputs,
      );
      if (wrote) teller.changed(object.changes);
      return { result };
    },
  };
}

export async function allOf(object: SampleObject): Promise<JsonObject> {
  const entries = object.properties.map(async each => [each.name, await object.read(each)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** An actor can only be changed in the level that is open. */
export function writable(object: SampleObject, stage: Stage): SampleObject {
  const { actor } = object;
  if (actor === undefined || actor.level === stage.openLevel.path) return object;
  throw new UnrealError(
    'invalid',
    `${object.path} is in the level ${actor.level}, which is not open. Open that level first.`,
  );
}

function propertyOf(object: SampleObject, name: string): Property {
  const found = object.properties.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = object.properties.map(each => each.name).join(', ');
  const more = object.actor === undefined ? '' : elsewhere(object.actor, name);
  throw new UnrealError(
    'not-found',
    `${object.path} (${object.class}) has no property ${name}. It has ${names || 'none'}.${more}`,
  );
}

/** Where an actor's component has the property, that is the object to ask. */
function elsewhere(actor: StageActor, name: string): string {
  const owner = actor.components.find(each =>
    each.class.properties.some(property => property.name.toLowerCase() === name.toLowerCase()),
  );
  return owner === undefined ? '' : ` ${owner.path} has ${name}.`;
}

async function write(
  objects: Objects,
  object: SampleObject,
  property: Property,
  value: JsonValue,
): Promise<Written<JsonValue>> {
  if (property.fixed) {
    throw new UnrealError(
      'invalid',
      `${property.name} of ${object.path} can only be read. Write another property.`,
    );
  }
  const accepted = accept(property.type, value, objects);
  if (accepted === undefined) {
    throw new UnrealError(
      'invalid',
      `${property.name} is a ${typeName(property.type)} and does not take ${shortly(value)}. Send ${expects(property.type, objects)}.`,
    );
  }
  return object.write(property, accepted.value);
}

function functionOf(object: SampleObject, name: string): FunctionPlan {
  const found = object.functions.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = object.functions.map(each => each.name).join(', ');
  const known =
    names === '' ? 'Call a function of an actor or of a component.' : `The sample knows ${names}.`;
  throw new UnrealError('not-found', `${object.path} (${object.class}) has no function ${name}. ${known}`);
}

/** Every input by its name, checked; those that may be left out as they are by nature. */
function inputsOf(plan: FunctionPlan, given: JsonObject, objects: Objects): JsonObject {
  const rest = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  const inputs: JsonObject = {};
  for (const { name, type, initial } of plan.inputs) {
    const argument = rest.get(name.toLowerCase());
    rest.delete(name.toLowerCase());
    const accepted =
      argument === undefined && initial !== undefined
        ? { value: initial }
        : accept(type, argument?.value, objects);
    if (accepted === undefined) {
      const about = argument === undefined ? 'is missing' : `does not take ${shortly(argument.value)}`;
      throw new UnrealError(
        'invalid',
        `The argument ${name} of ${plan.name} ${about}. Send ${expects(type, objects)}.`,
      );
    }
    inputs[name] = accepted.value;
  }
  const [unknown] = rest.values();
  if (unknown === undefined) return inputs;
  const names = plan.inputs.map(each => each.name).join(', ');
  throw new UnrealError(
    'invalid',
    `${plan.name} has no argument ${unknown.name}. It takes ${names || 'none'}.`,
  );
}

function selfOf(parts: ObjectParts, object: SampleObject, onWrite: () => void): Self {
  const { objects, log } = parts;
  const name = bareName(object.path);
  return {
    get: property => object.read(propertyOf(object, property)),
    set: async (property, value) => {
      await write(objects, object, propertyOf(object, property), value);
      onWrite();
    },
    part: component => selfOf(parts, objects.componentObject(object.actor as StageActor, component), onWrite),
    say: (text, verbosity = 'Log') => log.add('LogBlueprintUserMessages', verbosity, `[${name}] ${text}`),
    destroy: () => parts.destroy(object.actor as StageActor),
  };
}

function shortly(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
