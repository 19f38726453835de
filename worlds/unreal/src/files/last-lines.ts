import type { FileHandle } from 'node:fs/promises';
import { cutText } from '@worldwire/server/kit';
import { hasKind, type LogFilter } from '../port/log-filter.js';
import type { LogLine } from '../port/operations.js';
import { TimeSlice } from '../work/time-slice.js';
import { parseLogLine } from './log-line.js';
import { encodingOf } from './text-encoding.js';

const CHUNK = 256 * 1024;
/** Bytes of one line that are searched, and characters of it that are shown. */
const MAX_LINE_BYTES = 1024 * 1024;
const MAX_LINE = 8_000;

export interface LineRequest extends LogFilter {
  readonly lines: number;
  /** Offset of the first byte, at the start of a line. */
  readonly from: number;
  /** Offset after the last byte, at the start of a line. Default: the end of the file. */
  readonly before?: number;
  readonly maxBytes: number;
}

export interface FoundLines {
  readonly lines: readonly LogLine[];
  /** Offset of the first byte that was searched: the start of the oldest line, where all lines were found. */
  readonly searchedFrom: number;
  /** Whether only the beginning of some line was searched. */
  readonly cut: boolean;
}

/** Reads backwards from the end, so that the cost is independent of the size of the log. */
export async function lastLines(
  handle: FileHandle,
  { lines: wanted, from, before, maxBytes, ...filter }: LineRequest,
  signal: AbortSignal,
): Promise<FoundLines> {
  const { size } = await handle.stat();
  const encoding = encodingOf(await bytesOf(handle, 0, Math.min(2, size)));
  const unit = encoding === 'utf-8' ? 1 : 2;
  const decoder = new TextDecoder(encoding);
  const query = filter.query?.toLowerCase();
  const found: LogLine[] = [];
  const slice = new TimeSlice(signal);
  const partial = new PartialLine();
  let end = Math.min(size, before ?? size);
  const last = end;
  let searchedFrom = last;
  const oldest = Math.max(from, end - maxBytes);
  while (end > oldest && found.length < wanted) {
    signal.throwIfAborted();
    const place = Math.max(oldest, end - CHUNK);
    // A UTF-16 unit is not split.
    const start = place - (place % unit);
    const bytes = await bytesOf(handle, start, end - start);
    end = start;
    const first = start === from ? 0 : nextLine(bytes, 0, encoding);
    if (first === undefined) {
      partial.hold(bytes);
      continue;
    }
    const whole = partial.finish(bytes.subarray(first));
    partial.hold(bytes.subarray(0, first));
    const lines = decoder.decode(whole).split('\n');
    // All lines of this piece are searched unless the last one that is wanted is found before.
    searchedFrom = start + first;
    for (let number = lines.length - 1; number >= 0; number--) {
      const text = (lines[number] as string).replace(/\r$/, '');
      if (slice.isOverAfter(text.length + 1)) await slice.yieldToEventLoop();
      if (text === '' || (query !== undefined && !text.toLowerCase().includes(query))) continue;
      const line = parseLogLine(cutText(text, MAX_LINE));
      if (!hasKind(line, filter)) continue;
      found.push(line);
      if (found.length < wanted) continue;
      searchedFrom += startOf(whole, number, encoding);
      break;
    }
  }
  // One line is longer than what is searched at once: the next search continues inside it.
  if (searchedFrom === last) searchedFrom = end;
  return { lines: found.reverse(), searchedFrom, cut: partial.cut };
}

/** The end of a line whose beginning is not read yet. The last pieces of a long line are dropped. */
class PartialLine {
  cut = false;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #dropped = false;

  hold(piece: Uint8Array): void {
    this.#pieces.unshift(piece);
    this.#size += piece.length;
    for (let last = this.#last; this.#size - last >= MAX_LINE_BYTES; last = this.#last) {
      this.#pieces.pop();
      this.#size -= last;
      this.#dropped = true;
    }
  }

  /** The whole line, which is then no longer held. */
  finish(beginning: Uint8Array): Uint8Array {
    const whole = Buffer.concat([beginning, ...this.#pieces]);
    this.cut ||= this.#dropped;
    this.#pieces = [];
    this.#size = 0;
    this.#dropped = false;
    return whole;
  }

  get #last(): number {
    return this.#pieces.at(-1)?.length ?? 0;
  }
}

/** Offset of a line by its number. */
function startOf(bytes: Uint8Array, number: number, encoding: string): number {
  let at = 0;
  for (let line = 0; line < number; line++) at = nextLine(bytes, at, encoding) ?? bytes.length;
  return at;
}

/** Offset of the first line that starts after `at`. */
function nextLine(bytes: Uint8Array, at: number, encoding: string): number | undefined {
  if (encoding === 'utf-8') {
    const newline = bytes.indexOf(0x0a, at);
    return newline < 0 ? undefined : newline + 1;
  }
  const low = encoding === 'utf-16le' ? 0 : 1;
  for (let unit = at; unit + 1 < bytes.length; unit += 2) {
    if (bytes[unit + low] === 0x0a && bytes[unit + 1 - low] === 0) return unit + 2;
  }
  return undefined;
}

async function bytesOf(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  return bytes.subarray(0, bytesRead);
}
