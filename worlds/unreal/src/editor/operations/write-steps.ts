import { UnrealError } from '../../port/unreal-error.js';

/** Reads back a write. A failure is marked as unsure, because the write may have been done. */
export async function readBack<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof UnrealError) || thrown.unsure) throw thrown;
    throw new UnrealError(
      thrown.kind,
      `The write was sent but could not be read back: ${thrown.message}`,
      'Read the current value with get_property or get_actor before you try again.',
      true,
    );
  }
}

/** A later step of a write: a failure names the step that was done before. */
export async function laterStep<Result>(done: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    throw new UnrealError(
      thrown.kind,
      `${done} But: ${thrown.message}`,
      'Read the current value with get_property or get_actor before you try again.',
      true,
    );
  }
}
