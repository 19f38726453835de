import { signal } from '@preact/signals';
import { type AuditRecord, listAudit } from '../api/operator.js';
import { learn } from './agents.js';
import { operatedWorlds } from './session.js';
import { Spans } from './spans.js';

const MAX_RECORDS = 500;
const FIRST_PAGE = 300;

/** Calls of all agents. `auditVersion` changes with them. */
export const spans = new Spans();
export const auditVersion = signal(0);
/** The last records that came live, the latest first. */
export const liveRecords = signal<readonly AuditRecord[]>([]);

const listeners = new Set<(records: readonly AuditRecord[]) => void>();
/** The last number of each chain, so that a record counts once. */
let seen = new Map<string, number>();
let queue: AuditRecord[] = [];
let frame = 0;

/** Calls a listener with new records, oldest first. Returns what ends that. */
export function onRecords(listener: (records: readonly AuditRecord[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the newest records. A stream begins with its connection: what was written before it comes from a page. */
export async function readRecords(): Promise<void> {
  const limit = String(FIRST_PAGE);
  const queries = operatedWorlds()?.map(world => ({ limit, world })) ?? [{ limit }];
  const pages = await Promise.all(queries.map(listAudit));
  takeRecords(pages.flatMap(({ records }) => records).sort((a, b) => a.seq - b.seq));
}

/** Forgets which records were seen, for another session or server. */
export function forgetRecords(): void {
  cancelAnimationFrame(frame);
  queue = [];
  seen = new Map();
}

/** Takes records, oldest first. They are shown with the next frame, many at once. A hidden page has no frames. */
export function takeRecords(records: readonly AuditRecord[]): void {
  for (const record of records) {
    if (record.seq <= (seen.get(record.chain) ?? -1)) continue;
    seen.set(record.chain, record.seq);
    queue.push(record);
  }
  if (queue.length > MAX_RECORDS) queue = queue.slice(-MAX_RECORDS);
  if (queue.length === 0) return;
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(publish);
}

function publish(): void {
  const records = queue;
  queue = [];
  spans.add(records);
  learn(records);
  liveRecords.value = [...records.toReversed(), ...liveRecords.peek()].slice(0, MAX_RECORDS);
  auditVersion.value++;
  for (const listener of listeners) listener(records);
}
