import type { WriteRow } from '../explorer/write-list.js';
import type { JournalItem } from './cards.js';
import { idsIn } from './scene-store.js';

/** An entry of ListJournal in the form of the list of writes. */
export function writeRow({
  Id,
  At,
  Principal,
  Tool,
  Arguments,
  Before,
  After,
  Outcome,
  Error: error,
  Undone,
  Undo,
}: JournalItem): WriteRow {
  const object = idsIn(Arguments)[0];
  return {
    revision: Id,
    at: At,
    principal: Principal ?? 'server',
    what: `${Tool}${memberOf(Arguments)}`,
    ...(object !== undefined && { object }),
    before: shortValue(Before),
    after: shortValue(After),
    outcome: Undone === true ? 'undone' : Outcome,
    ...(error !== undefined && { error }),
    canUndo: Outcome === 'done' && Undone !== true && Undo?.startsWith('UndoWrite') === true,
  };
}

function memberOf(args: unknown): string {
  const { componentType, member } = (args ?? {}) as { componentType?: unknown; member?: unknown };
  return typeof member === 'string' ? ` ${String(componentType)}.${member}` : '';
}

function shortValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  const { valueText } = value as { valueText?: unknown };
  return typeof valueText === 'string'
    ? valueText
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
