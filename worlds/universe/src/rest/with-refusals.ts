import { failureAnswer, type WebAnswer, type WebRequest, WorldError } from '@worldwire/server';
import { CommandRefused } from '../domain/index.js';

const RETRY = { 'retry-after': '1' };

/** Answers 422 to a refused command, 409 if later changes conflict with it, and 429 with Retry-After to a full queue. */
export function withRefusals(
  answer: (request: WebRequest) => Promise<WebAnswer>,
): (request: WebRequest) => Promise<WebAnswer> {
  return async request => {
    try {
      return await answer(request);
    } catch (thrown) {
      if (thrown instanceof WorldError && thrown.kind === 'RateLimited') {
        return failureAnswer(thrown, 429, RETRY);
      }
      if (!(thrown instanceof CommandRefused)) throw thrown;
      const { reason, message, hint } = thrown;
      const [kind, status] =
        reason === 'superseded' ? (['Conflict', 409] as const) : (['InvalidArgument', 422] as const);
      return failureAnswer(new WorldError(kind, message, hint, { reason }), status);
    }
  };
}
