import { encodeSse } from '@worldwire/protocol';
import { type FeedReader, json, type WebAnswer, WebFeed, type WebQuery, WorldError } from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';
import type { OperatorRequest } from '@worldwire/transports/http';
import type { AuditFilter, AuditRecord } from '../audit/audit-record.js';
import { followAudit } from '../audit/follow-audit.js';
import { type AuditPage, type AuditQuery, readAudit } from '../audit/read-audit.js';
import { Problem, reasonOf } from '../errors/problem.js';
import { requireOperate } from './access.js';
import type { Operated } from './operated.js';
import { MAX_PAGE_BYTES, readLimit } from './page.js';

const TEXTS = ['principal', 'world', 'tool', 'outcome', 'kind'] as const;
const TIMES = ['since', 'until'] as const;

/** GET audit: a page of records, the latest first. */
export async function listAudit(host: Operated, { who, query }: OperatorRequest): Promise<WebAnswer> {
  requireOperate(host, who, query.get('world') ?? undefined);
  const before = query.get('cursor');
  const wanted = { filter: filterOf(query), ...(before !== null && { before }) };
  const { records, older, newest } = await fittingPage(host.data, readLimit(query.get('limit')), wanted);
  return json(200, { records, newest, ...(older !== undefined && { nextCursor: older }) });
}

/** GET audit/stream: an event for each record from now on, or after the `newest` of a page. */
export function streamAudit(host: Operated, { who, query }: OperatorRequest): WebFeed {
  const world = query.get('world') ?? undefined;
  requireOperate(host, who, world);
  const after = query.get('after');
  return new WebFeed(reader =>
    writeRecords(host, reader, {
      filter: filterOf(query),
      ...(after !== null && { after }),
      // The right may have been taken away since.
      sees: () => (who.rights(host.date).has('operate', world) ? true : 'ended'),
    }),
  );
}

interface RecordFeed {
  readonly filter?: AuditFilter;
  readonly after?: string;
  /** Whether the reader gets a record. `ended`: it gets no more of them, and the stream ends. */
  readonly sees: (record: AuditRecord) => boolean | 'ended';
}

/** Writes `ready`, and then a `record` for each that the reader sees. Returns the function that ends it. */
export function writeRecords(
  host: Operated,
  reader: FeedReader,
  { filter = {}, after, sees }: RecordFeed,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const write = async (record: AuditRecord) => {
    const seen = sees(record);
    if (seen === 'ended') return ended.abort();
    if (!seen || reader.write(encodeSse({ event: 'record', data: JSON.stringify(record) }))) return;
    await new Promise<void>(resolve => {
      reader.drained = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  };
  const follow = async () => {
    const start = after ?? (await readAudit(host.data, { limit: 1 })).newest;
    // Not before the start is known: each record after this event is in the stream.
    reader.write(encodeSse({ event: 'ready', data: '{}' }));
    await followAudit(host.data, write, { filter, signal, after: start });
  };
  follow()
    .catch(thrown => host.log.warn({ reason: reasonOf(thrown) }, 'a stream of the audit ended'))
    .finally(() => reader.end());
  return () => ended.abort();
}

/** Reads fewer records where those of the limit exceed the bytes of a page. */
async function fittingPage(
  data: string,
  limit: number,
  wanted: Omit<AuditQuery, 'limit'>,
): Promise<AuditPage> {
  const page = await readAudit(data, { ...wanted, limit }).catch(thrown => {
    if (!(thrown instanceof Problem)) throw thrown;
    throw new WorldError('InvalidArgument', thrown.message, 'Begin again without a cursor.');
  });
  const sizeOf = (record: object) => Buffer.byteLength(JSON.stringify(record)) + 1;
  const fitting = fitItems(page.records, { max: MAX_PAGE_BYTES, sizeOf, min: 1 }).length;
  return fitting === page.records.length ? page : fittingPage(data, fitting, wanted);
}

function filterOf(query: WebQuery): AuditFilter {
  const texts = TEXTS.map(name => [name, query.get(name)] as const);
  const times = TIMES.map(name => [name, timeOf(name, query.get(name))] as const);
  return Object.fromEntries([...texts, ...times].filter(([, value]) => value !== null));
}

function timeOf(name: string, text: string | null): number | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new WorldError(
    'InvalidArgument',
    `${name} is not a time: "${text.slice(0, 40)}".`,
    'Write a time such as 2026-11-16T15:00:00Z.',
  );
}
