import type { WriteRow } from '../explorer/write-list.js';
import type { Write } from './answers.js';

/** Writes that undo_write cannot take back. */
const FINAL: ReadonlySet<string> = new Set([
  'call_function',
  'run_console_command',
  'execute_python',
  'log_message',
]);

/** An entry of the journal in the form of the list of writes. `undone` has the revisions that were taken back. */
export function writeRow(write: Write, undone: ReadonlySet<number>): WriteRow {
  const { revision, tool, at, principal = '', outcome = 'done', error } = write;
  const { property } = write.arguments ?? {};
  const object = touchedBy(write)[0];
  const isUndone = undone.has(revision);
  return {
    revision,
    at,
    principal,
    what: typeof property === 'string' ? `${tool} ${property}` : tool,
    ...(object !== undefined && { object }),
    before: shortValue(write.before, write.after),
    after: shortValue(write.after, write.before),
    outcome: isUndone ? 'undone' : outcome,
    ...(error?.message !== undefined && { error: error.message }),
    canUndo: outcome === 'done' && !isUndone && !FINAL.has(tool),
  };
}

/** The actors and assets that a write names. */
export function touchedBy({ arguments: args = {}, after }: Write): readonly string[] {
  const { path, object, paths } = args;
  const spawned = (after as { path?: unknown } | null)?.path;
  const named = [path, object, ...(Array.isArray(paths) ? paths : []), spawned];
  return named.filter((each): each is string => typeof each === 'string' && each.startsWith('/'));
}

/** Of two transforms only what differs. */
function shortValue(value: unknown, other: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object' || Array.isArray(value))
    return typeof value === 'string' ? value : JSON.stringify(value);
  const parts = Object.entries(value).filter(
    ([name, part]) =>
      JSON.stringify(part) !== JSON.stringify((other as Record<string, unknown> | null)?.[name]),
  );
  return parts.map(([name, part]) => `${name} ${flat(part)}`).join(', ');
}

function flat(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  return `(${Object.values(value).map(String).join(', ')})`;
}
