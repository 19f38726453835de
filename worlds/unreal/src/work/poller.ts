/** The engine keeps its log open, and some systems tell of what is written to a file only when it is closed. */
const LOOK_MS = 500;

export interface LookoutParts {
  /** Gives another text for every other state of what is looked at. */
  readonly print: () => Promise<string>;
  readonly changed: () => void;
  readonly failed: (thrown: Error) => void;
  /** Whether the next watcher hears of what happened since somebody looked, though nobody watched. */
  readonly remembers: boolean;
}

/** Tells when something looks other than it did, for as long as somebody wants to know. */
export class Lookout {
  readonly #parts: LookoutParts;
  #known: string | undefined;
  #watchers = 0;
  #run: { timer?: NodeJS.Timeout } | undefined;

  constructor(parts: LookoutParts) {
    this.#parts = parts;
  }

  watch(): () => void {
    if (++this.#watchers === 1) this.#begin();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--this.#watchers === 0) this.close();
    };
  }

  /** What was never looked at before is no news. */
  async look(): Promise<void> {
    const run = this.#run;
    const found = await this.#parts.print();
    if (run !== this.#run && !this.#parts.remembers) return;
    const changed = this.#known !== undefined && this.#known !== found;
    this.#known = found;
    if (changed && this.#run !== undefined) this.#parts.changed();
  }

  close(): void {
    clearTimeout(this.#run?.timer);
    this.#run = undefined;
    if (!this.#parts.remembers) this.#known = undefined;
  }

  #begin(): void {
    const run: { timer?: NodeJS.Timeout } = {};
    this.#run = run;
    const next = () => {
      this.look()
        .catch(this.#parts.failed)
        .finally(() => {
          if (this.#run === run) run.timer = setTimeout(next, LOOK_MS).unref();
        });
    };
    next();
  }
}
