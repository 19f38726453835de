import type { Card, Vector } from './cards.js';
import type { Look, Shape } from './shape-of.js';

/** The world's axes on the axes of the view, which are right-handed with y up. Unity's z is the other way. */
export interface Axes {
  readonly z: 1 | -1;
}

export type Triple = readonly [number, number, number];

export interface Turn {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

export interface Pose {
  readonly rotation: Turn;
  readonly scale: { readonly x: number; readonly y: number; readonly z: number };
}

/** An object as it is drawn. */
export interface Placed {
  readonly id: string;
  readonly name: string;
  readonly shape: Shape | 'Box' | 'Marker';
  readonly position: Triple;
  readonly rotation: readonly [number, number, number, number];
  readonly scale: Triple;
  readonly colour?: readonly [number, number, number, number];
  readonly kind: Look['kind'];
  readonly active: boolean;
}

/** Half the size of each shape before it is scaled, as the engines make it. */
const HALVES: Readonly<Record<Exclude<Placed['shape'], 'Marker'>, Triple>> = {
  Cube: [0.5, 0.5, 0.5],
  Box: [0.5, 0.5, 0.5],
  Sphere: [0.5, 0.5, 0.5],
  Capsule: [0.5, 1, 0.5],
  Cylinder: [0.5, 1, 0.5],
  Plane: [5, 0, 5],
  Quad: [0.5, 0.5, 0],
};
const NO_TURN = [0, 0, 0, 1] as const;
const UNIT: Triple = [1, 1, 1];

export function axesOf(engine: string): Axes {
  return { z: /^godot/i.test(engine) ? 1 : -1 };
}

export function tripleOf({ X, Y, Z }: Vector, { z }: Axes): Triple {
  return [X, Y, Z * z];
}

/** A known shape with its rotation, a box of the bounds, or a marker for an object without a size. */
export function placed(
  card: Card,
  look: Look | undefined,
  pose: Pose | undefined,
  axes: Axes,
): Placed | undefined {
  const common = {
    id: card.Id,
    name: card.Name ?? card.Id,
    kind: look?.kind ?? 'other',
    active: card.ActiveInHierarchy !== false,
    ...(look?.colour !== undefined && { colour: look.colour }),
  } as const;
  if (look?.shape !== undefined && pose !== undefined && card.Position) {
    const { x, y, z, w } = pose.rotation;
    const rotation = axes.z === 1 ? ([x, y, z, w] as const) : ([-x, -y, z, w] as const);
    const scale = [pose.scale.x, pose.scale.y, pose.scale.z] as const;
    return { ...common, shape: look.shape, position: tripleOf(card.Position, axes), rotation, scale };
  }
  if (card.Bounds) {
    const [a, b] = [tripleOf(card.Bounds.Min, axes), tripleOf(card.Bounds.Max, axes)];
    const scale = [0, 1, 2].map(axis => Math.abs(b[axis]! - a[axis]!)) as unknown as Triple;
    const position = [0, 1, 2].map(axis => (a[axis]! + b[axis]!) / 2) as unknown as Triple;
    const shape = look?.shape === 'Sphere' ? 'Sphere' : 'Box';
    return { ...common, shape, position, rotation: NO_TURN, scale };
  }
  if (!card.Position) return undefined;
  return {
    ...common,
    shape: 'Marker',
    position: tripleOf(card.Position, axes),
    rotation: NO_TURN,
    scale: UNIT,
  };
}

/** A box around objects. */
export interface Extent {
  readonly centre: Triple;
  /** Half of its size. */
  readonly half: Triple;
}

/** Large outliers count, single markers do not. */
export function extentOf(objects: Iterable<Placed>): Extent {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { position, scale, rotation, shape } of objects) {
    if (shape === 'Marker') continue;
    const size = HALVES[shape].map((value, axis) => value * Math.abs(scale[axis]!));
    for (const [axis, row] of rowsOf(rotation).entries()) {
      const reach = row.reduce((sum, part, index) => sum + Math.abs(part) * size[index]!, 0);
      min[axis] = Math.min(min[axis]!, position[axis]! - reach);
      max[axis] = Math.max(max[axis]!, position[axis]! + reach);
    }
  }
  if (min[0]! > max[0]!) return { centre: [0, 0, 0], half: [10, 10, 10] };
  const centre = [0, 1, 2].map(axis => (min[axis]! + max[axis]!) / 2) as unknown as Triple;
  const half = [0, 1, 2].map(axis => (max[axis]! - min[axis]!) / 2) as unknown as Triple;
  return { centre, half };
}

/** The matrix of a rotation. */
function rowsOf([x, y, z, w]: Placed['rotation']): readonly Triple[] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
