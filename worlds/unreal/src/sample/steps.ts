import type { CallOptions } from '../port/unreal-source.js';

/** Reports that some work starts, and returns the function that reports how much more of it is done. */
export function startSteps(
  { progress }: Pick<CallOptions, 'progress'>,
  total: number,
  message: string,
): (count: number) => void {
  let done = 0;
  progress?.(done, total, message);
  return count => {
    done += count;
    if (count > 0) progress?.(done, total, message);
  };
}
