import type { JsonValue } from '@worldwire/protocol';
import { type FailureKind, WorldError } from '@worldwire/server';
import { ReadBackDiffers } from '@worldwire/server/kit';
import { fitValue } from '../log/fit-values.js';
import type { WriteOutcome } from '../log/log-entry.js';
import type { WriteNames } from '../log/write-log.js';
import type { LeftBehind } from './prepared-write.js';

/** Characters of a value before or after a write in the journal. */
export const MAX_VALUE = 16_000;

/** Why a write failed, and whether it may have been done all the same. */
export interface WriteFailure {
  readonly error: WorldError;
  readonly unsure: boolean;
}

/** What a batch left that was ended by a failure, where that is not what it found. */
export interface LeftParts {
  /** Whether it is unknown what is left. */
  readonly unsure: boolean;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The failure of one write of a batch. Without `left`, nothing is changed. */
export class PartFailed extends WorldError {
  constructor(
    kind: FailureKind,
    message: string,
    hint: string,
    /** What the write threw. */
    readonly reason: unknown,
    readonly left?: LeftParts,
  ) {
    super(kind, message, hint);
  }
}

/** The outcome that the journal keeps of a write that failed. A failure that is not known may come after an effect. */
export function outcomeOf(
  thrown: unknown,
  failure: WriteFailure | undefined,
  left?: LeftBehind,
): WriteOutcome {
  if (thrown instanceof PartFailed && thrown.left !== undefined) {
    const { unsure, before, after } = thrown.left;
    const [found, left] = [fitValue(before, MAX_VALUE), fitValue(after, MAX_VALUE)];
    const { reason } = thrown;
    // What no client may see is in the journal, as for a write alone.
    const more = thrown.kind === 'Internal' && reason instanceof Error ? ` ${reason.message}` : '';
    const error = { ...errorOf(thrown), message: `${thrown.message}${more}` };
    return { outcome: unsure ? 'unsure' : 'failed', before: found, after: left, error };
  }
  if (left !== undefined) {
    const { before = null, after = null, undo, isUnsure } = left;
    // What the write left is known where it was read back.
    const outcome = isUnsure && !(thrown instanceof ReadBackDiffers) ? 'unsure' : 'failed';
    return {
      outcome,
      before: fitValue(before, MAX_VALUE),
      after: fitValue(after, MAX_VALUE),
      error: failure === undefined ? errorIn(thrown) : errorOf(failure.error),
      ...(undo !== undefined && { undo }),
    };
  }
  if (thrown instanceof ReadBackDiffers) {
    const [before, after] = [thrown.values.before, thrown.values.after].map(value =>
      fitValue((value ?? null) as JsonValue, MAX_VALUE),
    ) as [JsonValue, JsonValue];
    return { outcome: 'failed', before, after, error: errorOf(thrown) };
  }
  const nothing = { before: null, after: null };
  if (failure !== undefined) {
    return { ...nothing, outcome: failure.unsure ? 'unsure' : 'failed', error: errorOf(failure.error) };
  }
  return { ...nothing, outcome: 'unsure', error: errorIn(thrown) };
}

export function unknownOutcome(tool: string, reason: string, names: WriteNames): WorldError {
  return new WorldError('Conflict', `It is unknown whether this ${tool} was done: ${reason}`, newKey(names));
}

/** The next step where the outcome of a write is not known. */
export function newKey({ read }: WriteNames): string {
  return `Read the current value with ${read}, then try again with a new operationKey.`;
}

function errorOf({ kind, message, hint }: WorldError): NonNullable<WriteOutcome['error']> {
  return { kind, message, ...(hint !== undefined && { hint }) };
}

function errorIn(thrown: unknown): NonNullable<WriteOutcome['error']> {
  if (thrown instanceof WorldError) return errorOf(thrown);
  return { kind: 'Internal', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** Throws where an operation key comes with another request than the first time. */
export function requireSameRequest(known: string, digest: string): void {
  if (known === digest) return;
  throw new WorldError(
    'Conflict',
    'This operation key was used for another request.',
    'Send a new operationKey for each request, and the same one only to retry the same request.',
  );
}
