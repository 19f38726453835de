import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Entry, Head, Journal } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import type { Change, Universe } from '../domain/index.js';
import type { AppliedCommand } from './operation.js';

const PAGE = 200;

/**
 * The entry to undo: the one with the revision, or the newest that is neither undone nor an undo. Undefined if there is
 * none.
 */
export async function undoTarget(
  journal: Journal,
  { id, incarnation }: Head,
  revision: number | undefined,
): Promise<Entry | undefined> {
  if (revision !== undefined) {
    const [entry] = revision < 1 ? [] : await journal.read(id, revision - 1, 1, incarnation);
    return entry?.revision === revision ? entry : undefined;
  }
  const undone = new Set<number>();
  let before: number | undefined;
  for (;;) {
    const entries = await journal.readBack(id, before, PAGE, incarnation);
    if (entries.length === 0) return undefined;
    for (const entry of entries) {
      // An undone undo has no effect on its target.
      if (undone.has(entry.revision)) continue;
      if (entry.undoes === undefined) return entry;
      undone.add(entry.undoes);
    }
    before = (entries.at(-1) as Entry).revision;
    // A page takes milliseconds, and there may be many.
    await yieldToEventLoop();
  }
}

export function nothingToUndo(id: string, revision: number | undefined): WorldError {
  if (revision === undefined) {
    return new WorldError('Conflict', `Universe "${id}" has nothing left to undo.`);
  }
  const message = `Universe "${id}" has no revision ${revision}.`;
  return new WorldError('NotFound', message, 'Its history lists the revisions.');
}

/** Undoes an entry by a new one. */
export function undoEntry(universe: Universe, { revision, changes, inverse }: Entry): AppliedCommand {
  const reverted = universe.revert(changes as Change[], inverse as Change[]);
  return {
    command: { type: 'undo', revision },
    events: [{ type: 'undone', revision }],
    ...reverted,
    undoes: revision,
  };
}
