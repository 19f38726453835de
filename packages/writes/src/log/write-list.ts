import { isObject, type JsonObject } from '@worldwire/protocol';
import { fitItems, resultBytesOf } from '@worldwire/server/kit';
import { doneAfter, effective } from './done-writes.js';
import { fitValue } from './fit-values.js';
import type { WriteLog } from './write-log.js';
import { type WriteItem, writePage } from './write-page.js';

/** Characters of a value before or after a write. */
const MAX_PART = 200;

export interface ListedWrite extends Pick<WriteItem, 'revision' | 'tool' | 'outcome' | 'before' | 'after'> {
  readonly by: string;
  /** The revision of the undo that undid it. */
  readonly undoneBy?: number;
}

export interface WriteList {
  readonly items: readonly ListedWrite[];
  readonly returned: number;
  readonly nextCursor?: string;
}

/** The members of an item that say what a write is about, from its arguments. */
export type SubjectIn = (args: JsonObject) => JsonObject;

interface Wanted {
  /** Only writes after this revision. */
  readonly since: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The writes in short, newest first, within `max` bytes of a result. */
export async function writeList(
  log: WriteLog,
  running: ReadonlySet<number>,
  wanted: Wanted,
  max: number,
  subjectIn: SubjectIn,
): Promise<WriteList> {
  const found = await writesOf(log, running, wanted);
  const oldest = found.at(-1)?.revision ?? 0;
  const { undoneBy } = effective((await doneAfter(log, oldest)).writes);
  const items = found
    .slice(0, wanted.limit)
    .map(item => ({ ...shortened(item, subjectIn), ...undone(undoneBy.get(item.revision)) }));
  const kept = fitItems(items, { max, sizeOf: resultBytesOf, min: 1 });
  const next = kept.length < found.length && { nextCursor: String(kept.at(-1)?.revision) };
  return { items: kept, returned: kept.length, ...next };
}

/** One more than the limit, where there are more. */
async function writesOf(
  log: WriteLog,
  running: ReadonlySet<number>,
  { since, limit, cursor }: Wanted,
): Promise<readonly WriteItem[]> {
  const found: WriteItem[] = [];
  for (let next = cursor; ; ) {
    const { items, nextCursor } = await writePage(log, running, next);
    const newer = items.filter(({ revision }) => revision > since);
    found.push(...newer);
    const isEnd = nextCursor === undefined || Number(nextCursor) <= since || newer.length < items.length;
    if (isEnd || found.length > limit) return found.slice(0, limit + 1);
    next = nextCursor;
  }
}

function shortened(
  { revision, tool, arguments: args, outcome, principal, before, after }: WriteItem,
  subjectIn: SubjectIn,
): ListedWrite {
  const subject = Object.entries(subjectIn(isObject(args) ? args : {}));
  return {
    revision,
    tool,
    ...Object.fromEntries(subject.map(([name, value]) => [name, fitValue(value, MAX_PART)])),
    ...(before !== undefined && { before: fitValue(before, MAX_PART) }),
    ...(after !== undefined && { after: fitValue(after, MAX_PART) }),
    outcome,
    by: principal,
  };
}

function undone(by: number | undefined): { readonly undoneBy?: number } {
  return by === undefined ? {} : { undoneBy: by };
}
