import type { Entry } from '@worldwire/journal';
import { type Change, CommandRefused } from '../domain/index.js';

/** Entries that are searched for the one that stands in the way of an undo. */
export const MAX_SEARCHED = 1_000;

type About = NonNullable<CommandRefused['about']>;

/** Adds to a refused undo which later revision changed the entity, and how to undo all the same. */
export function withObstacle(
  refused: CommandRefused,
  later: readonly Entry[],
  undo: Readonly<Record<string, unknown>>,
): CommandRefused {
  const { about, reason, message } = refused;
  const entry = about && later.find(one => touches(one.changes as readonly Change[], about));
  const by = entry && ` Revision ${entry.revision} (${typeOf(entry)} by ${entry.principal}) changed it.`;
  const first =
    entry === undefined ? 'Undo the later changes first' : `Undo revision ${entry.revision} first`;
  const forced = JSON.stringify({ ...undo, force: true });
  const force =
    undo.force === true ? '' : `, or send ${forced}, which sets old values all the same where links allow it`;
  return new CommandRefused(reason, `${message}${by ?? ''}`, `${first}${force}.`, about);
}

function touches(changes: readonly Change[], { kind, id, field }: About): boolean {
  return changes.some(change => {
    if (change.op === 'reset') return true;
    if (change.op === 'link' || change.op === 'unlink')
      return field === undefined && (change.id === id || change.of === id);
    if (change.op === 'time' || change.in !== kind || change.id !== id) return false;
    if (change.op !== 'patch' || field === undefined) return true;
    return Object.hasOwn(change.value, field) || (change.unset ?? []).includes(field);
  });
}

function typeOf({ command }: Entry): string {
  return String((command as { readonly type?: unknown } | null)?.type);
}
