/** The engine keeps its log open, and some systems report writes only when a file is closed. */
const POLL_MS = 500;

export interface PollerOptions {
  /** Describes the state of the subject: another text for every other state. */
  readonly print: () => Promise<string>;
  readonly changed: () => void;
  readonly failed: (thrown: Error) => void;
  /** Whether a change between the last poll and the next watcher counts, though nothing was watched meanwhile. */
  readonly remembers: boolean;
}

/** Reports changes of a subject while it is watched. */
export class Poller {
  readonly #options: PollerOptions;
  #known: string | undefined;
  #watchers = 0;
  #run: { timer?: NodeJS.Timeout } | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  watch(): () => void {
    if (++this.#watchers === 1) this.#start();
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
      if (--this.#watchers === 0) this.close();
    };
  }

  /** The first poll reports no change. */
  async poll(): Promise<void> {
    const run = this.#run;
    const found = await this.#options.print();
    if (run !== this.#run && !this.#options.remembers) return;
    const changed = this.#known !== undefined && this.#known !== found;
    this.#known = found;
    if (changed && this.#run !== undefined) this.#options.changed();
  }

  close(): void {
    clearTimeout(this.#run?.timer);
    this.#run = undefined;
    if (!this.#options.remembers) this.#known = undefined;
  }

  #start(): void {
    const run: { timer?: NodeJS.Timeout } = {};
    this.#run = run;
    const next = () => {
      this.poll()
        .catch(this.#options.failed)
        .finally(() => {
          if (this.#run === run) run.timer = setTimeout(next, POLL_MS).unref();
        });
    };
    next();
  }
}
