import type { Entry } from '@worldwire/journal';
import { encodeSse } from '@worldwire/protocol';

/** A page of frames up to this length is cached for other clients at the same position. */
const MAX_CACHED_CHARACTERS = 1024 * 1024;

/** Encodes entries as events. All clients get the same frames, so each is encoded once while its entry is in memory. */
export class CommandFrames {
  readonly #frames = new WeakMap<Entry, string>();
  #newest: { readonly entries: readonly Entry[]; readonly text: string } | undefined;

  /** At least one entry. */
  of(entries: readonly Entry[]): string {
    const first = this.#frame(entries[0] as Entry);
    if (entries.length === 1) return first;
    if (this.#newest !== undefined && isSame(this.#newest.entries, entries)) return this.#newest.text;
    const text = entries.map(entry => this.#frame(entry)).join('');
    this.#newest = text.length > MAX_CACHED_CHARACTERS ? undefined : { entries, text };
    return text;
  }

  #frame(entry: Entry): string {
    let frame = this.#frames.get(entry);
    if (frame === undefined) {
      const { revision, command } = entry;
      frame = encodeSse({ event: 'command', id: String(revision), data: JSON.stringify(command) });
      this.#frames.set(entry, frame);
    }
    return frame;
  }
}

/** Entries are dense, so comparing both ends is enough. */
function isSame(one: readonly Entry[], other: readonly Entry[]): boolean {
  return one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1);
}
