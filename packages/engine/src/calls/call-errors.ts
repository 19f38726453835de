import { createHash } from 'node:crypto';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { isWrite } from '../port/writes.js';

/** Unless the caller says otherwise. */
export const DEADLINE_MS = 5000;

/** What the key of a write stands for, in few letters: code and values may be long. */
export function fingerprint(name: OperationName, params: unknown): string {
  try {
    return createHash('sha256')
      .update(`${name} ${JSON.stringify(params)}`)
      .digest('base64');
  } catch (thrown) {
    throw new EngineError('invalid', `the parameters are not JSON: ${String(thrown)}`);
  }
}

/** The error of a call that went down with the scene. */
export function lostCall(name: OperationName, why: string): EngineError {
  if (!isWrite(name)) return new EngineError('not-ready', why, 'try again when the state is ready');
  return new EngineError('timeout', `${why}; what became of ${name} is unknown`, 'look before trying again');
}

/** The error of a call whose caller waits no longer. */
export function lateCall(name: OperationName, deadline: number): EngineError {
  const why = `${name} was not answered within ${deadline} ms`;
  return isWrite(name) ? lostCall(name, why) : new EngineError('timeout', why);
}

/** The answer, or a timeout where it does not come in time. */
export function within(deadline: number, name: OperationName, answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(lateCall(name, deadline)), deadline);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
