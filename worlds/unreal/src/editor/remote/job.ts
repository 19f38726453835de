import { setMaxListeners } from 'node:events';
import { UnrealError, type UnrealErrorKind } from '../../port/unreal-error.js';
import type { CallOptions } from '../../port/unreal-source.js';

/** One operation while it is served: whether anybody still waits for it, and whether it may have changed something. */
export class Job {
  /** Whether a request was sent that changes the editor, unless the editor refused it. */
  wrote = false;
  readonly progress: NonNullable<CallOptions['progress']>;
  readonly #controller = new AbortController();

  constructor(
    readonly name: string,
    progress?: CallOptions['progress'],
  ) {
    this.progress = progress ?? (() => {});
    // Every request of the operation listens here.
    setMaxListeners(0, this.signal);
  }

  /** Its reason is the UnrealError that the caller is given. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(kind: UnrealErrorKind, message: string): void {
    const about = this.wrote ? `${message} What became of it is unknown.` : message;
    const enable = this.wrote ? 'Look before trying again.' : undefined;
    this.#controller.abort(new UnrealError(kind, about, enable, this.wrote));
  }
}

/**
 * Runs an operation until it ends, the caller gives up or the deadline passes, whichever is first. Jobs stand in
 * `running` until they have wound down.
 */
export function runJob<Result>(
  name: string,
  options: CallOptions,
  running: Map<Job, Promise<unknown>>,
  work: (job: Job) => Promise<Result>,
): Promise<Result> {
  const { signal, deadline } = options;
  const job = new Job(name, options.progress);
  const cancel = () => job.stop('failed', `${name} was cancelled.`);
  if (signal.aborted) {
    cancel();
    return Promise.reject(job.signal.reason);
  }
  signal.addEventListener('abort', cancel, { once: true });
  const late = () => job.stop('timeout', `${name} was not answered within ${deadline} ms.`);
  const timer = deadline === undefined ? undefined : setTimeout(late, deadline);
  const stopped = new Promise<never>((_, reject) => {
    job.signal.addEventListener('abort', () => reject(job.signal.reason), { once: true });
  });
  const whole = work(job);
  const settled = whole.then(
    () => {},
    () => {},
  );
  running.set(job, settled);
  void settled.then(() => running.delete(job));
  return Promise.race([whole, stopped]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  });
}

/** A pause that ends early, by throwing, when nobody waits any more. */
export function pause(job: Job, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(job.signal.reason);
    };
    if (job.signal.aborted) return reject(job.signal.reason);
    const timer = setTimeout(() => {
      job.signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    job.signal.addEventListener('abort', stop, { once: true });
  });
}
