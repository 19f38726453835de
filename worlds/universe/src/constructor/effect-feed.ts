import type { Entry } from '@worldwire/journal';
import { encodeSse, encodeSseComment } from '@worldwire/protocol';
import type { FeedReader } from '@worldwire/server';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';
import { type EffectCommand, effectOf, lastSettings } from './effect-commands.js';

const PAGE = 200;
/** Characters written at once; a larger entry is written alone. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * The event stream of one client, in commands that have the effect of each entry. Like `CommandFeed` it keeps a position in
 * the log, but the frames are encoded for each client.
 */
export class EffectFeed {
  #after: number;
  #full = false;
  #over = false;
  #wake = () => {};

  constructor(
    readonly universes: Pick<Universes, 'after'>,
    readonly loaded: LoadedUniverse,
    after: number,
    readonly reader: FeedReader,
  ) {
    this.#after = after;
  }

  /** Returns a function that ends it. */
  start(): () => void {
    const { loaded, reader } = this;
    const unsubscribe = loaded.subscribe(() => this.#wake());
    reader.drained = () => {
      this.#full = false;
      this.#wake();
    };
    const stop = () => {
      this.#over = true;
      unsubscribe();
      this.#wake();
    };
    // A client reconnects with the last revision it received.
    this.#run().then(
      () => this.#end(stop),
      () => this.#end(stop),
    );
    return stop;
  }

  async #run(): Promise<void> {
    const { universes, loaded, reader } = this;
    reader.write(encodeSseComment(`revision ${loaded.revision}`) + encodeSse({ id: String(this.#after) }));
    while (await this.#ready()) {
      const entries = await universes.after(loaded, this.#after, PAGE);
      // No entries: the universe was removed.
      if (entries.length === 0 || !(await this.#write(entries))) return;
    }
  }

  /** Waits for entries and for the client. False if no more will come. */
  async #ready(): Promise<boolean> {
    const { loaded } = this;
    for (;;) {
      const waits = this.#full || this.#after >= loaded.revision;
      if (this.#over || (loaded.ended && !this.#full && waits)) return false;
      if (!waits) return true;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  /** In pieces, because the frames of a page can be far larger than its entries. */
  async #write(entries: readonly Entry[]): Promise<boolean> {
    const last = lastSettings(entries);
    let next = 0;
    while (next < entries.length) {
      const text = await this.loaded.read(now => {
        let piece = '';
        while (next < entries.length && piece.length < PIECE_CHARACTERS) {
          const entry = entries[next++] as Entry;
          piece += framesOf(entry, effectOf(entry, now, last));
        }
        return piece;
      });
      if (this.#over) return false;
      this.#full = !this.reader.write(text);
      this.#after = (entries[next - 1] as Entry).revision;
      if (next < entries.length && !(await this.#ready())) return false;
    }
    return true;
  }

  #end(stop: () => void): void {
    if (this.#over) return;
    stop();
    this.reader.drained = undefined;
    this.reader.end();
  }
}

/** Only the last event of an entry has an id, so that a client that has some of them gets all again. */
function framesOf(entry: Entry, effect: readonly EffectCommand[]): string {
  const commands = [...(entry.undoes === undefined ? [] : [entry.command]), ...effect];
  const id = String(entry.revision);
  if (commands.length === 0) return encodeSse({ id });
  return commands
    .map((command, index) => {
      const last = index === commands.length - 1;
      return encodeSse({ event: 'command', ...(last && { id }), data: JSON.stringify(command) });
    })
    .join('');
}
