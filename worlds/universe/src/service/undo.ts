import type { Entry, Journal } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import type { Change, Universe } from '../domain/index.js';
import type { Done } from './operation.js';

const PAGE = 200;

/** The entry to take back: the one named, or the newest that neither was taken back nor takes another back. */
export async function undoTarget(journal: Journal, id: string, revision: number | undefined): Promise<Entry> {
  if (revision !== undefined) {
    const [entry] = revision < 1 ? [] : await journal.read(id, revision - 1, 1);
    if (entry?.revision === revision) return entry;
    throw new WorldError(
      'NotFound',
      `Universe "${id}" has no revision ${revision}.`,
      'Its history lists the revisions there are.',
    );
  }
  const undone = new Set<number>();
  let before: number | undefined;
  for (;;) {
    const entries = await journal.readBack(id, before, PAGE);
    if (entries.length === 0) {
      throw new WorldError('Conflict', `Nothing is left to undo in universe "${id}".`);
    }
    for (const entry of entries) {
      // An undo that was itself undone takes nothing back: whether its target is undone is for others to say.
      if (undone.has(entry.revision)) continue;
      if (entry.undoes === undefined) return entry;
      undone.add(entry.undoes);
    }
    before = (entries.at(-1) as Entry).revision;
  }
}

/** Takes an entry back, as an entry of its own. */
export function takeBack(universe: Universe, { revision, changes, inverse }: Entry): Done {
  const reverted = universe.revert(changes as Change[], inverse as Change[]);
  return {
    command: { type: 'undo', revision },
    events: [{ type: 'undone', revision }],
    ...reverted,
    undoes: revision,
  };
}
