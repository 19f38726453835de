import { type Append, JournalConflict, JournalUnavailable, MemoryJournal } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import { Universes } from '../service/universes.js';

export const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const ANN = { principal: 'ann' };

/** A journal whose appends the test can delay, fail and count. */
export class ControlledJournal extends MemoryJournal {
  readonly appends: Append[] = [];
  /** Run before the next appends. */
  readonly before: (() => void | Promise<void>)[] = [];
  /** Run after the next appends were written. */
  readonly after: (() => void)[] = [];

  override async append(append: Append): Promise<number> {
    this.appends.push(append);
    await this.before.shift()?.();
    const characters = await super.append(append);
    this.after.shift()?.();
    return characters;
  }
}

export function fails(kind: 'conflict' | 'unavailable' | 'bug'): () => never {
  return () => {
    if (kind === 'conflict') throw new JournalConflict('Another process wrote first.');
    if (kind === 'unavailable') throw new JournalUnavailable('The disk is full.');
    throw new TypeError('a bug');
  };
}

/** A service over a journal of the test, with one universe "u". */
export async function lab(
  journal = new ControlledJournal(),
  settings: { readonly confirmAbove?: number } = {},
): Promise<{
  readonly universes: Universes;
  readonly journal: ControlledJournal;
}> {
  let minted = 0;
  const universes = new Universes({
    journal,
    log: QUIET,
    now: Date.now,
    mintId: () => `u-${++minted}`,
    ...settings,
  });
  if ((await journal.find('u')) === undefined) await universes.create({ id: 'u', name: 'U' }, ANN);
  return { universes, journal };
}

export function addStar(id: string, payload: object = {}): object {
  return { type: 'addStar', id, payload };
}
