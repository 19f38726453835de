import type { Entry, Head, Journal } from '@worldwire/journal';
import { callerName } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { type AppliedChanges, type Change, CommandRefused, joined, type Universe } from '../domain/index.js';
import { entriesBack } from './entries-back.js';
import type { AppliedCommand } from './operation.js';
import { MAX_SEARCHED, revisionsUndoneBy, UndoRefused } from './undo-obstacle.js';

/** Entries that one undo takes, and characters of their changes: they are undone in one step. One entry may have more. */
const MAX_UNDONE = 1_000;
const MAX_UNDONE_CHARACTERS = 16 * 1024 * 1024;

/**
 * The entry to undo: the one with the revision, or the newest, of the principal if given, that is neither undone nor an undo.
 * Undefined if there is none.
 */
export async function undoTarget(
  journal: Journal,
  head: Head,
  revision: number | undefined,
  principal?: string,
): Promise<Entry | undefined> {
  const { id, incarnation } = head;
  if (revision !== undefined) {
    const [entry] = revision < 1 ? [] : await journal.read(id, revision - 1, 1, incarnation);
    return entry?.revision === revision ? entry : undefined;
  }
  const undone = new Set<number>();
  for await (const entry of entriesBack(journal, head)) {
    // An undone undo has no effect on its target.
    if (undone.has(entry.revision)) continue;
    const undoes = revisionsUndoneBy(entry);
    for (const target of undoes) undone.add(target);
    if (undoes.length > 0) continue;
    if (principal === undefined || entry.principal === principal) return entry;
  }
  return undefined;
}

/** Whether an entry is the newest of the principal that is in effect. A later undo and what it undid cancel each other. */
export async function isNewestOfCaller(
  journal: Journal,
  head: Head,
  target: Entry,
  principal: string,
): Promise<boolean> {
  if (target.principal !== principal) return false;
  const undone = new Set<number>();
  let searched = 0;
  for await (const entry of entriesBack(journal, head, target.revision)) {
    if (++searched > MAX_SEARCHED) return false;
    if (undone.has(entry.revision)) continue;
    const undoes = revisionsUndoneBy(entry);
    for (const revision of undoes) undone.add(revision);
    const isCancelled = undoes.length > 0 && undoes.every(revision => revision > target.revision);
    if (entry.principal === principal && !isCancelled) return false;
  }
  return true;
}

export function requireOwn(entry: Entry, own: string): void {
  if (entry.principal === own) return;
  const { revision } = entry;
  throw new WorldError(
    'InvalidArgument',
    `Revision ${revision} is by ${callerName(entry)}, but mine undoes only revisions of ${own}.`,
    `To undo it all the same, leave mine out: {"type":"undo","revision":${revision}}.`,
  );
}

/** The undo of createUniverse, which is not a revision. */
export function howToRemove(id: string): string {
  return `No command removes a universe. DELETE /universes/${id} does.`;
}

export function nothingToUndo(id: string, revision: number | undefined): WorldError {
  if (revision === undefined) {
    return new WorldError(
      'Conflict',
      `Universe "${id}" has nothing left to undo.`,
      `universe://${id}/history lists the revisions. To undo an undo, name its revision. ${howToRemove(id)}`,
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
  let reverted: AppliedChanges;
  try {
    reverted = universe.revert(changes as Change[], inverse as Change[], force);
  } catch (thrown) {
    throw thrown instanceof CommandRefused ? new UndoRefused(thrown, revision) : thrown;
  }
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
  head: Head,
  since: number,
  principal?: string,
): Promise<readonly Entry[]> {
  const { id, revision: newest } = head;
  const mine = principal !== undefined;
  if (newest - since > MAX_UNDONE) {
    const what = `Universe "${id}" has ${newest - since} revisions after ${since}; one undo takes at most ${MAX_UNDONE}`;
    throw tooMuch(what, { since, mine, possible: newest - MAX_UNDONE });
  }
  const found: Entry[] = [];
  let characters = 0;
  for await (const entry of entriesBack(journal, head, since)) {
    if (principal !== undefined && entry.principal !== principal) continue;
    found.push(entry);
    characters += JSON.stringify([entry.changes, entry.inverse]).length;
    if (characters > MAX_UNDONE_CHARACTERS && found.length > 1) {
      const what = `The revisions after ${since} of universe "${id}" have more than ${MAX_UNDONE_CHARACTERS} characters of changes, the limit of one undo`;
      throw tooMuch(what, { since, mine, possible: entry.revision });
    }
  }
  return found;
}

/** `possible` is the least revision that an undo takes as since. */
function tooMuch(
  what: string,
  { since, mine, possible }: { readonly since: number; readonly mine: boolean; readonly possible: number },
): WorldError {
  // An undo since an earlier revision would take back the undo of the later part, so single undos follow it.
  const hint = mine
    ? `Send {"type":"undo","since":${possible},"mine":true} first, then {"type":"undo","mine":true} for each older revision.`
    : `Send {"type":"restore","revision":${since}}, which leads to the same state.`;
  return new WorldError('InvalidArgument', `${what}.`, hint);
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
    universe.takeBack(undone);
    if (!(thrown instanceof CommandRefused)) throw thrown;
    const { revision } = targets[undone.length] as Entry;
    const takenBack = targets.slice(0, undone.length).map(entry => entry.revision);
    throw new UndoRefused(ofRevision(thrown, revision), revision, takenBack);
  }
  const revisions = targets.map(({ revision }) => revision);
  return {
    command: { type: 'undo', since, revisions, ...(force && { force }) },
    events: [{ type: 'undoneSince', since, revisions }],
    ...joined(undone),
  };
}

function ofRevision({ reason, message, hint, about }: CommandRefused, revision: number): CommandRefused {
  return new CommandRefused(reason, `Revision ${revision}: ${message}`, hint, about);
}
