import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { ObjectNode } from '../../port/operations.js';
import type { Colour, Raster } from '../picture/raster.js';
import type { BlueprintPlan } from './blueprint-plan.js';
import type { LevelPlan } from './level-plan.js';
import type { Property } from './property.js';

/** A package of the sample, with the one object it is there for. */
export interface AssetPlan {
  readonly path: string;
  /** The short name. */
  readonly class: string;
  readonly properties: readonly Property[];
  /** What an asset registry would say of it. */
  readonly tags: Readonly<Record<string, string>>;
  /** Objects inside the main one. */
  readonly inside?: readonly ObjectNode[];
  readonly blueprint?: BlueprintPlan;
  readonly level?: LevelPlan;
  readonly texture?: { readonly width: number; readonly height: number; draw(): Raster };
  /** The colour that a thing made of this material has from afar. */
  readonly surface?: Colour;
  /** Half of its size along each axis, of a mesh. */
  readonly extent?: readonly [number, number, number];
  readonly dataTable?: { readonly rowStruct: string; readonly rows: Readonly<Record<string, JsonValue>> };
  readonly stringTable?: { readonly namespace: string; readonly entries: Readonly<Record<string, string>> };
}

/** Classes of assets and what they stand on. */
const BASES: Readonly<Record<string, string>> = {
  Material: 'MaterialInterface',
  MaterialInstanceConstant: 'MaterialInterface',
  Texture2D: 'Texture',
};

export function isAssetOf(className: string, wanted: string): boolean {
  return className === wanted || BASES[className] === wanted;
}

export function assetClassPath(className: string): string {
  return `/Script/Engine.${className}`;
}

export function node(
  className: string,
  name: string,
  properties: JsonObject,
  children: readonly ObjectNode[] = [],
): ObjectNode {
  return { class: className, name, properties, children };
}
