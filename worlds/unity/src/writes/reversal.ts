import { isDeepStrictEqual } from 'node:util';
import type { Access } from '@worldwire/server';
import type { Write } from './write.js';

/** How a write is reverted. It goes back from the value that the write left to the value before. */
export interface Reversal<Of = unknown> {
  /** What was changed, in words: "UnityEngine.Light.color of Sun (/Lighting/Sun)". */
  readonly what: string;
  /** Two writes with the same key change the same value. Default: `what`, which is not enough for objects: names and paths are not unique. */
  readonly key?: string;
  readonly from: Of;
  readonly to: Of;
  /** What setting the value needs now, where that may be more than the write needed: it may let code run. Default: write. */
  access?(value: Of): Access;
  /** Why the undo cannot be undone itself. */
  readonly once?: string;
  /** Why it cannot be applied. */
  readonly final?: string | undefined;
  /** Throws if a gate forbids to set the value. */
  permit?(value: Of): void;
  /** The value now. */
  read(): Promise<Of>;
  /** Default: deep equality. */
  same?(a: Of, b: Of): boolean;
  set(write: Write, value: Of): Promise<void>;
  /** null is a value like others, and does not mean that the thing does not exist. */
  readonly nullIsValue?: true;
  /** The value in the form of the tool's before and after. Default: the value. */
  show?(value: Of): unknown;
}

/** Hides the type of the value: the journal has reversals of all types. */
export function reversal<Of>(definition: Reversal<Of>): Reversal {
  return definition as Reversal;
}

/** One value that a write changed. */
export interface Change {
  readonly reversal: Reversal;
  /** The change that this one reverted, in an undo. */
  readonly of?: Change | undefined;
  undone: boolean;
}

/** Reverting an undo makes the change in effect again that it had reverted. */
export function setUndone(change: Change, undone: boolean): void {
  change.undone = undone;
  if (change.of !== undefined) setUndone(change.of, !undone);
}

export function keyOf({ key, what }: Reversal): string {
  return key ?? what;
}

export function isSame({ same = isDeepStrictEqual }: Reversal, a: unknown, b: unknown): boolean {
  return same(a, b);
}

export function shown({ show }: Reversal, value: unknown): unknown {
  return show === undefined ? value : show(value);
}
