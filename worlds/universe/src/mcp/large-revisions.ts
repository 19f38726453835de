import type { Entry } from '@worldwire/journal';
import { type Change, expandResets } from '../domain/index.js';
import { brief, shortenEvents } from './shorten.js';

/** How long revisions are held for those who read them part by part, and how many of them. */
const HELD_MS = 10_000;
const MOST = 4;
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** A revision that is too large for a page, as its parts are cut from it. */
export interface LargeRevision {
  readonly revision: number;
  readonly command: object;
  readonly events: readonly object[];
  readonly changes: readonly Change[];
}

export function largeRevision({ revision, command, events, changes }: Entry): LargeRevision {
  return {
    revision,
    command: brief(command as object),
    events: shortenEvents(events as object[]),
    changes: expandResets(changes as Change[]),
  };
}

interface Held {
  readonly large: LargeRevision;
  readonly characters: number;
}

/** The large revisions that were read last: to take one from the log again for each of its many parts is dear. */
export class LargeRevisionCache {
  /** The one that was read longest ago comes first. */
  readonly #held = new Map<string, Held>();
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly mostCharacters = MAX_CHARACTERS) {}

  find(name: string): LargeRevision | undefined {
    return this.#held.get(name)?.large;
  }

  hold(name: string, large: LargeRevision): void {
    const known = this.#held.get(name);
    const characters = known?.large === large ? known.characters : JSON.stringify(large).length;
    this.#drop(name);
    this.#held.set(name, { large, characters });
    this.#characters += characters;
    for (const oldest of this.#held.keys()) {
      // The newest stays, however large it is: somebody is about to read its next part.
      if (oldest === name || (this.#held.size <= MOST && this.#characters <= this.mostCharacters)) break;
      this.#drop(oldest);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#held.clear();
      this.#characters = 0;
    }, HELD_MS).unref();
  }

  #drop(name: string): void {
    this.#characters -= this.#held.get(name)?.characters ?? 0;
    this.#held.delete(name);
  }
}
