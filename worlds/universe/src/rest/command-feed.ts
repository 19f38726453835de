import type { Entry } from '@worldwire/journal';
import { encodeSse, encodeSseComment } from '@worldwire/protocol';
import type { FeedReader } from '@worldwire/server';
import type { LiveUniverse } from '../service/live-universe.js';
import type { Universes } from '../service/universes.js';

const PAGE = 200;

/** Frames are the same for every reader: each is written once, as long as its entry is at hand. */
const frames = new WeakMap<Entry, string>();

/**
 * One reader of a universe's commands. It has a place in the log and reads on from there, as fast as it takes
 * what it is given: a slow one falls behind in the log, never in memory, and nobody misses or doubles a revision.
 */
export class CommandFeed {
  #after: number;
  #reading = false;
  #full = false;
  #unfollow = () => {};

  constructor(
    readonly universes: Pick<Universes, 'after'>,
    readonly live: LiveUniverse,
    after: number,
    readonly reader: FeedReader,
  ) {
    this.#after = after;
  }

  /** Returns the way to end it. */
  start(): () => void {
    const { live, reader } = this;
    this.#unfollow = live.follow(() => this.#readOn());
    reader.drained = () => {
      this.#full = false;
      this.#readOn();
    };
    reader.write(encodeSseComment(`revision ${live.revision}`));
    this.#readOn();
    return this.#unfollow;
  }

  #readOn(): void {
    if (this.#reading) return;
    const { live, reader } = this;
    while (!this.#full && this.#after < live.revision) {
      const entries = live.recent(this.#after);
      if (entries === undefined) return void this.#readLog();
      this.#give(entries.length > PAGE ? entries.slice(0, PAGE) : entries);
    }
    if (live.over) {
      this.#unfollow();
      reader.end();
    }
  }

  async #readLog(): Promise<void> {
    this.#reading = true;
    try {
      const entries = await this.universes.after(this.live.id, this.#after, PAGE);
      if (entries.length === 0) throw new Error('The log ends before its newest revision.');
      this.#give(entries);
    } catch {
      // The reader comes back with the last revision it saw, and by then the log can perhaps be read again.
      this.#unfollow();
      return this.reader.end();
    } finally {
      this.#reading = false;
    }
    this.#readOn();
  }

  #give(entries: readonly Entry[]): void {
    this.#after = (entries.at(-1) as Entry).revision;
    this.#full = !this.reader.write(framesOf(entries));
  }
}

/** Readers who are at the same place get the same text, joined once for all of them. */
let newest: { readonly entries: readonly Entry[]; readonly text: string } | undefined;

function framesOf(entries: readonly Entry[]): string {
  if (entries.length === 1) return frameOf(entries[0] as Entry);
  const { length } = entries;
  const known = newest?.entries;
  if (known?.length !== length || known[0] !== entries[0] || known.at(-1) !== entries.at(-1)) {
    newest = { entries, text: entries.map(frameOf).join('') };
  }
  return (newest as { readonly text: string }).text;
}

function frameOf(entry: Entry): string {
  let frame = frames.get(entry);
  if (frame === undefined) {
    frame = encodeSse({
      event: 'command',
      id: String(entry.revision),
      data: JSON.stringify(entry.command),
    });
    frames.set(entry, frame);
  }
  return frame;
}
