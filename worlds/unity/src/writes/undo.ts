import { WorldError } from '@worldwire/server';
import { cutText, undoLine } from '@worldwire/server/kit';
import type { Journal, KeptEntry } from './journal.js';
import { isSame, type Reversal, shown } from './reversal.js';
import type { Write } from './write.js';

const MAX_SHOWN = 200;

/** The value of an entry now and after its undo, and what stands in the way. */
export interface UndoStep {
  readonly entry: KeptEntry;
  readonly reversal: Reversal;
  readonly now: unknown;
  /** Missing if nothing stands in the way. */
  readonly obstacle?: WorldError;
}

export interface UndoChoice {
  readonly id?: number | undefined;
  readonly since?: number | undefined;
  readonly mine?: boolean | undefined;
}

/** The entries to undo, the newest first. */
export function chosenEntries(
  journal: Journal,
  { id, since, mine }: UndoChoice,
  principal: string,
): KeptEntry[] {
  if ((id === undefined) === (since === undefined)) {
    throw new WorldError(
      'InvalidArgument',
      'UndoWrite needs either id or since.',
      'ListJournal lists the ids. UndoWrite {"since":12,"mine":true} undoes your writes after revision 12.',
    );
  }
  if (id !== undefined) return [entryOf(journal, id)];
  return journal
    .after(since as number)
    .filter(entry => entry.changed && !entry.undone && (mine !== true || entry.principal === principal));
}

/** Reads the value now. `known` has the values that undoing newer entries will leave. */
export async function stepOf(
  journal: Journal,
  entry: KeptEntry,
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<UndoStep> {
  const reversal = requireUndo(entry);
  reversal.permit?.(reversal.to);
  const now = known.has(reversal.what) ? known.get(reversal.what) : await alive(entry, () => reversal.read());
  if (isSame(reversal, now, reversal.from)) return { entry, reversal, now };
  return { entry, reversal, now, obstacle: changedAgain(journal, entry, reversal, now) };
}

/** Restores the value, and returns the values before and after that. */
export async function undo({ entry, reversal, now }: UndoStep, write: Write) {
  await alive(entry, () => reversal.set(write, reversal.to));
  const after = await reversal.read();
  if (!isSame(reversal, after, reversal.to)) {
    throw new WorldError(
      'Conflict',
      `${named(entry)}: the scene kept ${text(reversal, after)} instead of ${text(reversal, reversal.to)} for ${reversal.what}.`,
      'Something limits the value or sets it: read it before you try again.',
      { before: shown(reversal, now), after: shown(reversal, after) },
    );
  }
  entry.undone = true;
  return { before: shown(reversal, now), after: shown(reversal, after) };
}

export function named({ id, tool }: KeptEntry): string {
  return `${tool} (entry ${id})`;
}

function entryOf(journal: Journal, id: number): KeptEntry {
  const entry = journal.find(id);
  if (entry !== undefined) return entry;
  throw new WorldError(
    'NotFound',
    `The journal has no entry ${id}.`,
    'ListJournal lists the entries; the oldest are dropped.',
  );
}

function requireUndo(entry: KeptEntry): Reversal {
  const { undone, undo, outcome, final } = entry;
  if (undone) {
    throw new WorldError(
      'Conflict',
      `${named(entry)} is undone already.`,
      'ListJournal shows what was undone.',
    );
  }
  if (undo !== undefined) return undo;
  throw new WorldError(
    'InvalidArgument',
    outcome === 'done'
      ? `${named(entry)} cannot be undone: ${final ?? 'the value before is not known.'}`
      : `${named(entry)} changed nothing: it was ${outcome}.`,
    'ListJournal has the values before and after; write the value you want.',
  );
}

/** Says what the value is, what it was, and which write changed it. */
function changedAgain(journal: Journal, entry: KeptEntry, reversal: Reversal, now: unknown): WorldError {
  const { what, from, to } = reversal;
  const later = journal
    .after(entry.id)
    .find(({ undo, changed, undone }) => changed && !undone && undo?.what === what);
  const cause =
    later === undefined
      ? 'No write in the journal did that: the scene itself did (physics, animation or a script).'
      : `${named(later)} did that.`;
  return new WorldError(
    'Conflict',
    `The value that ${named(entry)} wrote has changed again: ${what} is now ${text(reversal, now)}, and was ${text(reversal, from)}. ${cause}`,
    later === undefined
      ? `${undoLine('UndoWrite', { id: entry.id, force: true })} sets ${text(reversal, to)} all the same.`
      : `Undo the newer one first (${undoLine('UndoWrite', { id: later.id })}), or set ${text(reversal, to)} all the same: ${undoLine('UndoWrite', { id: entry.id, force: true })}.`,
    { now: shown(reversal, now), was: shown(reversal, from), restores: shown(reversal, to) },
  );
}

function text(reversal: Reversal, value: unknown): string {
  return cutText(JSON.stringify(shown(reversal, value)) ?? 'nothing', MAX_SHOWN);
}

/** An object that no longer exists is a Conflict; NotFound is for a missing entry. */
async function alive<Result>(entry: KeptEntry, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
    throw new WorldError('Conflict', `${named(entry)} cannot be undone: ${thrown.message}`, thrown.hint);
  }
}
