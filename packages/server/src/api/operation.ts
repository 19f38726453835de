import { META_OPERATION_KEY } from '@worldwire/protocol';
import type { Context } from './context.js';
import { WorldError } from './world-error.js';

/** Journals store and show keys, so hidden characters are refused. */
const KEY = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u;

/** Validates an operation key (`worldwire/operationKey`, `Idempotency-Key`): one rule for all worlds. */
export function requireOperationKey(key: string): void {
  if (KEY.test(key)) return;
  throw new WorldError(
    'InvalidArgument',
    `_meta["${META_OPERATION_KEY}"] must be a string of 1 to 255 visible characters.`,
  );
}

/** The principal of a write, with the operation key and the expected revision from the request's `_meta`. */
export interface Operation {
  readonly principal: string;
  readonly key?: string;
  readonly ifRevision?: number;
}

/**
 * Reads the operation of a write, for worlds with a journal.
 *
 *     const { principal, key, ifRevision } = operationOf(context);
 */
export function operationOf({ principal, operation }: Pick<Context, 'principal' | 'operation'>): Operation {
  const { key, ifRevision } = operation;
  const expected = typeof ifRevision === 'string' ? Number(ifRevision || Number.NaN) : ifRevision;
  if (expected !== undefined && !(Number.isSafeInteger(expected) && (expected as number) >= 0)) {
    throw new WorldError(
      'InvalidArgument',
      '_meta["worldwire/ifRevision"] must be a revision: an integer of 0 or more.',
    );
  }
  return {
    principal,
    ...(key !== undefined && { key }),
    ...(expected !== undefined && { ifRevision: expected as number }),
  };
}
