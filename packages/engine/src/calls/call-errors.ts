import { createHash } from 'node:crypto';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { isWrite } from '../port/writes.js';

export const DEADLINE_MS = 5000;

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
  if (!isWrite(name)) return new EngineError('not-ready', why, 'retry when the engine is ready');
  return new EngineError(
    'timeout',
    `${why}; the outcome of ${name} is unknown`,
    'read the value before you retry',
  );
}

/** The error of a call whose deadline has passed. */
export function lateCall(name: OperationName, deadline: number): EngineError {
  const why = `${name} was not answered within ${deadline} ms`;
  return isWrite(name) ? lostCall(name, why) : new EngineError('timeout', why, 'retry, or ask for less');
}

/** The answer, or a timeout after the deadline. */
export function within(deadline: number, name: OperationName, answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(lateCall(name, deadline)), deadline);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
