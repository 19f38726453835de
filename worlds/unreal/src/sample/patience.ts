import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions } from '../port/unreal-source.js';

/** Waits for an answer as long as the caller does. What was begun goes on all the same. */
export function within<Result>(
  name: string,
  answer: Promise<Result>,
  { signal, deadline }: CallOptions,
  unsure: boolean,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => end(() => reject(signal.reason));
    const late = () => {
      const advice = unsure ? 'look whether it was done before trying again' : 'try again';
      const message = `${name} was not answered within ${deadline} ms; ${advice}.`;
      end(() => reject(new UnrealError('timeout', message, undefined, unsure)));
    };
    const timer = deadline === undefined ? undefined : setTimeout(late, deadline);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(
      result => end(() => resolve(result)),
      (failed: unknown) => end(() => reject(failed)),
    );
  });
}
