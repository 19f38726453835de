import { isDeepStrictEqual } from 'node:util';
import type { Write } from './write.js';

/** How a write is reverted. It goes back from the value that the write left to the value before. */
export interface Reversal<Of = unknown> {
  /** What was changed, in words: "UnityEngine.Light.color of Sun (/Lighting/Sun)". Two writes with the same name change the same value. */
  readonly what: string;
  readonly from: Of;
  readonly to: Of;
  /** Throws if a gate forbids to set the value. */
  permit?(value: Of): void;
  /** The value now. */
  read(): Promise<Of>;
  /** Default: deep equality. */
  same?(a: Of, b: Of): boolean;
  set(write: Write, value: Of): Promise<void>;
  /** The value in the form of the tool's before and after. Default: the value. */
  show?(value: Of): unknown;
}

/** Hides the type of the value: the journal has reversals of all types. */
export function reversal<Of>(definition: Reversal<Of>): Reversal {
  return definition as Reversal;
}

export function isSame({ same = isDeepStrictEqual }: Reversal, a: unknown, b: unknown): boolean {
  return same(a, b);
}

export function shown({ show }: Reversal, value: unknown): unknown {
  return show === undefined ? value : show(value);
}

/** Applies the write again. */
export function reversed(given: Reversal): Reversal {
  return { ...given, from: given.to, to: given.from };
}
