export type Progress = (done: number, total?: number, message?: string) => void;

interface Run {
  readonly ended: Promise<void>;
  readonly stop: AbortController;
  readonly hear: Set<Progress>;
  waiting: number;
}

/**
 * Work that several callers may want at the same time is done once. A caller may leave; when the last one has left,
 * the work is told to stop.
 */
export class SharedWork {
  #run: Run | undefined;

  constructor(readonly work: (signal: AbortSignal, progress: Progress) => Promise<void>) {}

  get running(): boolean {
    return this.#run !== undefined;
  }

  async join(signal: AbortSignal, progress?: Progress): Promise<void> {
    // One that is stopping did not do what this caller wants.
    while (this.#run?.stop.signal.aborted) await this.#run.ended.catch(() => undefined);
    signal.throwIfAborted();
    this.#run ??= this.#start();
    const run = this.#run;
    run.waiting++;
    if (progress !== undefined) run.hear.add(progress);
    try {
      await untilAborted(run.ended, signal);
    } finally {
      if (progress !== undefined) run.hear.delete(progress);
      if (--run.waiting === 0) run.stop.abort();
    }
  }

  /** Stops what runs, and waits until it has. */
  async stop(): Promise<void> {
    this.#run?.stop.abort();
    await this.#run?.ended.catch(() => undefined);
  }

  #start(): Run {
    const stop = new AbortController();
    const hear = new Set<Progress>();
    const progress: Progress = (done, total, message) => {
      for (const one of hear) one(done, total, message);
    };
    const ended = this.work(stop.signal, progress).finally(() => {
      this.#run = undefined;
    });
    // Whoever still waits hears of it; when nobody does, nobody wants to know.
    ended.catch(() => undefined);
    return { ended, stop, hear, waiting: 0 };
  }
}

function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
