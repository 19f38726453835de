import { WorldError } from '@worldwire/server';
import { cutText, undoLine } from '@worldwire/server/kit';
import type { Journal, KeptEntry } from './journal.js';
import { isSame, keyOf, type Reversal, setUndone, shown } from './reversal.js';
import { type ChosenChange, named, notUndoable } from './undo-choice.js';
import type { Write } from './write.js';

const MAX_SHOWN = 200;

/** A value of an entry now and after its undo, and what stands in the way. */
export interface UndoStep extends ChosenChange {
  readonly now: unknown;
  /** Missing if nothing stands in the way. */
  readonly obstacle?: WorldError;
}

/** Reads the value now. `known` has the values that the steps before this one will leave, by key. */
export async function stepOf(
  journal: Journal,
  chosen: ChosenChange,
  force: boolean,
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<UndoStep> {
  const { entry, reversal, expected } = chosen;
  if (reversal.final !== undefined) throw notUndoable(entry);
  reversal.permit?.(reversal.to);
  const key = keyOf(reversal);
  const now = known.has(key) ? known.get(key) : await alive(entry, () => reversal.read());
  if (isSame(reversal, now, expected)) return { ...chosen, now };
  const isRestored = isSame(reversal, now, reversal.to);
  // With force, too, there is nothing to restore then.
  if (isRestored && force) throw alreadyRestored(chosen, now);
  return { ...chosen, now, obstacle: changedAgain(journal, chosen, now) };
}

function alreadyRestored({ entry, reversal }: ChosenChange, now: unknown): WorldError {
  return new WorldError(
    'Conflict',
    `${named(entry)} has no effect that is left to undo: ${reversal.what} is already ${text(reversal, now)}, as before it.`,
    'ListJournal shows what changed it since.',
  );
}

/** Restores the value, and returns the values before and after that. */
export async function undo({ entry, change, reversal, expected, now, obstacle }: UndoStep, write: Write) {
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
  if (change !== undefined) setUndone(change, true);
  const to = obstacle === undefined ? expected : now;
  const redo = { ...reversal, from: reversal.to, to, final: reversal.once };
  write.changes.push({ reversal: redo, of: change, undone: false });
  return { before: shown(reversal, now), after: shown(reversal, after) };
}

/** Says what the value is, what it was, and which write changed it. */
function changedAgain(
  journal: Journal,
  { entry, reversal, expected: from }: ChosenChange,
  now: unknown,
): WorldError {
  const { what, to } = reversal;
  const later = journal
    .after(entry.id)
    .find(({ changes }) => changes.some(other => !other.undone && keyOf(other.reversal) === keyOf(reversal)));
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
