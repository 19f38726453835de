import type { Entry, Head, Journal } from '@worldwire/journal';
import { callerName } from '@worldwire/protocol';
import { type Change, CommandRefused } from '../domain/index.js';
import { entriesBack } from './entries-back.js';

/** Entries after the target of an undo that are searched, such as for the one that stands in its way. */
export const MAX_SEARCHED = 1_000;

type About = NonNullable<CommandRefused['about']>;

/** An undo that was refused because of one of its targets. */
export class UndoRefused extends CommandRefused {
  constructor(
    { reason, message, hint, about }: CommandRefused,
    readonly target: number,
    /** Later targets, which the undo had taken back before. */
    readonly takenBack: readonly number[] = [],
  ) {
    super(reason, message, hint, about);
  }
}

/** The undo as the caller sent it: a command, or undefined for the body of a web request. */
type SentUndo = Readonly<Record<string, unknown>> | undefined;

/** Adds to an undo that was refused because of a later change what stands in its way. Other errors are returned unchanged. */
export async function explained(
  thrown: unknown,
  journal: Journal,
  head: Head,
  undo: SentUndo,
): Promise<unknown> {
  if (!(thrown instanceof UndoRefused && thrown.reason === 'superseded')) return thrown;
  return withObstacle(thrown, entriesBack(journal, head, thrown.target), undo).catch(() => thrown);
}

/** The refusal of an undo whose target a later revision has undone, or undefined. A forced undo would not detect it. */
export async function refusalIfUndone(
  journal: Journal,
  head: Head,
  target: number,
): Promise<CommandRefused | undefined> {
  const { undoneBy } = await search({ target, takenBack: [] }, entriesBack(journal, head, target));
  return undoneBy === undefined ? undefined : alreadyUndone(target, undoneBy, { type: 'undo' });
}

function alreadyUndone(target: number, by: number, undo: SentUndo, about?: About): CommandRefused {
  const again = undo === undefined ? { revision: by } : { type: 'undo', revision: by };
  return new CommandRefused(
    'superseded',
    `Revision ${target} is already undone by revision ${by}.`,
    `To apply it again, undo that: ${JSON.stringify(again)}.`,
    about,
  );
}

/** Which later revision changed the entity, and how to undo all the same. */
async function withObstacle(
  refused: UndoRefused,
  later: AsyncIterable<Entry>,
  undo: SentUndo,
): Promise<CommandRefused> {
  const { about, reason, message, target } = refused;
  const { entry, undoneBy } = await search(refused, later);
  if (undoneBy !== undefined) return alreadyUndone(target, undoneBy, undo, about);
  const by = entry && ` Revision ${entry.revision} (${typeOf(entry)} by ${callerName(entry)}) changed it.`;
  const first =
    entry === undefined ? 'Undo the later changes first' : `Undo revision ${entry.revision} first`;
  const forced = JSON.stringify({ ...undo, force: true });
  const force =
    undo === undefined || undo.force === true
      ? ''
      : `, or send ${forced}, which sets old values all the same where links allow it`;
  return new CommandRefused(reason, `${message}${by ?? ''}`, `${first}${force}.`, about);
}

/** The newest entry that changed the entity, and the undo of the target that is not undone itself. */
async function search(
  {
    about,
    target,
    takenBack,
  }: Pick<UndoRefused, 'target' | 'takenBack'> & { readonly about?: About | undefined },
  later: AsyncIterable<Entry>,
): Promise<{ readonly entry?: Entry | undefined; readonly undoneBy?: number }> {
  const undone = new Set(takenBack);
  let obstacle: Entry | undefined;
  let searched = 0;
  for await (const entry of later) {
    if (++searched > MAX_SEARCHED) break;
    if (undone.has(entry.revision)) continue;
    const undoes = revisionsUndoneBy(entry);
    if (undoes.includes(target)) return { undoneBy: entry.revision };
    for (const revision of undoes) undone.add(revision);
    // It has no effect together with its own target.
    if (undoes.length > 0 && undoes.every(revision => revision > target)) continue;
    if (obstacle === undefined && about && touches(entry.changes as readonly Change[], about))
      obstacle = entry;
  }
  return { entry: obstacle };
}

/** The revisions that an entry undoes. */
export function revisionsUndoneBy({ undoes, command }: Entry): readonly number[] {
  if (undoes !== undefined) return [undoes];
  const { type, revisions } = command as { readonly type?: unknown; readonly revisions?: readonly number[] };
  return type === 'undo' ? (revisions ?? []) : [];
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
