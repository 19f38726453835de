import type { Entry } from '@worldwire/journal';
import { encodeSse, encodeSseComment } from '@worldwire/protocol';
import type { FeedReader } from '@worldwire/server';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';
import type { CommandFrames } from './command-frames.js';

const PAGE = 200;

/**
 * The event stream of one client. It keeps a position in the log and reads on as fast as the client does, so a slow client
 * falls behind in the log and not in memory.
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

  /** Returns a function that ends it. */
  start(): () => void {
    const { loaded, reader } = this;
    this.#unsubscribe = loaded.subscribe(() => this.#continue());
    reader.drained = () => {
      this.#full = false;
      this.#continue();
    };
    // A browser that reconnects before the first command sends this id.
    reader.write(encodeSseComment(`revision ${loaded.revision}`) + encodeSse({ id: String(this.#after) }));
    this.#continue();
    return this.#unsubscribe;
  }

  #continue(): void {
    if (this.#reading) return;
    const { loaded } = this;
    while (!this.#full && this.#after < loaded.revision) {
      const entries = loaded.recent(this.#after);
      if (entries === undefined) return void this.#readLog();
      if (!this.#write(entries.length > PAGE ? entries.slice(0, PAGE) : entries)) return;
    }
    if (loaded.ended) this.#end();
  }

  async #readLog(): Promise<void> {
    this.#reading = true;
    try {
      const entries = await this.universes.after(this.loaded, this.#after, PAGE);
      // The universe was removed.
      if (entries.length === 0) return this.#end();
      if (!this.#write(entries)) return;
    } catch {
      return this.#end();
    } finally {
      this.#reading = false;
    }
    this.#continue();
  }

  /** The position moves only after the write, so that no entry is skipped. */
  #write(entries: readonly Entry[]): boolean {
    try {
      this.#full = !this.reader.write(this.frames.of(entries));
      this.#after = (entries.at(-1) as Entry).revision;
      return true;
    } catch {
      this.#end();
      return false;
    }
  }

  /** The client reconnects with the last revision it received. */
  #end(): void {
    this.#unsubscribe();
    this.reader.drained = undefined;
    this.reader.end();
  }
}
