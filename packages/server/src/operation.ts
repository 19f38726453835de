import type { Context } from './context.js';
import { WorldError } from './world-error.js';

const KEY = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Who writes, with the retry key and the expected revision that came in the request's `_meta`. */
export interface Operation {
  readonly principal: string;
  readonly key?: string;
  readonly ifRevision?: number;
}

/** For worlds that keep a journal, whose revisions are whole numbers. */
export function operationOf({ principal, operation }: Pick<Context, 'principal' | 'operation'>): Operation {
  const { key, ifRevision } = operation;
  if (key !== undefined && !KEY.test(key)) {
    throw new WorldError(
      'InvalidArgument',
      '_meta["worldwire/operationKey"] is text of 1 to 255 characters, without control characters.',
    );
  }
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
