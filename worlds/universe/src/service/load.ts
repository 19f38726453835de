import type { Head, Journal } from '@worldwire/journal';
import { type Change, Universe, type UniverseState } from '../domain/index.js';

const PAGE = 1_000;

/** A universe as its log tells it: the newest snapshot, and what came behind it. */
export async function load(
  journal: Journal,
  found: Head,
): Promise<{ readonly head: Head; readonly universe: Universe; readonly sinceSnapshot: number }> {
  const snapshot = await journal.snapshot(found.id);
  if (snapshot === undefined)
    throw new Error(`The log of universe "${found.id}" has no snapshot to begin with.`);
  const universe = Universe.empty();
  // Our own words, checked before they were written: they are taken as they are.
  universe.replay([{ op: 'reset', value: JSON.parse(snapshot.state) as UniverseState }]);
  let { revision } = snapshot;
  let updatedAt = found.updatedAt;
  for (;;) {
    const entries = await journal.read(found.id, revision, PAGE);
    for (const entry of entries) {
      universe.replay(entry.changes as Change[]);
      ({ revision, at: updatedAt } = entry);
    }
    if (entries.length < PAGE) break;
  }
  return { head: { ...found, revision, updatedAt }, universe, sinceSnapshot: revision - snapshot.revision };
}
