import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Entry, Head, Journal } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { type AppliedChanges, type Change, CommandRefused, joined, type Universe } from '../domain/index.js';
import type { AppliedCommand } from './operation.js';

const PAGE = 200;
/** Entries that one undo takes. */
const MAX_UNDONE = 1_000;

/**
 * The entry to undo: the one with the revision, or the newest, of the principal if given, that is neither undone nor an undo.
 * Undefined if there is none.
 */
export async function undoTarget(
  journal: Journal,
  { id, incarnation }: Head,
  revision: number | undefined,
  principal?: string,
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
      const undoes = undoneBy(entry);
      for (const target of undoes) undone.add(target);
      if (undoes.length > 0) continue;
      if (principal === undefined || entry.principal === principal) return entry;
    }
    before = (entries.at(-1) as Entry).revision;
    // A page takes milliseconds, and there may be many.
    await yieldToEventLoop();
  }
}

/** The revisions that an entry undoes. */
function undoneBy({ undoes, command }: Entry): readonly number[] {
  if (undoes !== undefined) return [undoes];
  const { type, revisions } = command as { readonly type?: unknown; readonly revisions?: readonly number[] };
  return type === 'undo' ? (revisions ?? []) : [];
}

export function nothingToUndo(id: string, revision: number | undefined): WorldError {
  if (revision === undefined) {
    return new WorldError(
      'Conflict',
      `Universe "${id}" has nothing left to undo.`,
      `universe://${id}/history lists the revisions. To undo an undo, name its revision.`,
    );
  }
  const message = `Universe "${id}" has no revision ${revision}.`;
  return new WorldError('NotFound', message, `universe://${id}/history lists the revisions.`);
}

/** Undoes an entry by a new one. */
export function undoEntry(
  universe: Universe,
  { revision, changes, inverse }: Entry,
  force = false,
): AppliedCommand {
  const reverted = universe.revert(changes as Change[], inverse as Change[], force);
  return {
    command: { type: 'undo', revision, ...(force && { force }) },
    events: [{ type: 'undone', revision }],
    ...reverted,
    undoes: revision,
  };
}

/** The entries after a revision, newest first; with a principal, only its own. */
export async function undoTargets(
  journal: Journal,
  { id, incarnation, revision: newest }: Head,
  since: number,
  principal?: string,
): Promise<readonly Entry[]> {
  if (newest - since > MAX_UNDONE) {
    throw new WorldError(
      'InvalidArgument',
      `Universe "${id}" has ${newest - since} revisions after ${since}; one undo takes at most ${MAX_UNDONE}.`,
      `{"type":"restore","revision":${since}} restores the whole state. Or undo in parts, with a later revision as since.`,
    );
  }
  const found: Entry[] = [];
  for (let before: number | undefined; (before ?? newest + 1) > since + 1; ) {
    const limit = Math.min(PAGE, (before ?? newest + 1) - since - 1);
    const entries = await journal.readBack(id, before, limit, incarnation);
    if (entries.length === 0) break;
    for (const entry of entries)
      if (principal === undefined || entry.principal === principal) found.push(entry);
    before = (entries.at(-1) as Entry).revision;
    await yieldToEventLoop();
  }
  return found;
}

/** Undoes several entries by one, all or none. They are newest first. */
export function undoEntries(
  universe: Universe,
  since: number,
  targets: readonly Entry[],
  force: boolean,
): AppliedCommand {
  const undone: AppliedChanges[] = [];
  try {
    for (const { changes, inverse } of targets)
      undone.push(universe.revert(changes as Change[], inverse as Change[], force));
  } catch (thrown) {
    for (const { inverse } of undone.toReversed()) universe.replay(inverse);
    throw thrown instanceof CommandRefused ? ofRevision(thrown, targets[undone.length] as Entry) : thrown;
  }
  const revisions = targets.map(({ revision }) => revision);
  return {
    command: { type: 'undo', since, revisions, ...(force && { force }) },
    events: [{ type: 'undoneSince', since, revisions }],
    ...joined(undone),
  };
}

function ofRevision({ reason, message, hint, about }: CommandRefused, { revision }: Entry): CommandRefused {
  return new CommandRefused(reason, `Revision ${revision}: ${message}`, hint, about);
}
