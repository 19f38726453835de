import type { Entry } from '@worldwire/journal';
import { encodeSse, encodeSseComment } from '@worldwire/protocol';
import type { FeedReader } from '@worldwire/server';
import type { Universe } from '../domain/index.js';
import type { LiveUniverse } from '../service/live-universe.js';
import type { Universes } from '../service/universes.js';
import { effectOf } from './effect-commands.js';

const PAGE = 200;

/**
 * One reader of what happens in a universe, in commands that have the effect. Like `CommandFeed` it has a place in the
 * log; unlike there, every reader costs the writing of its frames.
 */
export class EffectFeed {
  #after: number;
  #full = false;
  #over = false;
  #wake = () => {};

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
    const unfollow = live.follow(() => this.#wake());
    reader.drained = () => {
      this.#full = false;
      this.#wake();
    };
    const stop = () => {
      this.#over = true;
      unfollow();
      this.#wake();
    };
    // A reader that is let go comes back with the last revision it saw.
    this.#run().then(
      () => this.#end(stop),
      () => this.#end(stop),
    );
    return stop;
  }

  async #run(): Promise<void> {
    const { universes, live, reader } = this;
    reader.write(encodeSseComment(`revision ${live.revision}`) + encodeSse({ id: String(this.#after) }));
    for (;;) {
      const waits = this.#full || this.#after >= live.revision;
      if (this.#over || (live.over && !this.#full && waits)) return;
      if (waits) {
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
        continue;
      }
      const entries = await universes.after(live, this.#after, PAGE);
      // The universe is removed, and what it had is gone with it.
      if (entries.length === 0) return;
      const text = await live.read(now => entries.map(entry => framesOf(entry, now)).join(''));
      if (this.#over) return;
      this.#full = !reader.write(text);
      this.#after = (entries.at(-1) as Entry).revision;
    }
  }

  #end(stop: () => void): void {
    if (this.#over) return;
    stop();
    this.reader.drained = undefined;
    this.reader.end();
  }
}

/** The last event of an entry has its revision as the id: a reader that has some of them gets all of them again. */
function framesOf(entry: Entry, now: Universe): string {
  const commands = [...(entry.undoes === undefined ? [] : [entry.command]), ...effectOf(entry, now)];
  const id = String(entry.revision);
  if (commands.length === 0) return encodeSse({ id });
  return commands
    .map((command, index) => {
      const last = index === commands.length - 1;
      return encodeSse({ event: 'command', ...(last && { id }), data: JSON.stringify(command) });
    })
    .join('');
}
