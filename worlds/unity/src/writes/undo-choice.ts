import { ACCESS_RANK, type Access, WorldError } from '@worldwire/server';
import type { Journal, KeptEntry } from './journal.js';
import { type Change, isSame, keyOf, type Reversal } from './reversal.js';

export interface UndoRequest {
  readonly id?: number | undefined;
  readonly since?: number | undefined;
  readonly mine?: boolean | undefined;
}

/** A value to restore. */
export interface ChosenChange {
  readonly entry: KeptEntry;
  /** Missing if all changes of the value were reverted, and not to the value at the revision. */
  readonly change?: Change | undefined;
  readonly reversal: Reversal;
  /** The value that the writes, or the steps before this one, left. */
  readonly expected: unknown;
}

export interface UndoChoice {
  readonly chosen: readonly ChosenChange[];
  /** Entries without a value that can be restored. */
  readonly final: readonly KeptEntry[];
}

/** What to restore, in this order. */
export function chooseUndo(
  journal: Journal,
  { id, since, mine }: UndoRequest,
  principal: string,
): UndoChoice {
  if ((id === undefined) === (since === undefined)) {
    throw new WorldError(
      'InvalidArgument',
      'UndoWrite needs either id or since.',
      'ListJournal lists the ids. UndoWrite {"since":12,"mine":true} undoes your writes after revision 12.',
    );
  }
  if (id !== undefined) return { chosen: chooseOne(entryOf(journal, id)), final: [] };
  const entries = journal
    .after(since as number)
    .filter(entry => entry.changed && (mine !== true || entry.principal === principal));
  const chosen = inEffect(entries);
  return {
    chosen: mine === true ? chosen : toRevision(entries, chosen),
    final: entries.filter(({ changes }) => changes.length === 0),
  };
}

/** What undoing these needs: the access of the highest write that is taken back. */
export function accessOfUndo({ chosen }: Pick<UndoChoice, 'chosen'>): Access {
  return chosen.reduce<Access>((highest, each) => {
    const access = accessOfChange(each);
    return ACCESS_RANK[access] > ACCESS_RANK[highest] ? access : highest;
  }, 'write');
}

/** Throws for a change that needs more than the call was allowed: it was written after the call was decided. */
export function requireAccess(change: ChosenChange, allowed: Access): void {
  if (ACCESS_RANK[accessOfChange(change)] <= ACCESS_RANK[allowed]) return;
  throw new WorldError(
    'Conflict',
    `${named(change.entry)} was written meanwhile, and its undo runs code.`,
    'Send the call again: it is then decided with this entry.',
  );
}

function accessOfChange({ entry, reversal }: ChosenChange): Access {
  const access = reversal.access?.(reversal.to) ?? 'write';
  return ACCESS_RANK[access] > ACCESS_RANK[entry.access] ? access : entry.access;
}

export function named({ id, tool }: KeptEntry): string {
  return `${tool} (entry ${id})`;
}

export function isUndone({ changes }: KeptEntry): boolean {
  return changes.length > 0 && changes.every(({ undone }) => undone);
}

/** Why nothing of the entry can be restored. */
export function notUndoable(entry: KeptEntry): WorldError {
  const { outcome, final } = entry;
  return new WorldError(
    'InvalidArgument',
    outcome === 'done'
      ? `${named(entry)} cannot be undone: ${final ?? 'the value before is not known.'}`
      : `${named(entry)} changed nothing: it was ${outcome}.`,
    'ListJournal has the values before and after; write the value you want.',
  );
}

function chooseOne(entry: KeptEntry): ChosenChange[] {
  if (isUndone(entry)) {
    throw new WorldError(
      'Conflict',
      `${named(entry)} is undone already.`,
      'ListJournal shows what was undone.',
    );
  }
  if (entry.changes.length === 0) throw notUndoable(entry);
  return changesOf(entry).filter(({ change }) => change?.undone === false);
}

/** The changes of the entries that are in effect. An undo is left out together with the change that it reverted. */
function inEffect(entries: readonly KeptEntry[]): ChosenChange[] {
  const all = entries.flatMap(changesOf);
  const changes = new Set(all.map(({ change }) => change));
  return all.filter(({ change }) => change?.undone === false && !(change.of && changes.has(change.of)));
}

/** The same changes, such that each value becomes what it was before the oldest of the entries that changed it. */
function toRevision(entries: readonly KeptEntry[], chosen: readonly ChosenChange[]): ChosenChange[] {
  const all = entries.flatMap(changesOf);
  const newest = new Map(all.toReversed().map(each => [keyOf(each.reversal), each]));
  const oldest = new Map(all.map(each => [keyOf(each.reversal), each]));
  const last = new Map(chosen.map(each => [keyOf(each.reversal), each]));
  const left = new Map<string, unknown>();
  const steps = chosen.map(each => {
    const key = keyOf(each.reversal);
    const expected = left.has(key) ? left.get(key) : newest.get(key)?.reversal.from;
    const { reversal } = last.get(key) === each ? (oldest.get(key) ?? each) : each;
    const kept = isSame(reversal, reversal.to, each.reversal.to) ? each.reversal : reversal;
    left.set(key, kept.to);
    return { ...each, reversal: kept, expected };
  });
  for (const [key, { entry, reversal }] of newest) {
    const { reversal: first } = oldest.get(key) as ChosenChange;
    if (last.has(key) || isSame(first, reversal.from, first.to)) continue;
    steps.push({ entry, change: undefined, reversal: first, expected: reversal.from });
  }
  return steps;
}

/** The newest first. */
function changesOf(entry: KeptEntry): ChosenChange[] {
  return entry.changes
    .toReversed()
    .map(change => ({ entry, change, reversal: change.reversal, expected: change.reversal.from }));
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
