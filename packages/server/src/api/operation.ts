import { META_OPERATION_KEY } from '@worldwire/protocol';
import type { Context } from './context.js';
import { legible } from './legible.js';
import { WorldError } from './world-error.js';

/** Characters of the name of a client in journals. */
const MAX_CLIENT = 60;

/** Journals store and show keys, so hidden characters are refused. */
const KEY = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u;

/** Validates an operation key (`worldwire/operationKey`, `Idempotency-Key`): one rule for all worlds. */
export function requireOperationKey(key: string): void {
  if (KEY.test(key)) return;
  throw new WorldError(
    'InvalidArgument',
    `operationKey (or _meta["${META_OPERATION_KEY}"]) must be a string of 1 to 255 visible characters.`,
    'Use a new random text, such as a UUID, for each write, and the same text for its retry.',
  );
}

/** The principal of a write, with the guards that the request has. */
export interface Operation {
  readonly principal: string;
  /** The name of the client, legible, if it has one. For people: it proves nothing. */
  readonly client?: string;
  readonly key?: string;
  readonly ifRevision?: number;
  /** Return the plan, change nothing. */
  readonly dryRun?: true;
  /** The digest of the plan that must be applied. */
  readonly expectDigest?: string;
}

/**
 * Reads the operation of a write, for worlds with a journal.
 *
 *     const { principal, key, ifRevision } = operationOf(context);
 */
export function operationOf({
  principal,
  client,
  operation,
}: Pick<Context, 'principal' | 'client' | 'operation'>): Operation {
  const { key, ifRevision, dryRun, expectDigest } = operation;
  const expected = typeof ifRevision === 'string' ? Number(ifRevision || Number.NaN) : ifRevision;
  if (expected !== undefined && !(Number.isSafeInteger(expected) && (expected as number) >= 0)) {
    throw new WorldError(
      'InvalidArgument',
      'ifRevision (or _meta["worldwire/ifRevision"]) must be a revision: an integer of 0 or more.',
      'Send as ifRevision the revision of the answer that this write is based on.',
    );
  }
  // Field by field: every write runs this, and conditional spreads cost several times as much.
  const known: { -readonly [Name in keyof Operation]: Operation[Name] } = { principal };
  const named = clientOf({ client });
  if (named !== undefined) known.client = named;
  if (key !== undefined) known.key = key;
  if (dryRun !== undefined) known.dryRun = dryRun;
  if (expectDigest !== undefined) known.expectDigest = expectDigest;
  if (expected !== undefined) known.ifRevision = expected as number;
  return known;
}

/** The name of a client for a journal: short and legible. Undefined if it has none. */
export function clientOf({
  client,
}: {
  readonly client: Pick<Context['client'], 'name'>;
}): string | undefined {
  const { name } = client;
  return name === undefined || name === '' ? undefined : legible(name, MAX_CLIENT);
}
