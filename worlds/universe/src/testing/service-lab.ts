import { type Append, JournalConflict, JournalUnavailable, MemoryJournal } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import { Universes } from '../service/universes.js';

export const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const ANN = { principal: 'ann' };

/** A journal whose appends wait for the test, fail as it says, and are counted. */
export class ControlledJournal extends MemoryJournal {
  readonly appends: Append[] = [];
  /** What the next appends do before they reach the log. */
  readonly before: (() => void | Promise<void>)[] = [];
  /** What the next appends do behind it: it has been written by then. */
  readonly behind: (() => void)[] = [];

  override async append(append: Append): Promise<number> {
    this.appends.push(append);
    await this.before.shift()?.();
    const characters = await super.append(append);
    this.behind.shift()?.();
    return characters;
  }
}

export function fails(kind: 'conflict' | 'unavailable' | 'bug'): () => never {
  return () => {
    if (kind === 'conflict') throw new JournalConflict('Somebody else was here.');
    if (kind === 'unavailable') throw new JournalUnavailable('The disk is full.');
    throw new TypeError('a bug');
  };
}

/** A service over a journal that the test has in its hands, with one universe "u". */
export async function lab(journal = new ControlledJournal()): Promise<{
  readonly universes: Universes;
  readonly journal: ControlledJournal;
}> {
  let minted = 0;
  const universes = new Universes({ journal, log: QUIET, now: Date.now, mintId: () => `u-${++minted}` });
  if ((await journal.find('u')) === undefined) await universes.create({ id: 'u', name: 'U' }, ANN);
  return { universes, journal };
}

export function addStar(id: string, payload: object = {}): object {
  return { type: 'addStar', id, payload };
}
