import type { JsonObject } from '@worldwire/protocol';
import type { ObjectNode } from '../port/operations.js';
import type { T3dKnowledge } from '../t3d/t3d-writer.js';
import { spellGraphPin } from '../t3d/write-pin.js';
import { blueprintObjects, node } from './model/blueprint-view.js';
import { COMPONENT_CLASSES, PLACE } from './model/engine-classes.js';
import type { Actor, ModelObject } from './model/model-object.js';
import type { Property } from './model/object-class.js';
import type { Asset, Project } from './model/project-model.js';

/** The objects in the package of an asset. */
export function assetObjects(project: Project, asset: Asset): readonly ObjectNode[] {
  const { info, plan, object } = asset;
  const { blueprint, level, dataTable, stringTable, inside = [] } = plan;
  if (blueprint !== undefined) return blueprintObjects(blueprint, asset);
  const children = level === undefined ? inside : [levelNode(project.actors(level.path))];
  const properties = {
    ...object.all(),
    ...(dataTable && { RowMap: { ...dataTable.rows } }),
    ...(stringTable && { KeysToEntries: { ...stringTable.entries } }),
  };
  return [node(object.class.path, info.name, properties, children)];
}

/** The types and references that the T3D writer spells. */
export function t3dKnowledge({ assets, classes }: Project): T3dKnowledge {
  const all = [...assets.map(({ object }) => object.class), ...classes.all, ...COMPONENT_CLASSES.values()];
  const types = new Map(
    all.flatMap(each =>
      each.properties.map(({ name, type }) => [`${each.path}.${name}`, type.name] as const),
    ),
  );
  return {
    linesOf: ({ pins = [] }) => pins.map(spellGraphPin),
    typeOf: (object, property) => types.get(`${object.class}.${property}`),
    referenceOf: path => {
      const asset = assets.find(({ object }) => object.path === path);
      if (asset !== undefined) return { class: asset.object.class.path, path };
      const isGenerated = assets.some(({ generated }) => generated?.class.path === path);
      return isGenerated ? { class: '/Script/Engine.BlueprintGeneratedClass', path } : undefined;
    },
  };
}

function levelNode(actors: readonly Actor[]): ObjectNode {
  const names = actors.map(({ name }) => name);
  return node('/Script/Engine.Level', 'PersistentLevel', { Actors: names }, actors.map(actorNode));
}

function actorNode(actor: Actor): ObjectNode {
  const components = actor.components.map(each =>
    node(each.class.path, each.name, changedValues(each, each.class.properties)),
  );
  // The root has the transform.
  const own = actor.class.properties.filter(each => !PLACE.includes(each));
  return node(actor.class.path, actor.name, changedValues(actor, own), components);
}

/** The values that differ from those of the class. */
function changedValues(object: ModelObject, properties: readonly Property[]): JsonObject {
  const changed = properties.filter(
    each => JSON.stringify(object.get(each)) !== JSON.stringify(each.initial),
  );
  return Object.fromEntries(changed.map(each => [each.name, object.get(each)]));
}
