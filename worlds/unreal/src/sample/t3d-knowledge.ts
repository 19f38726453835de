import type { T3dKnowledge } from '../t3d/t3d-writer.js';
import type { ActorClasses } from './actor-classes.js';
import type { Library } from './library.js';
import { assetClassPath } from './model/asset.js';
import { objectPath } from './model/blueprint-plan.js';
import { COMPONENT_CLASSES } from './model/component-class.js';
import type { Property } from './model/property.js';
import { typeName } from './model/property-type.js';

/** What the writer of T3D may know of the sample's objects: the types of their properties, and whom paths name. */
export function knowledgeOf(library: Library, classes: ActorClasses): T3dKnowledge {
  const types = new Map<string, string>();
  const learn = (classPath: string, properties: readonly Property[]) => {
    for (const { name, type } of properties) types.set(`${classPath}.${name}`, typeName(type));
  };
  for (const { plan, info } of library.all) learn(assetClassPath(info.class), plan.properties);
  for (const { path, properties } of [...classes.all, ...COMPONENT_CLASSES.values()]) learn(path, properties);
  return {
    typeOf: (object, property) => types.get(`${object.class}.${property}`),
    referenceOf: path => {
      const asset = library.find(path);
      if (asset !== undefined && objectPath(asset.info.path) === path) {
        return { class: assetClassPath(asset.info.class), path };
      }
      const made = classes.find(path);
      const isClass = made !== undefined && made.path === path && path.startsWith('/Game/');
      return isClass ? { class: '/Script/Engine.BlueprintGeneratedClass', path } : undefined;
    },
  };
}
