import { createHash } from 'node:crypto';
import { type Log, legible } from '@worldwire/server';
import { UnrealError } from '../port/unreal-error.js';
import { requirePath } from '../port/unreal-paths.js';
import { pool } from '../work/pool.js';

export interface WatchOptions {
  /** What a path is like now, as a text that is another one when it changed. */
  readonly look: (path: string) => Promise<string>;
  /** Whether a look makes sense. */
  readonly usable: () => boolean;
  readonly onChange: (path: string) => void;
  readonly everyMs: number;
  readonly concurrency: number;
  readonly log: Log;
}

interface Watched {
  watchers: number;
  digest: string | undefined;
}

const MISSING = 'missing';

/** Looks at what somebody watches, and at nothing when nobody does. */
export class WatchPoller {
  readonly #options: WatchOptions;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** Something came while a round was under way. */
  #hurry = false;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watched.size;
  }

  add(path: string): () => void {
    requirePath(path);
    const watched = this.#watched.get(path) ?? { watchers: 0, digest: undefined };
    watched.watchers++;
    this.#watched.set(path, watched);
    // At once: what changes from now on is to be noticed.
    if (watched.watchers === 1) {
      this.#hurry = this.#looking;
      this.#next(0);
    }
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--watched.watchers === 0) this.#watched.delete(path);
      if (this.#watched.size === 0) clearTimeout(this.#timer);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #next(milliseconds: number): void {
    if (this.#looking || this.#closed) return;
    clearTimeout(this.#timer);
    if (this.#watched.size > 0) this.#timer = setTimeout(() => void this.#round(), milliseconds);
  }

  async #round(): Promise<void> {
    this.#hurry = false;
    if (this.#options.usable()) {
      this.#looking = true;
      await pool([...this.#watched], this.#options.concurrency, entry => this.#look(entry));
      this.#looking = false;
    }
    this.#next(this.#hurry ? 0 : this.#options.everyMs);
  }

  /** A look that fails shows nothing; the next one may. */
  async #look([path, watched]: [string, Watched]): Promise<void> {
    let digest: string;
    try {
      digest = createHash('sha256')
        .update(await this.#options.look(path))
        .digest('base64');
    } catch (thrown) {
      if (!(thrown instanceof UnrealError) || thrown.kind !== 'not-found') {
        this.#options.log.debug({ err: thrown, path: legible(path) }, 'a look at what is watched failed');
        return;
      }
      digest = MISSING;
    }
    if (this.#watched.get(path) !== watched) return;
    const changed = watched.digest !== undefined && watched.digest !== digest;
    watched.digest = digest;
    if (changed) this.#options.onChange(path);
  }
}
