import { untilAborted } from '@worldwire/server/kit';

export type Progress = (done: number, total?: number, message?: string) => void;

interface Run {
  readonly ended: Promise<void>;
  readonly stop: AbortController;
  readonly listeners: Set<Progress>;
  waiting: number;
}

/** Runs work once for all concurrent callers. The work is aborted when the last caller has left. */
export class SharedWork {
  #run: Run | undefined;

  constructor(readonly work: (signal: AbortSignal, progress: Progress) => Promise<void>) {}

  get running(): boolean {
    return this.#run !== undefined;
  }

  async join(signal: AbortSignal, progress?: Progress): Promise<void> {
    // A run that is stopping is incomplete.
    while (this.#run?.stop.signal.aborted) await this.#run.ended.catch(() => undefined);
    signal.throwIfAborted();
    this.#run ??= this.#start();
    const run = this.#run;
    run.waiting++;
    if (progress !== undefined) run.listeners.add(progress);
    try {
      await untilAborted(run.ended, signal);
    } finally {
      if (progress !== undefined) run.listeners.delete(progress);
      if (--run.waiting === 0) run.stop.abort();
    }
  }

  /** Aborts the run and waits for its end. */
  async stop(): Promise<void> {
    this.#run?.stop.abort();
    await this.#run?.ended.catch(() => undefined);
  }

  #start(): Run {
    const stop = new AbortController();
    const listeners = new Set<Progress>();
    const progress: Progress = (done, total, message) => {
      for (const listener of listeners) listener(done, total, message);
    };
    const ended = this.work(stop.signal, progress).finally(() => {
      this.#run = undefined;
    });
    // A failure is for the callers. After the last one left, no handler remains.
    ended.catch(() => undefined);
    return { ended, stop, listeners, waiting: 0 };
  }
}
