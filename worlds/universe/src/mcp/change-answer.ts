import type { Entry } from '@worldwire/journal';
import { callerName } from '@worldwire/protocol';
import { type Context, type Steps, WorldError } from '@worldwire/server';
import type { Change, Universe } from '../domain/index.js';
import { type NetChange, NetChanges } from '../queries/net-changes.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';
import { answerRoom, fitAnswer } from './result-budget.js';
import { shortValue } from './shorten.js';

/** Entries read at once. */
const PAGE = 100;
/** Revisions compared for one answer. */
const MAX_REVISIONS = 10_000;
/** Of an answer without limit: the changes that an agent reads first. */
const SHORT_BYTES = 4 * 1024;
const DEFAULT_LIMIT = 1_000;
const MAX_VALUE_CHARACTERS = 120;
const MAX_MEMBERS = 10;
const MAX_COUNTED = 20;

export interface ChangeRequest {
  readonly since: number;
  /** Default: the newest revision. */
  readonly until?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The net effect of the revisions after `since`: what was added, changed and removed, each entity once. */
export async function changeAnswer(
  universes: Universes,
  loaded: LoadedUniverse,
  request: ChangeRequest,
  context: Context,
): Promise<object> {
  const position = request.cursor === undefined ? START : readCursor(request.cursor);
  const { since, until = position.until } = request;
  // The client may have the revision from another server on the same store.
  if (Math.max(since, until ?? 0) > loaded.revision) await loaded.refresh();
  const last = until ?? loaded.revision;
  requireRange(loaded, since, last);
  const commands = new Map<string, number>();
  const principals = new Map<string, number>();
  const net = new NetChanges();
  for (let at = since; at < last; ) {
    const entries = (await universes.after(loaded, at, Math.min(PAGE, last - at))).filter(
      ({ revision }) => revision <= last,
    );
    const newest = entries.at(-1);
    if (newest === undefined) break;
    await context.heavy(addAll(net, entries));
    for (const entry of entries) {
      const { command } = entry;
      count(commands, (command as { type: string }).type);
      count(principals, callerName(entry));
    }
    at = newest.revision;
  }
  const all = await context.heavy(net.finish());
  const page = all.slice(position.offset, position.offset + (request.limit ?? DEFAULT_LIMIT));
  const items = await loaded.read(universe => page.map(change => shownChange(change, universe)));
  const head = {
    revision: loaded.revision,
    since,
    ...(last !== loaded.revision && { until: last }),
    revisions: last - since,
    commands: Object.fromEntries(commands),
    by: Object.fromEntries(principals),
    ...(net.time !== undefined && { time: net.time }),
    total: all.length,
  };
  const room = answerRoom(context);
  const fitted = fitAnswer(head, items, request.limit === undefined ? Math.min(room, SHORT_BYTES) : room);
  const end = position.offset + fitted.length;
  return {
    ...head,
    returned: fitted.length,
    changes: fitted,
    ...(end < all.length && { cursor: `${last}-${end}`, note: MORE }),
  };
}

interface Position {
  readonly until?: number;
  readonly offset: number;
}

const START: Position = { offset: 0 };
const MORE = 'Repeat the call with cursor for the rest; limit allows more at once.';

function* addAll(net: NetChanges, entries: readonly Entry[]): Steps<void> {
  for (const { changes, inverse } of entries) {
    yield* net.add({ changes: changes as Change[], inverse: inverse as Change[] });
    yield;
  }
}

function shownChange(change: NetChange, universe: Universe): object {
  const { op, in: kind, id } = change;
  if (op !== 'changed') {
    const { name, parentId, bodyType } = change.value;
    return { op, in: kind, id, ...defined({ name: short(name), bodyType, parentId }) };
  }
  const [joined, left] = [change.joined, change.left].map(members => members.map(member => member.id)) as [
    string[],
    string[],
  ];
  const name = change.name ?? universe.bare(kind, id)?.name;
  const fields = Object.entries(change.fields).map(([field, [before, after]]) => {
    return [field, [short(before), short(after)]];
  });
  return {
    op,
    in: kind,
    id,
    ...(typeof name === 'string' && name !== id && { name: short(name) }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(joined.length > 0 && { joined: some(joined) }),
    ...(left.length > 0 && { left: some(left) }),
  };
}

function defined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}

function short(value: unknown): unknown {
  return shortValue(value, MAX_VALUE_CHARACTERS);
}

function some(ids: readonly string[]): readonly string[] {
  const more = ids.length - MAX_MEMBERS;
  return more <= 0 ? ids : [...ids.slice(0, MAX_MEMBERS), `… ${more} more`];
}

/** Counts at most MAX_COUNTED names, and the rest together. */
function count(counts: Map<string, number>, name: string): void {
  const counted = counts.has(name) || counts.size < MAX_COUNTED ? name : 'others';
  counts.set(counted, (counts.get(counted) ?? 0) + 1);
}

function requireRange({ id, revision }: LoadedUniverse, since: number, until: number): void {
  if (since > revision || until > revision) {
    throw new WorldError(
      'InvalidArgument',
      `Revision ${Math.max(since, until)} does not exist: the revisions of universe "${id}" are 0 to ${revision}.`,
      `Give a revision that an answer named, at most ${revision}.`,
    );
  }
  if (since > until) {
    throw new WorldError(
      'InvalidArgument',
      `The first revision, ${since}, is newer than the second, ${until}.`,
      `Give the older revision first: {"diff":[${until},${since}]}.`,
    );
  }
  if (until - since > MAX_REVISIONS) {
    throw new WorldError(
      'InvalidArgument',
      `${until - since} revisions lie between ${since} and ${until}; the limit is ${MAX_REVISIONS}.`,
      `Compare fewer: {"diff":[${until - MAX_REVISIONS},${until}]}.`,
    );
  }
}

/** The revision up to which the first page compared, and the changes before the page. */
function readCursor(cursor: string): Position {
  const match = /^(\d{1,15})-(\d{1,9})$/.exec(cursor);
  if (match !== null) return { until: Number(match[1]), offset: Number(match[2]) };
  throw new WorldError(
    'InvalidArgument',
    `The cursor "${cursor.slice(0, 64)}" is not one of a list of changes.`,
    'Use the cursor of the answer before with the same since, or leave it out to start again.',
  );
}
