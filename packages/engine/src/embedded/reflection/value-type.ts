import type { Value } from '../../port/value.js';
import type { GameObject } from '../model/game-object.js';

/** Who knows the objects that a JSON value may name. */
export interface Lookup {
  find(id: string): GameObject | undefined;
}

/** A type of values: how they are shown, and what a caller may send for one. */
export interface ValueType<T = unknown> {
  readonly name: string;
  /** What a caller would have to send. */
  readonly expects: string;
  show(value: T): Value;
  /** The value that JSON stands for; nothing when it stands for none of this type. */
  accept(json: unknown, lookup: Lookup): { readonly value: T } | undefined;
}

/** JSON has no word for what is not finite. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
