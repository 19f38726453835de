import { setTimeout as delay } from 'node:timers/promises';
import { type AuditFilter, type AuditRecord, matches, parseRecord } from './audit-record.js';
import { listSegments, openSegment, type Place, placesOf } from './audit-segments.js';
import { readAudit } from './read-audit.js';

const POLL_MS = 250;
const BLOCK_BYTES = 256 * 1024;
const LINE_BREAK = 0x0a;

export interface FollowOptions {
  /** The `newest` cursor of a page. Without it: records that are written from now on. */
  readonly after?: string;
  readonly filter?: AuditFilter;
  readonly signal: AbortSignal;
}

/**
 * Calls the listener with each new record, of all servers that use the folder, until the signal. The next record waits for the promise of
 * the listener, so a slow one holds no memory.
 */
export async function followAudit(
  data: string,
  listener: (record: AuditRecord) => unknown,
  { after, filter = {}, signal }: FollowOptions,
): Promise<void> {
  const start = after ?? (await readAudit(data, { limit: 1 })).newest;
  const places = placesOf(start) ?? new Map<string, Place>();
  while (!signal.aborted) {
    for (const { chain, firsts } of listSegments(data)) {
      for (const first of firsts) {
        const place = places.get(chain);
        if (place !== undefined && first < place.first) continue;
        const offset = place?.first === first ? place.offset : 0;
        const end = await readLines(data, chain, { first, offset }, signal, async line => {
          const record = parseRecord(chain, line);
          if (record !== undefined && matches(record, filter)) await listener(record);
        });
        places.set(chain, { first, offset: end });
      }
    }
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Reads complete lines of a segment from an offset. Returns the offset behind the last. */
async function readLines(
  data: string,
  chain: string,
  { first, offset }: Place,
  signal: AbortSignal,
  take: (line: Buffer) => Promise<void>,
): Promise<number> {
  const file = await openSegment(data, chain, first);
  if (file === undefined) return offset;
  let at = offset;
  let size = BLOCK_BYTES;
  try {
    while (!signal.aborted) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_BREAK) + 1;
      if (end === 0 && bytesRead < size) return at;
      // A line that is longer than the block.
      if (end === 0) size *= 2;
      for (let start = 0; start < end; ) {
        const stop = buffer.indexOf(LINE_BREAK, start);
        await take(buffer.subarray(start, stop));
        start = stop + 1;
        if (signal.aborted) return at + start;
      }
      at += end;
    }
    return at;
  } finally {
    await file.close();
  }
}
