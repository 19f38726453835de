/** The engine keeps its log open, and some systems tell of what is written to a file only when it is closed. */
const LOOK_MS = 500;

/** Tells when something looks other than it did, for as long as somebody wants to know. */
export class Lookout {
  readonly #print: () => Promise<string>;
  readonly #changed: () => void;
  readonly #failed: (thrown: Error) => void;
  #known: string | undefined;
  #watchers = 0;
  #run: { timer?: NodeJS.Timeout } | undefined;

  /** `print` gives another text for every other state of what is looked at. */
  constructor(print: () => Promise<string>, changed: () => void, failed: (thrown: Error) => void) {
    this.#print = print;
    this.#changed = changed;
    this.#failed = failed;
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
    const found = await this.#print();
    const changed = this.#known !== undefined && this.#known !== found;
    this.#known = found;
    if (changed && this.#run !== undefined) this.#changed();
  }

  close(): void {
    clearTimeout(this.#run?.timer);
    this.#run = undefined;
  }

  #begin(): void {
    const run: { timer?: NodeJS.Timeout } = {};
    this.#run = run;
    const next = () => {
      this.look()
        .catch(this.#failed)
        .finally(() => {
          if (this.#run === run) run.timer = setTimeout(next, LOOK_MS).unref();
        });
    };
    next();
  }
}
