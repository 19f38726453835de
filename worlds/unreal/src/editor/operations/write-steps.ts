import { UnrealError } from '../../port/unreal-error.js';

/** What a write left. When it cannot be read, the write may have been done all the same. */
export async function readBack<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof UnrealError) || thrown.unsure) throw thrown;
    throw new UnrealError(
      thrown.kind,
      `It was sent, but could not be read back: ${thrown.message}`,
      'Look before trying again.',
      true,
    );
  }
}

/** For the later steps of a write: what failed did so when something was already changed. */
export async function laterStep<Result>(done: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    throw new UnrealError(thrown.kind, `${done} But: ${thrown.message}`, 'Look before trying again.', true);
  }
}
