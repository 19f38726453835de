import { META_OPERATION_KEY } from '@worldwire/protocol';
import type { Context } from './context.js';
import { WorldError } from './world-error.js';

/** Kept in journals and shown in them, so nothing that hides. */
const KEY = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u;

/** The rule for a retry key, the same in every world. */
export function requireOperationKey(key: string): void {
  if (KEY.test(key)) return;
  throw new WorldError(
    'InvalidArgument',
    `_meta["${META_OPERATION_KEY}"] is text of 1 to 255 visible characters.`,
  );
}

/** Who writes, with the retry key and the expected revision that came in the request's `_meta`. */
export interface Operation {
  readonly principal: string;
  readonly key?: string;
  readonly ifRevision?: number;
}

/** For worlds that keep a journal, whose revisions are whole numbers. */
export function operationOf({ principal, operation }: Pick<Context, 'principal' | 'operation'>): Operation {
  const { key, ifRevision } = operation;
  const expected = typeof ifRevision === 'string' ? Number(ifRevision || Number.NaN) : ifRevision;
  if (expected !== undefined && !(Number.isSafeInteger(expected) && (expected as number) >= 0)) {
    throw new WorldError(
      'InvalidArgument',
      '_meta["worldwire/ifRevision"] is a revision: a whole number, 0 or greater.',
    );
  }
  return {
    principal,
    ...(key !== undefined && { key }),
    ...(expected !== undefined && { ifRevision: expected as number }),
  };
}
