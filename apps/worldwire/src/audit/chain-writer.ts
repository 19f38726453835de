import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { AppendFile, WriteBytes } from './append-file.js';
import type { ChainPaths } from './audit-paths.js';
import { type AuditKey, type ChainHead, chainedLine, seqOfLine } from './chained-line.js';
import { writeHead } from './head-file.js';

/** The size at which a segment is full. */
export const DEFAULT_SEGMENT_BYTES = 16 * 1024 * 1024;
/** How long the head may be behind. */
const HEAD_MS = 50;
const RETRY_MS = 1_000;
const FIRST_LINE_BYTES = 64;

export interface ChainOptions {
  readonly key?: AuditKey;
  readonly segmentBytes?: number;
  readonly write?: WriteBytes;
}

export interface Recorded {
  /** How many of the records are in the file. */
  readonly count: number;
  /** Why others are missing. */
  readonly error?: unknown;
}

/** Appends records to a chain, begins a new segment where one is full, and keeps the head up to date. */
export class ChainWriter {
  readonly #file: AppendFile;
  readonly #paths: ChainPaths;
  readonly #key: AuditKey;
  readonly #segmentBytes: number;
  readonly #onHeadError: (error: unknown) => void;
  #last: ChainHead;
  #timer: NodeJS.Timeout | undefined;
  #headFails = false;

  constructor(
    file: AppendFile,
    paths: ChainPaths,
    last: ChainHead,
    { key, segmentBytes = DEFAULT_SEGMENT_BYTES }: ChainOptions,
    onHeadError: (error: unknown) => void,
  ) {
    this.#file = file;
    this.#paths = paths;
    this.#last = last;
    this.#key = key;
    this.#segmentBytes = segmentBytes;
    this.#onHeadError = onHeadError;
  }

  get path(): string {
    return this.#file.path;
  }

  get isEmpty(): boolean {
    return this.#last.seq === 0;
  }

  /** Appends records, given as JSON objects, with one write. Never throws. */
  append(records: readonly string[]): Recorded {
    const ends: ChainHead[] = [];
    let last = this.#last;
    let text = '';
    for (const json of records) {
      const chained = chainedLine(last, json, this.#key);
      text += `${chained.line}\n`;
      ends.push(chained);
      last = chained;
    }
    try {
      this.#rotate(text.length);
    } catch (error) {
      return { count: 0, error };
    }
    const { written, error } = this.#file.append(text);
    const count = error === undefined ? records.length : linesWithin(text, written);
    this.#last = ends[count - 1] ?? this.#last;
    if (count > 0) this.#timer ??= setTimeout(() => this.#writeHead(), HEAD_MS).unref();
    return error === undefined ? { count } : { count, error };
  }

  close(): void {
    if (this.#timer !== undefined) this.#writeHead();
    clearTimeout(this.#timer);
    this.#file.close();
  }

  #writeHead(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      writeHead(this.#paths.head, this.#last, this.#key);
      this.#headFails = false;
    } catch (thrown) {
      if (!this.#headFails) this.#onHeadError(thrown);
      this.#headFails = true;
      this.#timer = setTimeout(() => this.#writeHead(), RETRY_MS).unref();
    }
  }

  /** Full segments keep their records: none is ever removed. */
  #rotate(more: number): void {
    const { size } = this.#file;
    if (size === 0 || size + more <= this.#segmentBytes) return;
    const first = firstSeq(this.#paths.current);
    // A file that was renamed or replaced by another program is left alone.
    if (first === undefined || existsSync(this.#paths.full(first))) return;
    this.#file.rename(this.#paths.full(first));
    this.#file.open();
  }
}

/** The number of the first record of a segment. */
export function firstSeq(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(FIRST_LINE_BYTES);
    const read = readSync(fd, bytes, 0, bytes.length, 0);
    return seqOfLine(bytes.subarray(0, read));
  } finally {
    closeSync(fd);
  }
}

function linesWithin(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString('latin1').split('\n').length - 1;
}
