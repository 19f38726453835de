import { createHash } from 'node:crypto';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { isWrite } from '../port/writes.js';

export const DEADLINE_MS = 5000;
/** The next step while no engine answers. Worlds name a tool of theirs in place of the operation. */
export const UNTIL_READY =
  'engine.describe tells when it is ready; a game that hangs or has ended must be started again';
const AFTER_SILENCE =
  'it may hang: engine.describe tells whether it is ready, and the log what it did last. If it is ready';

/** A digest of a call, to compare a retry with the first call of its key. */
export function fingerprint(name: OperationName, params: unknown): string {
  try {
    return createHash('sha256')
      .update(`${name} ${JSON.stringify(params)}`)
      .digest('base64');
  } catch (thrown) {
    throw new EngineError(
      'invalid',
      `the parameters are not JSON: ${String(thrown)}`,
      'send only JSON values',
    );
  }
}

/** The error of a call whose engine was lost. The outcome of a write is unknown. */
export function lostCall(name: OperationName, why: string): EngineError {
  if (!isWrite(name)) return new EngineError('not-ready', why, UNTIL_READY);
  return unknownOutcome(name, why, `${UNTIL_READY}; then read the value before you retry`);
}

/** The error of a call whose deadline has passed. */
export function lateCall(name: OperationName, deadline: number): EngineError {
  const why = `${name} was not answered within ${deadline} ms`;
  if (isWrite(name)) return unknownOutcome(name, why, `${AFTER_SILENCE}, read the value before you retry`);
  return new EngineError('timeout', why, `${AFTER_SILENCE}, ask for less`);
}

function unknownOutcome(name: OperationName, why: string, hint: string): EngineError {
  return new EngineError('timeout', `${why}; the outcome of ${name} is unknown`, hint);
}

/** The answer, or a timeout after the deadline. */
export function within(deadline: number, name: OperationName, answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(lateCall(name, deadline)), deadline);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
