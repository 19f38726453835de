import type { FileHandle } from 'node:fs/promises';
import type { LogLine } from '../port/operations.js';
import { TimeSlice } from '../work/time-slice.js';
import { parseLogLine } from './log-line.js';
import { encodingOf } from './text-encoding.js';

const CHUNK = 256 * 1024;
/** Bytes of one line that are looked through, and characters of it that are shown. */
const MAX_HELD = 1024 * 1024;
const MAX_LINE = 8_000;

export interface Wanted {
  readonly lines: number;
  readonly query?: string;
  /** Where a line begins, before which nothing is read. */
  readonly from: number;
  /** Bytes. */
  readonly most: number;
}

export interface FoundLines {
  readonly lines: readonly LogLine[];
  /** Before this nothing was looked at. */
  readonly searchedFrom: number;
  /** Whether there was a line of which only the beginning was looked through. */
  readonly cut: boolean;
}

/** From the end backwards, so that a long log costs what is wanted of it, and a long line no more than once. */
export async function lastLines(
  handle: FileHandle,
  { lines: wanted, query, from, most }: Wanted,
  signal: AbortSignal,
): Promise<FoundLines> {
  const { size } = await handle.stat();
  const encoding = encodingOf(await bytesOf(handle, 0, Math.min(2, size)));
  const unit = encoding === 'utf-8' ? 1 : 2;
  const folded = query?.toLowerCase();
  const found: LogLine[] = [];
  const slice = new TimeSlice(signal);
  const begun = new PartialLine();
  let end = size;
  const oldest = Math.max(from, size - most);
  while (end > oldest && found.length < wanted) {
    signal.throwIfAborted();
    const place = Math.max(oldest, end - CHUNK);
    // No character of UTF-16 is cut in two.
    const start = place - (place % unit);
    const bytes = await bytesOf(handle, start, end - start);
    end = start;
    const first = start === from ? 0 : lineStart(bytes, encoding);
    if (first === undefined) {
      begun.hold(bytes);
      continue;
    }
    const whole = begun.finish(bytes.subarray(first));
    begun.hold(bytes.subarray(0, first));
    for (const line of new TextDecoder(encoding)
      .decode(whole)
      .split(/\r\n|\n/)
      .reverse()) {
      if (slice.isOver) await slice.yieldToEventLoop();
      if (line === '' || (folded !== undefined && !line.toLowerCase().includes(folded))) continue;
      found.push(parseLogLine(line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
      if (found.length === wanted) break;
    }
  }
  return { lines: found.reverse(), searchedFrom: end, cut: begun.cut };
}

/** The pieces of a line whose beginning is still to come. Of a long one the last pieces are let go. */
class PartialLine {
  cut = false;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #letGo = false;

  hold(piece: Uint8Array): void {
    this.#pieces.unshift(piece);
    this.#size += piece.length;
    for (let last = this.#last; this.#size - last >= MAX_HELD; last = this.#last) {
      this.#pieces.pop();
      this.#size -= last;
      this.#letGo = true;
    }
  }

  /** What begins with its beginning, and is held no longer. */
  finish(beginning: Uint8Array): Uint8Array {
    const whole = Buffer.concat([beginning, ...this.#pieces]);
    this.cut ||= this.#letGo;
    this.#pieces = [];
    this.#size = 0;
    this.#letGo = false;
    return whole;
  }

  get #last(): number {
    return this.#pieces.at(-1)?.length ?? 0;
  }
}

/** Where the first whole line begins, if one does. */
function lineStart(bytes: Uint8Array, encoding: string): number | undefined {
  if (encoding === 'utf-8') {
    const newline = bytes.indexOf(0x0a);
    return newline < 0 ? undefined : newline + 1;
  }
  const low = encoding === 'utf-16le' ? 0 : 1;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + low] === 0x0a && bytes[at + 1 - low] === 0) return at + 2;
  }
  return undefined;
}

async function bytesOf(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  return bytes.subarray(0, bytesRead);
}
