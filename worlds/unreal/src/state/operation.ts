import { createHash } from 'node:crypto';
import { type Context, WorldError } from '@worldwire/server';

const KEY = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Who writes, with the retry key and the expected revision that came with the request. */
export interface Operation {
  readonly principal: string;
  readonly key?: string;
  readonly ifRevision?: number;
}

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

/** A digest of what was asked. The order of keys does not count: a retry may have been written anew. */
export function fingerprint(tool: string, args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args], sortedKeys))
    .digest('base64url');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
