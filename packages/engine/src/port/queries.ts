import type { Bounds, ObjectRef, Paging } from './operations.js';
import type { Vector3 } from './value.js';

/** Where physics finds a body. In a 2D scene z is 0. */
export interface PhysicsHit extends ObjectRef {
  readonly point: Vector3;
  readonly normal?: Vector3;
  readonly distance: number;
}

/** Bodies in a sphere, or in a box with these half extents. */
export interface OverlapParams extends Paging {
  readonly at: Vector3;
  readonly radius?: number;
  readonly box?: Vector3;
}

export interface NavigationPath {
  /** Whether it ends at the goal. */
  readonly reached: boolean;
  readonly length: number;
  readonly points: readonly Vector3[];
}

export interface SignalInfo {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: string }[];
  readonly connections: readonly { readonly target: ObjectRef; readonly method: string }[];
}

export interface AnimationInfo {
  /** Of the component that plays: its type, such as "AnimationPlayer". */
  readonly type: string;
  readonly animations: readonly { readonly name: string; readonly length: number; readonly loops: boolean }[];
  /** The animation that plays, or was played last. */
  readonly current?: { readonly name: string; readonly position: number; readonly playing: boolean };
  /** The state of each state machine, by its path. */
  readonly states?: readonly { readonly machine: string; readonly state: string }[];
  readonly parameters?: readonly { readonly name: string; readonly value: unknown }[];
}

/** A visible element of the interface. */
export interface ControlInfo extends ObjectRef {
  readonly type: string;
  /** What a person reads on it. */
  readonly text?: string;
  /** Pixels from the upper left corner, with z 0. */
  readonly bounds: Bounds;
  readonly enabled: boolean;
  /** Whether a click in its middle would reach it. */
  readonly clickable: boolean;
  /** What is in front of its middle, if that gets the click instead. */
  readonly coveredBy?: ObjectRef;
  readonly focused: boolean;
  /** Of a check box, a slider, a text field or a list. */
  readonly value?: unknown;
}

/** Cells of a tile map or a grid, or instances of a multi-mesh. */
export interface CellInfo {
  /** The cell, or the place of the instance. */
  readonly at: Vector3;
  /** The number of an instance. */
  readonly index?: number;
  /** What is in the cell, such as "source 0, atlas (2, 1)". */
  readonly item: string;
}
