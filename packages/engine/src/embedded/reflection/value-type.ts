import type { MemberInfo } from '../../port/operations.js';
import type { Value } from '../../port/value.js';
import type { GameObject } from '../model/game-object.js';

/** Finds the objects that JSON refers to. */
export interface Lookup {
  find(id: string): GameObject | undefined;
}

/** A type of values: how they are shown, and which JSON is accepted. */
export interface ValueType<T = unknown> {
  readonly name: string;
  /** The expected JSON, for a hint. */
  readonly expects: string;
  /** Values that the author of the scene intends. */
  readonly range?: NonNullable<MemberInfo['range']>;
  readonly choices?: readonly string[];
  show(value: T): Value;
  /** The value of the JSON; undefined if it does not fit the type. */
  accept(json: unknown, lookup: Lookup): { readonly value: T } | undefined;
}

/** JSON has only finite numbers. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
