import { setMaxListeners } from 'node:events';
import { UnrealError, type UnrealErrorKind } from '../../port/unreal-error.js';
import type { CallOptions } from '../../port/unreal-source.js';

/** One running operation: whether a caller waits for it, and whether it may have changed the editor. */
export class Job {
  /** Whether a write was sent that the editor did not refuse. */
  wrote = false;
  readonly progress: NonNullable<CallOptions['progress']>;
  readonly #controller = new AbortController();

  constructor(
    readonly name: string,
    progress?: CallOptions['progress'],
  ) {
    this.progress = progress ?? (() => {});
    // Every request of the operation adds a listener.
    setMaxListeners(0, this.signal);
  }

  /** Aborted with the UnrealError for the caller. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(kind: UnrealErrorKind, message: string): void {
    const about = this.wrote ? `${message} Whether the write was done is unknown.` : message;
    const enable = this.wrote ? 'Read the current value before you try again.' : undefined;
    this.#controller.abort(new UnrealError(kind, about, enable, this.wrote));
  }
}

/** Runs an operation until it ends, the caller aborts or the deadline passes. `running` has the jobs that have not settled. */
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
  const result = work(job);
  const settled = result.then(
    () => {},
    () => {},
  );
  running.set(job, settled);
  void settled.then(() => running.delete(job));
  return Promise.race([result, stopped]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  });
}

/** A pause that rejects when the job is stopped. */
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
