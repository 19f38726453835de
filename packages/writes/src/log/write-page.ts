import type { Entry } from '@worldwire/journal';
import { callerName, type JsonValue } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { fitValue } from './fit-values.js';
import { outcomeIn, stepOf, type WriteOutcome } from './log-entry.js';
import type { WriteLog } from './write-log.js';

const PAGE = 50;
/** Of the items as text in a result. */
const MAX_BYTES = 56_000;
const MAX_PART = 2_000;

export interface WriteItem {
  readonly revision: number;
  readonly at: string;
  readonly principal: string;
  readonly key?: string;
  readonly tool: string;
  readonly arguments: JsonValue;
  readonly outcome: WriteOutcome['outcome'] | 'running';
  readonly provenance?: WriteOutcome['provenance'];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly error?: WriteOutcome['error'];
}

export interface WritePage {
  readonly revision: number;
  readonly items: readonly WriteItem[];
  readonly nextCursor?: string;
}

/** All writes, the newest first. `running` has the revisions of running intents. */
export async function writePage(
  log: WriteLog,
  running: ReadonlySet<number>,
  cursor: string | undefined,
): Promise<WritePage> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const revision = await log.revision();
  const items: WriteItem[] = [];
  const settled = new Set<number>();
  let last = 1;
  let bytes = 0;
  for (const entry of await log.readBack(before, PAGE)) {
    const { of } = stepOf(entry);
    if (of !== undefined) settled.add(of);
    const item = settled.has(entry.revision) ? undefined : await itemOf(entry, log, running);
    // The text of a resource is JSON in JSON.
    bytes += item === undefined ? 0 : Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (bytes > MAX_BYTES && items.length > 0) break;
    if (item !== undefined) items.push(item);
    last = entry.revision;
  }
  return { revision, items, ...(last > 1 && { nextCursor: String(last) }) };
}

/** Undefined for an intent whose outcome is another item. */
async function itemOf(
  entry: Entry,
  log: WriteLog,
  running: ReadonlySet<number>,
): Promise<WriteItem | undefined> {
  const { revision, at, principal, key } = entry;
  const { step, tool, arguments: args } = stepOf(entry);
  const head = { revision, at, principal: callerName(entry), ...(key !== undefined && { key }) };
  const what = { ...head, tool, arguments: fitValue(args, MAX_PART) };
  if (step === 'intent') {
    if (running.has(revision)) return { ...what, outcome: 'running' };
    return (await log.outcomeOf(principal, revision)) === undefined
      ? { ...what, outcome: 'unsure' }
      : undefined;
  }
  const { outcome, provenance, before, after, error } = outcomeIn(entry);
  return {
    ...what,
    outcome,
    provenance,
    before: fitValue(before, MAX_PART),
    after: fitValue(after, MAX_PART),
    ...(error !== undefined && { error }),
  };
}

function readCursor(cursor: string): number {
  const revision = /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
  if (revision > 0) return revision;
  throw new WorldError(
    'InvalidArgument',
    'The cursor is not one that the journal returned.',
    'Start again without a cursor.',
  );
}
