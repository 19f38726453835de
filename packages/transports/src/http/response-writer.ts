import type { ServerResponse } from 'node:http';
import type { Limits } from '@worldwire/server/internal';
import type { PendingWriter, PendingWrites } from '../bounds/pending-writes.js';
import { onResponseClose } from './response-close.js';

/** Much is written piece by piece, so that a slow reader can be told from one that does not read. */
export const PIECE_BYTES = 64 * 1024;
/** Less than this, in a response that goes on, is on its way: Node writes it behind the current event. */
const UNCOUNTED_BYTES = 4 * 1024;

/** What the responses of a listener share. */
export interface WriterRules {
  readonly waiting: PendingWrites;
  readonly limits: Pick<Limits, 'stalledMs' | 'resultBytes'>;
  readonly now: () => number;
}

/** What leaves in one response, counted until its reader takes it, and bounded in the time without progress. */
export class ResponseWriter implements PendingWriter {
  readonly connection: object;
  /** Called when all is on its way, after `keepsUp` was false. */
  onDrained: (() => void) | undefined;
  readonly #rules: WriterRules;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  /** What of the first in the queue has been written. */
  #at = 0;
  /** When the reader last took anything, or something began to wait for it. */
  #takenAt: number;
  #ended = false;
  #gone = false;
  #awaited = false;

  constructor(
    readonly response: ServerResponse,
    readonly principal: string,
    rules: WriterRules,
  ) {
    this.#rules = rules;
    this.#takenAt = rules.now();
    this.connection = response.req?.socket ?? response;
    onResponseClose(response, () => this.#release());
  }

  /** Bytes that the reader has not taken. */
  get waiting(): number {
    return this.#queued + this.response.writableLength;
  }

  get ended(): boolean {
    return this.#ended || this.response.writableEnded;
  }

  /** A response that waits behind another on its connection has no socket: its reader is not the one to blame. */
  get idleMs(): number {
    return this.response.socket === null ? 0 : this.#rules.now() - this.#takenAt;
  }

  /** False where the writer had better wait for `onDrained`. */
  keepsUp(): boolean {
    this.#awaited = this.#queue.length > 0 || this.response.writableNeedDrain;
    return !this.#awaited;
  }

  /** Counts bytes that will be written next. False where they do not fit beside what waits for other readers. */
  reserve(bytes: number): boolean {
    const { waiting, limits } = this.#rules;
    const wanted = this.waiting + bytes;
    const beside = waiting.beside(this);
    return (beside === 0 || beside + wanted <= limits.resultBytes) && waiting.set(this, wanted);
  }

  /** False where the text does not fit. */
  write(text: string | Uint8Array): boolean {
    if (this.ended || this.#gone) return true;
    if (this.waiting === 0) this.#takenAt = this.#rules.now();
    if (typeof text === 'string' && this.#queue.length === 0 && text.length <= PIECE_BYTES) {
      this.response.write(text, this.#onTaken);
      return this.#count();
    }
    if (!this.reserve(Buffer.byteLength(text))) return false;
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    this.#pump();
    return true;
  }

  /** Ends the response behind what waits. */
  end(): void {
    if (this.ended) return;
    this.#ended = true;
    if (this.#queue.length === 0) this.response.end();
    this.#count();
  }

  /** Counts what waits now, and closes the connection of a reader that has taken nothing for too long. */
  tick(): void {
    if (this.#gone) return;
    if (this.response.socket === null) this.#takenAt = this.#rules.now();
    const stalled = this.waiting > 0 && this.idleMs >= this.#rules.limits.stalledMs;
    if (stalled || !this.#count()) this.close();
  }

  close(): void {
    this.#release();
    this.response.destroy();
    // A response without a socket of its own is queued behind another one on its connection.
    this.response.req?.socket.destroy();
  }

  #release(): void {
    this.#gone = true;
    this.#queue.length = 0;
    this.#queued = 0;
    this.#rules.waiting.set(this, 0);
  }

  readonly #onTaken = (): void => {
    if (this.#gone) return;
    this.#takenAt = this.#rules.now();
    if (this.#queue.length > 0) this.#pump();
    else this.#count();
    if (!this.#awaited || this.waiting > 0) return;
    this.#awaited = false;
    this.onDrained?.();
  };

  #pump(): void {
    const { response } = this;
    while (this.#queue.length > 0 && response.writableLength < PIECE_BYTES && !this.#gone) {
      const first = this.#queue[0] as Uint8Array;
      const piece = first.subarray(this.#at, this.#at + PIECE_BYTES);
      this.#at += piece.length;
      this.#queued -= piece.length;
      if (this.#at >= first.length) {
        this.#queue.shift();
        this.#at = 0;
      }
      response.write(piece, this.#onTaken);
    }
    if (this.#queue.length === 0 && this.#ended && !response.writableEnded) response.end();
    this.#count();
  }

  #count(): boolean {
    if (this.#gone) return true;
    const bytes = this.waiting;
    return this.#rules.waiting.set(this, bytes > UNCOUNTED_BYTES || this.ended ? bytes : 0);
  }
}
