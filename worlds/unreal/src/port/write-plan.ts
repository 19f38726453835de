import type { JsonValue } from '@worldwire/protocol';
import type { OperationName, ParamsOf, Transform, WithNotes } from './operations.js';

/** Operations that may change something. */
export const WRITE_NAMES = [
  'actor.destroy',
  'actor.spawn',
  'actor.transform',
  'console.run',
  'function.call',
  'level.open',
  'log.write',
  'property.write',
  'python.run',
  'selection.set',
] as const satisfies readonly OperationName[];

export type WriteName = (typeof WRITE_NAMES)[number];

/** A write as a value. */
export type WriteCall = {
  readonly [Name in WriteName]: { readonly write: Name; readonly params: ParamsOf<Name> };
}[WriteName];

/** What a write would find and leave. The values are null where the effect cannot be known before. */
export interface WritePlan extends WithNotes {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** The class of an actor that would be destroyed, as `actor.spawn` takes it. */
  readonly classPath?: string;
  /** Names of the actors that are attached to an actor that would be destroyed. Undefined where they are unknown. */
  readonly attached?: readonly string[];
  /** Levels with unsaved changes that would be lost. Undefined where they are unknown. */
  readonly unsaved?: readonly string[];
}

/** The functions that plan writes, by name. */
export type Planners<More extends unknown[] = [], Result = WritePlan> = {
  readonly [Name in WriteName]: (params: ParamsOf<Name>, ...more: More) => Result;
};

/** Plans a write with the planner of its name. */
export function planned<More extends unknown[], Result>(
  planners: Planners<More, Result>,
  { write, params }: WriteCall,
  ...more: More
): Result {
  // The type of `params` follows from `write`, which the compiler does not see.
  const plan = planners[write] as (params: unknown, ...more: More) => Result;
  return plan(params, ...more);
}

/**
 * The parts of a transform that a move sets: the given ones, and the current ones changed by `by`. Locations and rotations are added;
 * scales multiply.
 */
export function movedParts(
  { by = {}, ...parts }: Partial<Transform> & { readonly by?: Partial<Transform> },
  { location, rotation, scale }: Transform,
): Partial<Transform> {
  return {
    ...parts,
    ...(by.location && {
      location: {
        x: location.x + by.location.x,
        y: location.y + by.location.y,
        z: location.z + by.location.z,
      },
    }),
    ...(by.rotation && {
      rotation: {
        pitch: rotation.pitch + by.rotation.pitch,
        yaw: rotation.yaw + by.rotation.yaw,
        roll: rotation.roll + by.rotation.roll,
      },
    }),
    ...(by.scale && {
      scale: { x: scale.x * by.scale.x, y: scale.y * by.scale.y, z: scale.z * by.scale.z },
    }),
  };
}
