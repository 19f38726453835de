import type { JsonValue } from '@worldwire/protocol';

/** A value that JSON can have: no function, no class. */
export type JsonLike =
  | string
  | number
  | boolean
  | null
  | readonly JsonLike[]
  | { readonly [name: string]: JsonLike | undefined };

/** One call that takes back a part of a write. It is JSON, so that it outlives the process. */
export interface InverseStep {
  /** The call, in the form that the world gives its calls. */
  readonly call: JsonLike;
  /** What the write left. Another value means that it was changed since. */
  readonly expect: JsonValue;
  /** What the call does not restore. */
  readonly lost?: string;
  /** The revision that an undo took back by this step, for the undo of that undo. */
  readonly of?: number;
}

/** How to take back a write, or why that is not possible. The journal keeps it as the inverse of an entry. */
export type Inverse = { readonly steps: readonly InverseStep[] } | { readonly none: string };
