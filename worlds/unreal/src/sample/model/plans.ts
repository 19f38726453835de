import type { JsonObject } from '@worldwire/protocol';
import type { ObjectNode } from '../../port/operations.js';
import type { Colour, Raster } from '../picture/raster.js';
import type { NodePlan } from './graph.js';
import type { ComponentPlan, FunctionPlan, Property } from './object-class.js';

/** A package of a project with its main object. */
export interface AssetPlan {
  readonly path: string;
  /** The short name. */
  readonly class: string;
  readonly properties: readonly Property[];
  /** The tags of the asset registry. */
  readonly tags: Readonly<Record<string, string>>;
  /** Objects inside the main object. */
  readonly inside?: readonly ObjectNode[];
  readonly blueprint?: BlueprintPlan;
  readonly level?: LevelPlan;
  readonly texture?: { readonly size: number; draw(): Raster };
  /** The colour of a material on the map. */
  readonly surface?: Colour;
  /** Half the size of a mesh along each axis. */
  readonly extent?: readonly [number, number, number];
  readonly dataTable?: { readonly rowStruct: string; readonly rows: Readonly<Record<string, JsonObject>> };
  readonly stringTable?: { readonly namespace: string; readonly entries: Readonly<Record<string, string>> };
}

/** A function with what it does here and the graph that does it in Unreal. */
export interface BlueprintFunction extends FunctionPlan {
  readonly nodes: readonly NodePlan[];
}

export interface BlueprintPlan {
  /** The package. */
  readonly path: string;
  readonly description: string;
  /** The name of a native class; none for an interface. */
  readonly parent?: string;
  /** The packages of the implemented interfaces. */
  readonly interfaces: readonly string[];
  readonly variables: readonly Property[];
  readonly components: readonly ComponentPlan[];
  readonly functions: readonly BlueprintFunction[];
  /** The nodes of the event graph. */
  readonly events: readonly NodePlan[];
}

export interface ActorPlan {
  readonly name: string;
  readonly label?: string;
  /** The name or the path of the class. */
  readonly class: string;
  readonly values?: JsonObject;
  /** Values of components by their names. */
  readonly parts?: Readonly<Record<string, JsonObject>>;
}

export interface LevelPlan {
  readonly path: string;
  readonly actors: readonly ActorPlan[];
  /** The colour of the ground on the map. */
  readonly ground: Colour;
  /** The smallest distance from the origin that the map shows, in centimetres. */
  readonly reach: number;
}
