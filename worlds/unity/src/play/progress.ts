import type { Context } from '@worldwire/server';
import { untilAborted } from '@worldwire/server/kit';

const SECOND_MS = 1_000;

/**
 * Waits for work of up to `ms` milliseconds: reports progress each second, which also extends the time limit of the call, and rejects as
 * soon as the call is cancelled.
 */
export async function withProgress<Result>(
  context: Pick<Context, 'progress' | 'signal'>,
  { ms, message }: { readonly ms: number; readonly message: string },
  work: Promise<Result>,
): Promise<Result> {
  const total = Math.ceil(ms / SECOND_MS);
  let seconds = 0;
  const timer = setInterval(() => context.progress(Math.min(++seconds, total), total, message), SECOND_MS);
  try {
    return await untilAborted(work, context.signal);
  } finally {
    clearInterval(timer);
  }
}
