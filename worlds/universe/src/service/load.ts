import { type Head, type Journal, JournalDamaged, type Snapshot } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import { type Change, Universe, type UniverseState } from '../domain/index.js';

const PAGE = 1_000;

export interface LoadResult {
  readonly head: Head;
  readonly universe: Universe;
  /** Characters of the entries since the snapshot, and of the snapshot. */
  readonly sinceSnapshot: number;
  readonly snapshotCharacters: number;
}

/** Loads the newest snapshot and replays the entries since. Undefined if there is no log. */
export async function load(
  { journal, log }: { readonly journal: Journal; readonly log: Log },
  id: string,
): Promise<LoadResult | undefined> {
  for (let last: Head | undefined; ; ) {
    const found = await journal.find(id);
    if (found === undefined) return undefined;
    const snapshot = await newestSnapshot(journal, found, log);
    const loaded = snapshot && (await replay(journal, found, snapshot));
    if (loaded !== undefined) return loaded;
    // The log was removed, and perhaps created again, after its head was read.
    if (last?.incarnation === found.incarnation) throw JournalDamaged.missing(id, found.revision);
    last = found;
  }
}

/** If the newest snapshot is damaged, all entries are replayed on the state at revision 0. */
async function newestSnapshot(
  journal: Journal,
  { id, incarnation }: Head,
  log: Log,
): Promise<Snapshot | undefined> {
  try {
    return await journal.snapshot(id, incarnation);
  } catch (thrown) {
    if (!(thrown instanceof JournalDamaged)) throw thrown;
    const origin = await journal.origin(id, incarnation);
    if (origin === undefined) throw thrown;
    log.warn({ universe: id, err: thrown }, 'the snapshot is damaged; replaying all entries');
    return origin;
  }
}

async function replay(journal: Journal, found: Head, snapshot: Snapshot): Promise<LoadResult | undefined> {
  const { id, incarnation } = found;
  const universe = Universe.empty();
  // Not validated: the server wrote it.
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
  // A rename after the newest entry changes only the head.
  const head = { ...found, revision, updatedAt: revision === found.revision ? found.updatedAt : at };
  return { head, universe, sinceSnapshot, snapshotCharacters: snapshot.state.length };
}
