import { failureAnswer, type WebAnswer, type WebRequest, WorldError } from '@worldwire/server';
import { CommandRefused } from '../domain/index.js';

/** Both queues are short: whoever is turned away may come back soon. */
const RETRY = { 'retry-after': '1' };

/**
 * Does something that can be refused, and turns the refusal into its answer. A command that cannot apply is 422, or 409
 * where later changes stand in the way; one too many is 429, with a time to come back.
 */
export async function answered(work: () => Promise<WebAnswer>): Promise<WebAnswer> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof WorldError && thrown.kind === 'RateLimited') {
      return failureAnswer(thrown, 429, RETRY);
    }
    if (!(thrown instanceof CommandRefused)) throw thrown;
    const { reason, message, hint } = thrown;
    const kind = reason === 'superseded' ? 'Conflict' : 'InvalidArgument';
    return failureAnswer(
      new WorldError(kind, message, hint, { reason }),
      reason === 'superseded' ? 409 : 422,
    );
  }
}

/** The same for a whole route. */
export function answering(
  answer: (request: WebRequest) => Promise<WebAnswer>,
): (request: WebRequest) => Promise<WebAnswer> {
  return request => answered(() => answer(request));
}
