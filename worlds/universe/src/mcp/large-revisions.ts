import type { Entry } from '@worldwire/journal';
import { BoundedCache } from '@worldwire/server/kit';
import { type Change, expandResets } from '../domain/index.js';
import { shorten, shortenEvents } from './shorten.js';

const TTL_MS = 10_000;
const MAX_REVISIONS = 4;
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** A revision that is too large for a page, and is read in parts. */
export interface LargeRevision {
  readonly revision: number;
  readonly command: object;
  readonly events: readonly object[];
  readonly changes: readonly Change[];
}

export function largeRevision({ revision, command, events, changes }: Entry): LargeRevision {
  return {
    revision,
    command: shorten(command as object),
    events: shortenEvents(events as object[]),
    changes: expandResets(changes as Change[]),
  };
}

/** The large revisions that were read last, so that the log is not read again for each part. */
export class LargeRevisionCache {
  readonly #cache: BoundedCache<{ readonly large: LargeRevision; readonly characters: number }>;

  constructor(maxSize = MAX_CHARACTERS) {
    // The newest stays at any size: its next part is about to be read.
    this.#cache = new BoundedCache({ maxSize, maxEntries: MAX_REVISIONS, ttlMs: TTL_MS, keepsNewest: true });
  }

  find(name: string): LargeRevision | undefined {
    return this.#cache.get(name)?.large;
  }

  hold(name: string, large: LargeRevision): void {
    const known = this.#cache.get(name);
    const characters = known?.large === large ? known.characters : JSON.stringify(large).length;
    this.#cache.set(name, { large, characters }, characters);
  }
}
