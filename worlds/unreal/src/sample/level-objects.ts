import type { JsonObject } from '@worldwire/protocol';
import type { ObjectNode } from '../port/operations.js';
import { node } from './model/asset.js';
import { PLACE } from './model/component-class.js';
import type { Property } from './model/property.js';
import type { Objects, SampleObject } from './objects.js';
import type { StageActor } from './stage.js';

/** A level as an object with its actors and their components inside. */
export async function levelObjects(objects: Objects, actors: readonly StageActor[]): Promise<ObjectNode> {
  const inside = await Promise.all(actors.map(actor => actorNode(objects, actor)));
  return node('/Script/Engine.Level', 'PersistentLevel', { Actors: actors.map(({ name }) => name) }, inside);
}

async function actorNode(objects: Objects, actor: StageActor): Promise<ObjectNode> {
  const components = await Promise.all(
    actor.components.map(async each => {
      const object = objects.componentObject(actor, each.name);
      return node(each.class.path, each.name, await differing(object, object.properties));
    }),
  );
  const object = objects.actorObject(actor);
  // Where an actor is, its root says.
  const own = object.properties.filter(each => !PLACE.includes(each));
  return node(actor.class.path, actor.name, await differing(object, own), components);
}

/** What is not as the class has it from the beginning. */
async function differing(object: SampleObject, properties: readonly Property[]): Promise<JsonObject> {
  const values: JsonObject = {};
  const read = await Promise.all(properties.map(each => object.read(each)));
  for (const [at, property] of properties.entries()) {
    const value = read[at];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(property.initial)) continue;
    values[property.name] = value;
  }
  return values;
}
