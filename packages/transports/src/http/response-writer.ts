import type { ServerResponse } from 'node:http';
import type { Limits } from '@worldwire/server/internal';
import type { PendingWriter, PendingWrites } from '../bounds/pending-writes.js';
import { onResponseClose } from './response-close.js';

/** A large output is written in pieces, so that a slow reader can be told from a stalled one. */
export const PIECE_BYTES = 64 * 1024;
/** In a response that is not ended, Node writes fewer bytes than this after the current event. They are not counted. */
const UNCOUNTED_BYTES = 4 * 1024;

/** The limits of the responses of a listener. */
export interface WriterRules {
  readonly waiting: PendingWrites;
  readonly limits: Pick<Limits, 'stalledMs' | 'resultBytes'>;
  readonly now: () => number;
}

/** The output of one response: counted until its reader takes it, with a timeout for a stalled reader. */
export class ResponseWriter implements PendingWriter {
  readonly connection: object;
  /** Called when all bytes were written, after `keepsUp` was false. */
  onDrained: (() => void) | undefined;
  readonly #rules: WriterRules;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  /** How many bytes of the first queued chunk were written. */
  #at = 0;
  /** When the reader last took bytes, or bytes began to wait for it. */
  #takenAt: number;
  #ended = false;
  #closed = false;
  /** The writer waits for `onDrained`. */
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

  /** Bytes that wait for the reader. */
  get waiting(): number {
    return this.#queued + this.response.writableLength;
  }

  get ended(): boolean {
    return this.#ended || this.response.writableEnded;
  }

  /** A response queued behind another on its connection has no socket, and its reader cannot be idle. */
  get idleMs(): number {
    return this.response.socket === null ? 0 : this.#rules.now() - this.#takenAt;
  }

  /** False if the writer should wait for `onDrained`. */
  keepsUp(): boolean {
    this.#awaited = this.#queue.length > 0 || this.response.writableNeedDrain;
    return !this.#awaited;
  }

  /** Counts bytes that will be written next. False if they do not fit. */
  reserve(bytes: number): boolean {
    const { waiting, limits } = this.#rules;
    const wanted = this.waiting + bytes;
    const beside = waiting.beside(this);
    return (beside === 0 || beside + wanted <= limits.resultBytes) && waiting.set(this, wanted);
  }

  /** False if the text does not fit. */
  write(text: string | Uint8Array): boolean {
    if (this.ended || this.#closed) return true;
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

  /** Ends the response after the waiting bytes. */
  end(): void {
    if (this.ended) return;
    this.#ended = true;
    if (this.#queue.length === 0) this.response.end();
    this.#count();
  }

  /** Counts the waiting bytes, and closes the connection of a stalled reader. */
  tick(): void {
    if (this.#closed) return;
    if (this.response.socket === null) this.#takenAt = this.#rules.now();
    const stalled = this.waiting > 0 && this.idleMs >= this.#rules.limits.stalledMs;
    if (stalled || !this.#count()) this.close();
  }

  close(): void {
    this.#release();
    this.response.destroy();
    // A queued response has no socket.
    this.response.req?.socket.destroy();
  }

  #release(): void {
    this.#closed = true;
    this.#queue.length = 0;
    this.#queued = 0;
    this.#rules.waiting.set(this, 0);
  }

  readonly #onTaken = (): void => {
    if (this.#closed) return;
    this.#takenAt = this.#rules.now();
    if (this.#queue.length > 0) this.#pump();
    else this.#count();
    if (!this.#awaited || this.waiting > 0) return;
    this.#awaited = false;
    this.onDrained?.();
  };

  #pump(): void {
    const { response } = this;
    while (this.#queue.length > 0 && response.writableLength < PIECE_BYTES && !this.#closed) {
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
    if (this.#closed) return true;
    const bytes = this.waiting;
    return this.#rules.waiting.set(this, bytes > UNCOUNTED_BYTES || this.ended ? bytes : 0);
  }
}
