import type { Entry } from '@worldwire/journal';
import { encodeSse, encodeSseComment } from '@worldwire/protocol';
import type { FeedReader } from '@worldwire/server';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';
import type { CommandFrames } from './command-frames.js';

const PAGE = 200;

/**
 * One reader of a universe's commands. It has a place in the log and reads on from there, as fast as it takes
 * what it is given: a slow one falls behind in the log, never in memory, and nobody misses or doubles a revision.
 */
export class CommandFeed {
  #after: number;
  #reading = false;
  #full = false;
  #unsubscribe = () => {};

  constructor(
    readonly universes: Pick<Universes, 'after'>,
    readonly loaded: LoadedUniverse,
    after: number,
    readonly frames: CommandFrames,
    readonly reader: FeedReader,
  ) {
    this.#after = after;
  }

  /** Returns the way to end it. */
  start(): () => void {
    const { loaded, reader } = this;
    this.#unsubscribe = loaded.subscribe(() => this.#readOn());
    reader.drained = () => {
      this.#full = false;
      this.#readOn();
    };
    // A browser that has received no command yet sends this id when it comes back, and misses nothing.
    reader.write(encodeSseComment(`revision ${loaded.revision}`) + encodeSse({ id: String(this.#after) }));
    this.#readOn();
    return this.#unsubscribe;
  }

  #readOn(): void {
    if (this.#reading) return;
    const { loaded } = this;
    while (!this.#full && this.#after < loaded.revision) {
      const entries = loaded.recent(this.#after);
      if (entries === undefined) return void this.#readLog();
      if (!this.#give(entries.length > PAGE ? entries.slice(0, PAGE) : entries)) return;
    }
    if (loaded.ended) this.#end();
  }

  async #readLog(): Promise<void> {
    this.#reading = true;
    try {
      const entries = await this.universes.after(this.loaded, this.#after, PAGE);
      // The universe is removed, and what it had is gone with it.
      if (entries.length === 0) return this.#end();
      if (!this.#give(entries)) return;
    } catch {
      return this.#end();
    } finally {
      this.#reading = false;
    }
    this.#readOn();
  }

  /** Whether the reader has them. Its place moves on only then, so that nothing is left out. */
  #give(entries: readonly Entry[]): boolean {
    try {
      this.#full = !this.reader.write(this.frames.of(entries));
      this.#after = (entries.at(-1) as Entry).revision;
      return true;
    } catch {
      this.#end();
      return false;
    }
  }

  /** The reader comes back with the last revision it saw, and by then the log can perhaps be read again. */
  #end(): void {
    this.#unsubscribe();
    this.reader.drained = undefined;
    this.reader.end();
  }
}
