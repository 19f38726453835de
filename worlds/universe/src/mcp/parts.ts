import type { Entry } from '@worldwire/journal';
import { type Change, spelledOut } from '../domain/index.js';
import { brief } from './brief.js';

/** How long a revision is held for whoever reads it part by part. */
const HELD_MS = 10_000;

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
    events: (events as object[]).map(brief),
    changes: spelledOut(changes as Change[]),
  };
}

/** The large revision that was read last: to take it from the log again for each of its many parts is dear. */
export class LastRead {
  #held: { readonly name: string; readonly large: LargeRevision } | undefined;
  #timer: NodeJS.Timeout | undefined;

  find(name: string): LargeRevision | undefined {
    return this.#held?.name === name ? this.#held.large : undefined;
  }

  hold(name: string, large: LargeRevision): void {
    this.#held = { name, large };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#held = undefined;
    }, HELD_MS).unref();
  }
}
