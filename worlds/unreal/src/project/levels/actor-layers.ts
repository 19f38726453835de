import type { PropertyValue } from '@worldwire/uasset';
import type { ActorInfo } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { nameOf } from '../../port/unreal-paths.js';
import { isStructure, textOf } from '../read/property-values.js';
import type { SavedObject, SavedObjects } from './saved-objects.js';

const MAX_LAYERS = 50;

/** The data layers of an actor, its HLOD layer, and the level that a level instance or packed level actor shows. */
export async function layersOf(
  objects: SavedObjects,
  actor: SavedObject,
): Promise<Pick<ActorInfo, 'instanceOf' | 'dataLayers' | 'hlodLayer'>> {
  const level = pathIn(await objects.value(actor, 'WorldAsset'));
  const hlod = pathIn(await objects.value(actor, 'HLODLayer'));
  const layers: string[] = [];
  // Assets from UE 5.1 on, names before.
  for (const property of ['DataLayerAssets', 'DataLayers']) {
    const listed = await objects.value(actor, property);
    for (const each of Array.isArray(listed) ? listed.slice(0, MAX_LAYERS) : []) {
      const name = pathIn(each) ?? (isStructure(each) ? textOf(each, 'Name') : undefined);
      if (name !== undefined) layers.push(nameOf(name));
    }
  }
  return {
    ...(level !== undefined && { instanceOf: enginePackageOf(level) }),
    ...(layers.length > 0 && { dataLayers: layers }),
    ...(hlod !== undefined && { hlodLayer: enginePackageOf(hlod) }),
  };
}

function pathIn(value: PropertyValue | undefined): string | undefined {
  return typeof value === 'string' && value.startsWith('/') ? value : undefined;
}
