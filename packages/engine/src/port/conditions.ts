import type { Value } from './value.js';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'exists' | 'gone';

/** What an object or a member of it must be. `exists` and `gone` are about the object, the others about the member. */
export interface Condition {
  /** The id of the object. One of `object` and `path` is given. */
  readonly object?: string;
  /** The path of an object, which need not exist yet. */
  readonly path?: string;
  /** The type of the component, and its member. */
  readonly type?: string;
  readonly name?: string;
  /** A part of the value, such as "x" of a vector. */
  readonly part?: string;
  readonly is: Comparison;
  readonly value?: unknown;
}

/** Conditions that are compared in every frame. */
export interface Conditions {
  /** From 1 to 16. */
  readonly conditions: readonly Condition[];
  /** Whether one is enough. Default: all must hold in the same frame. */
  readonly any?: boolean;
}

export interface ConditionState {
  readonly holds: boolean;
  /** The value of the member in that frame. Left out if the object or the member does not exist. */
  readonly value?: Value;
}

/** The end of a wait. */
export interface WaitOutcome {
  /** Whether the conditions held. False if the time or the frames were over before. */
  readonly met: boolean;
  readonly frame: number;
  /** Scene time in seconds. */
  readonly time: number;
  /** Frames that passed. */
  readonly frames: number;
  /** One for each condition, in the last frame. */
  readonly states: readonly ConditionState[];
}
