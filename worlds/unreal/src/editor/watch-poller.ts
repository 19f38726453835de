import { createHash } from 'node:crypto';
import { type Log, legible } from '@worldwire/server';
import { requirePath } from '../port/object-path.js';
import { UnrealError } from '../port/unreal-error.js';
import { pool } from '../work/pool.js';

export interface WatchOptions {
  /** The state of an object as a text that differs after a change. */
  readonly look: (path: string) => Promise<string>;
  /** Whether the editor can be asked. */
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

/** Polls the watched objects. */
export class WatchPoller {
  readonly #options: WatchOptions;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** A path was added during a round. */
  #again = false;
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
    // At once, so that every later change is noticed.
    if (watched.watchers === 1) {
      this.#again = this.#looking;
      this.#next(0);
    }
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
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
    this.#again = false;
    if (this.#options.usable()) {
      this.#looking = true;
      await pool([...this.#watched], this.#options.concurrency, entry => this.#look(entry));
      this.#looking = false;
    }
    this.#next(this.#again ? 0 : this.#options.everyMs);
  }

  /** A failed check reports nothing. */
  async #look([path, watched]: [string, Watched]): Promise<void> {
    let digest: string;
    try {
      digest = createHash('sha256')
        .update(await this.#options.look(path))
        .digest('base64');
    } catch (thrown) {
      if (!(thrown instanceof UnrealError) || thrown.kind !== 'not-found') {
        this.#options.log.debug({ err: thrown, path: legible(path) }, 'the check of a watched object failed');
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
