import { failureAnswer, type WebAnswer, WorldError } from '@worldwire/server';
import { CommandRefused } from '../domain/index.js';

/** Runs a write, and turns a command that cannot apply into its answer: 422, or 409 where later changes stand in the way. */
export async function answered(write: () => Promise<WebAnswer>): Promise<WebAnswer> {
  try {
    return await write();
  } catch (thrown) {
    if (!(thrown instanceof CommandRefused)) throw thrown;
    const { reason, message, hint } = thrown;
    const kind = reason === 'superseded' ? 'Conflict' : 'InvalidArgument';
    return failureAnswer(
      new WorldError(kind, message, hint, { reason }),
      reason === 'superseded' ? 409 : 422,
    );
  }
}
