import type { Entry } from '@worldwire/journal';
import { callerName, isObject, type JsonObject } from '@worldwire/protocol';
import { type Access, undoLine, WorldError } from '@worldwire/server';
import type { Inverse } from './inverse.js';
import { hasEffect, outcomeIn, stepOf } from './log-entry.js';
import type { WriteLog } from './write-log.js';

/** Entries of the journal that one call looks at: two for each write. */
export const MAX_ENTRIES = 2_000;

/** A write in the journal that has an effect: it was done, or has failed and left what can be taken back. */
export interface DoneWrite {
  readonly revision: number;
  readonly tool: string;
  readonly principal: string;
  /** The principal with its client, for people. */
  readonly by: string;
  readonly provenance: string | undefined;
  readonly arguments: JsonObject;
  /** Of the call that wrote it. */
  readonly access: Access;
  readonly undo: Inverse;
  /** The revisions that an undo undid. */
  readonly undid: readonly number[];
}

/** The entry with the outcome, also where the revision is that of the intent. */
export async function outcomeEntry(log: WriteLog, revision: number): Promise<Entry> {
  const entry = await log.entry(revision);
  if (entry === undefined) {
    const newest = await log.newest();
    throw new WorldError(
      'NotFound',
      `The journal has no revision ${revision}; the newest is ${newest}.`,
      revisionsOf(log),
    );
  }
  if (stepOf(entry).step === 'outcome') return entry;
  const outcome = await log.outcomeOf(entry.principal, revision);
  const found = outcome && (await log.entry(outcome.revision));
  if (found !== undefined) return found;
  throw new WorldError(
    'Conflict',
    `It is unknown whether revision ${revision} (${stepOf(entry).tool}) was done.`,
    `${log.names.read} reads the current value; write the one you want.`,
  );
}

/** The writes that were done after a revision, newest first. */
export async function doneAfter(
  log: WriteLog,
  after: number,
): Promise<{ readonly writes: readonly DoneWrite[]; readonly isComplete: boolean }> {
  const writes: DoneWrite[] = [];
  let before: number | undefined;
  for (let seen = 0; seen < MAX_ENTRIES; ) {
    const page = await log.readBack(before, MAX_ENTRIES - seen);
    for (const entry of page) {
      if (entry.revision <= after) return { writes, isComplete: true };
      if (stepOf(entry).step === 'outcome' && hasEffect(outcomeIn(entry))) writes.push(doneWrite(entry, log));
      before = entry.revision;
    }
    // A journal in memory may have dropped its oldest entries.
    if (page.length === 0 || before === 1)
      return { writes, isComplete: before === undefined || before === 1 };
    seen += page.length;
  }
  return { writes, isComplete: before === after + 1 };
}

/** An undo is newer than what it undoes, so that one pass from the newest finds what is still in effect. */
export function effective(writes: readonly DoneWrite[]): {
  readonly alive: readonly DoneWrite[];
  readonly undoneBy: ReadonlyMap<number, number>;
} {
  const undoneBy = new Map<number, number>();
  const alive: DoneWrite[] = [];
  for (const write of writes) {
    if (undoneBy.has(write.revision)) continue;
    alive.push(write);
    for (const revision of write.undid) undoneBy.set(revision, write.revision);
  }
  return { alive, undoneBy };
}

/** Whether a write is the newest of the principal that is in effect. A later undo and what it undid cancel each other. */
export async function isNewestOfCaller(
  log: WriteLog,
  { revision, principal: owner }: DoneWrite,
  principal: string,
): Promise<boolean> {
  if (owner !== principal) return false;
  const { writes, isComplete } = await doneAfter(log, revision);
  const later = effective(writes).alive.filter(
    ({ principal: by, undid }) =>
      by === principal && (undid.length === 0 || undid.some(each => each <= revision)),
  );
  return isComplete && later.length === 0;
}

export function doneWrite(entry: Entry, { names }: Pick<WriteLog, 'names'>): DoneWrite {
  const { provenance, answer, undo } = outcomeIn(entry);
  const { tool, arguments: args, access = 'write' } = stepOf(entry);
  const undone =
    tool === names.undo ? (answer?.undone as (number | { revision: number })[] | undefined) : undefined;
  return {
    revision: entry.revision,
    tool,
    principal: entry.principal,
    by: callerName(entry),
    provenance,
    arguments: isObject(args) ? args : {},
    access,
    undo: undo ?? { none: 'Not possible: the journal has no values for it.' },
    undid: undone?.map(each => (typeof each === 'number' ? each : each.revision)) ?? [],
  };
}

/** The next step where a revision is not the one wanted. */
export function revisionsOf({ names }: Pick<WriteLog, 'names'>): string {
  return `${names.list} lists the writes with their revisions.`;
}

/** "Revision 12 (set_moisture)", or as the world says it. */
export function named(
  write: Pick<DoneWrite, 'revision' | 'tool'>,
  { names }: Pick<WriteLog, 'names'>,
): string {
  return names.named?.(write) ?? `Revision ${write.revision} (${write.tool})`;
}

/** The call that takes back one write. */
export function undoLineOf({ names }: Pick<WriteLog, 'names'>, revision: number, more: object = {}): string {
  return undoLine(names.undo, { [names.id ?? 'revision']: revision, ...more });
}
