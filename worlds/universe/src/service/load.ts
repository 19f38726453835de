import type { Head, Journal } from '@worldwire/journal';
import { type Change, Universe, type UniverseState } from '../domain/index.js';

const PAGE = 1_000;

export interface Loaded {
  readonly head: Head;
  readonly universe: Universe;
  /** Characters of the entries behind the snapshot, and of the snapshot. */
  readonly sinceSnapshot: number;
  readonly snapshotCharacters: number;
}

/** A universe as its log tells it: the newest snapshot, and what came behind it. Undefined where there is no log. */
export async function load(journal: Journal, id: string): Promise<Loaded | undefined> {
  for (let last: Head | undefined; ; ) {
    const found = await journal.find(id);
    if (found === undefined) return undefined;
    const loaded = await read(journal, found);
    if (loaded !== undefined) return loaded;
    // A log is shorter than its head only where it was removed in between, and perhaps made anew.
    if (last?.incarnation === found.incarnation) throw new Error(`The log of universe "${id}" is not whole.`);
    last = found;
  }
}

async function read(journal: Journal, found: Head): Promise<Loaded | undefined> {
  const { id, incarnation } = found;
  const snapshot = await journal.snapshot(id, incarnation);
  if (snapshot === undefined) return undefined;
  const universe = Universe.empty();
  // Our own words, checked before they were written: they are taken as they are.
  universe.replay([{ op: 'reset', value: JSON.parse(snapshot.state) as UniverseState }]);
  let { revision } = snapshot;
  let at = found.updatedAt;
  let sinceSnapshot = 0;
  for (;;) {
    const entries = await journal.read(id, revision, PAGE, incarnation);
    if (entries.length === 0) break;
    for (const entry of entries) {
      universe.replay(entry.changes as Change[]);
      ({ revision, at } = entry);
    }
    sinceSnapshot += JSON.stringify(entries).length;
  }
  if (revision < found.revision) return undefined;
  // A log that was renamed behind its newest entry says so in its head alone.
  const head = { ...found, revision, updatedAt: revision === found.revision ? found.updatedAt : at };
  return { head, universe, sinceSnapshot, snapshotCharacters: snapshot.state.length };
}
