import { newestLog } from '../files/log-file.js';

/** The engine keeps its log open, and some systems tell of what is written to a file only when it is closed. */
const LOOK_MS = 500;

/** Tells when there is more in the log, for as long as somebody wants to know. */
export class LogWatch {
  readonly #root: string;
  readonly #grown: () => void;
  readonly #failed: (thrown: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #watchers = 0;
  #last: { readonly path: string; readonly size: number } | undefined;

  constructor(root: string, grown: () => void, failed: (thrown: Error) => void) {
    this.#root = root;
    this.#grown = grown;
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

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(): void {
    // What is there now is no news.
    let known = false;
    const look = async () => {
      const newest = await newestLog(this.#root);
      const changed = newest?.path !== this.#last?.path || newest?.size !== this.#last?.size;
      this.#last = newest;
      if (changed && known && this.#timer !== undefined) this.#grown();
      known = true;
    };
    const next = () => {
      look()
        .catch(this.#failed)
        .finally(() => {
          if (this.#timer !== undefined) this.#timer = setTimeout(next, LOOK_MS).unref();
        });
    };
    this.#timer = setTimeout(next, 0).unref();
  }
}
