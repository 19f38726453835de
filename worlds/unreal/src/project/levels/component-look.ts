import type { PropertyValue } from '@worldwire/uasset';
import { materialSlots } from '../../port/material-slots.js';
import type { ActorLook } from '../../port/operations.js';
import { assetOf } from '../../port/unreal-paths.js';
import { elements, isStructure, textOf } from '../read/property-values.js';
import type { SavedObject, SavedObjects } from './saved-objects.js';

const MESHES = ['StaticMesh', 'SkeletalMeshAsset', 'SkinnedAsset', 'SkeletalMesh'];
/** Properties of components and meshes with one material. */
const SINGLE = ['DecalMaterial', 'TextMaterial'];
const MAX_MATERIALS = 64;
/** Dynamic instances of materials that are made of each other. */
const MAX_INSTANCES = 4;

/** Whether components of a class can have a mesh or a material that is worth a look. */
export function hasLook(className: string): boolean {
  return /Mesh|Decal/.test(className);
}

/** The mesh and the materials that a component sets. With `whole` also the materials of the mesh itself, which are in another file. */
export async function lookOf(
  objects: SavedObjects,
  component: SavedObject,
  whole: boolean,
): Promise<ActorLook> {
  let mesh: string | undefined;
  for (const name of MESHES) {
    const value = await objects.value(component, name);
    if (typeof value === 'string' && value.startsWith('/')) mesh ??= value;
  }
  const overrides = await objects.value(component, 'OverrideMaterials');
  const own: (string | undefined)[] = [];
  for (const each of Array.isArray(overrides) ? overrides.slice(0, MAX_MATERIALS) : [])
    own.push(await materialOf(objects, each));
  for (const name of SINGLE) {
    const material = await materialOf(objects, (await objects.value(component, name)) ?? null);
    if (material !== undefined) own.push(material);
  }
  const base = whole && mesh !== undefined ? await materialsOfMesh(objects, mesh) : [];
  const count = Math.max(own.length, base.length);
  const slots = Array.from({ length: count }, (_, slot) => own[slot] ?? base[slot] ?? null);
  return { ...(mesh !== undefined && { mesh: assetOf(mesh) }), ...materialSlots(slots) };
}

/** The asset that a dynamic instance in a level is made of. */
async function materialOf(
  objects: SavedObjects,
  value: PropertyValue,
  depth = 0,
): Promise<string | undefined> {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  if (!value.includes(':') || depth > MAX_INSTANCES) return assetOf(value);
  const parent = textOf((await objects.read(value))?.values, 'Parent');
  return parent === undefined ? undefined : materialOf(objects, parent, depth + 1);
}

async function materialsOfMesh(objects: SavedObjects, mesh: string): Promise<(string | undefined)[]> {
  const values = (await objects.read(mesh))?.values;
  const slots = ['StaticMaterials', 'Materials'].map(name => elements(values, name));
  const listed = slots.find(each => each.length > 0) ?? [];
  return listed.slice(0, MAX_MATERIALS).map(slot => {
    const path = isStructure(slot) ? slot.MaterialInterface : slot;
    return typeof path === 'string' && path.startsWith('/') ? assetOf(path) : undefined;
  });
}
