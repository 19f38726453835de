import {
  ERRORS,
  type JsonValue,
  type Notification,
  type Request,
  type RequestId,
  type Response,
  type Revision,
  WireError,
} from '@worldwire/protocol';
import { failure, type Limits, type Reply } from '@worldwire/server/internal';
import type { PendingWriter, PendingWrites } from '../bounds/pending-writes.js';
import type { Reading } from './era.js';

/** Calls of one batch that run at once. Their results take memory, so the others wait. */
const MAX_PARALLEL = 8;

/** A call that can be cancelled with an answer. */
interface Stoppable {
  cancel(reason: string, reply?: Reply): void;
}

export interface BatchOptions {
  readonly principal: string;
  readonly waiting: PendingWrites;
  /** The limit of all answers together. */
  readonly resultBytes: number;
  read(value: JsonValue): Reading;
  /** Starts a call. `done` is called once, without a text if the call was cancelled. */
  start(request: Request, done: (text?: string) => void): Stoppable | undefined;
  /** Takes a member that gets no answer. */
  take(message: Notification | Response): void;
  /** The text of the answer to a refused member. */
  refuse(id: RequestId | null, error: WireError): string;
  /** Takes the whole answer, or undefined if no member has one. */
  finish(text: string | undefined): void;
}

/** Why a batch is refused, or undefined. `revision` is that of its session, if any. */
export function batchRefusal(
  { length }: readonly JsonValue[],
  revision: Revision | undefined,
  { batch }: Pick<Limits, 'batch'>,
): WireError | undefined {
  if (revision?.batches !== true) {
    const message = 'Only sessions of revision 2025-03-26 have batches: send one message at a time.';
    return WireError.of('InvalidRequest', message);
  }
  if (length > 0 && length <= batch) return undefined;
  return WireError.of('InvalidRequest', `A batch must have 1 to ${batch} messages, not ${length}.`);
}

/** Serves the members of a batch side by side and answers them together. */
export function serveBatch(items: readonly JsonValue[], options: BatchOptions): void {
  const batch = new Batch(options);
  for (const item of items) {
    const message = options.read(item);
    if (message.kind === 'invalid') {
      const { id = null, code = ERRORS.InvalidRequest.code, reason } = message;
      batch.answer(id, options.refuse(id, new WireError(code, reason)));
    } else if (message.kind !== 'request') options.take(message);
    else if (message.method === 'initialize') {
      const error = WireError.of('InvalidRequest', 'initialize must not be part of a batch.');
      batch.answer(message.id, options.refuse(message.id, error));
    } else batch.request(message);
  }
  batch.end();
}

/** The answers to one batch. When they reach their limit, calls in flight are cancelled and no further one starts. */
class Batch implements PendingWriter {
  readonly principal: string;
  readonly connection = this;
  /** No reader yet: never closed to make room. */
  readonly idleMs = 0;
  readonly #options: BatchOptions;
  readonly #running = new Map<Request, Stoppable>();
  readonly #queue: Request[] = [];
  #texts: string[] = [];
  #bytes = 0;
  #open = 0;
  #ended = false;
  /** Why no further answer fits, once the limit is reached. */
  #full: string | undefined;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.principal = options.principal;
  }

  /** Adds an answer without a call. */
  answer(id: RequestId | null, text: string): void {
    this.#add(id, text);
  }

  /** Starts a call, or queues it. */
  request(request: Request): void {
    if (this.#open >= MAX_PARALLEL) this.#queue.push(request);
    else this.#start(request);
  }

  /** All members were added. */
  end(): void {
    this.#ended = true;
    this.#settle();
  }

  tick(): void {}

  close(): void {}

  #start(request: Request): void {
    const { id } = request;
    if (this.#full !== undefined) return this.#add(id, this.#tooLarge(id, 'The request was not started'));
    this.#open++;
    let settled = false;
    const call = this.#options.start(request, text => {
      settled = true;
      this.#running.delete(request);
      if (text !== undefined) this.#add(id, text);
      this.#open--;
      this.#settle();
    });
    if (!settled && call !== undefined) this.#running.set(request, call);
    // Another member may have reached the limit meanwhile.
    if (!settled && this.#full !== undefined) this.#stop();
  }

  #settle(): void {
    while (this.#open < MAX_PARALLEL && this.#queue.length > 0) this.#start(this.#queue.shift() as Request);
    if (!this.#ended || this.#open > 0 || this.#queue.length > 0) return;
    this.#ended = false;
    const { waiting, finish } = this.#options;
    const texts = this.#texts;
    this.#texts = [];
    // From here on the connection counts the bytes.
    waiting.set(this, 0);
    finish(texts.length > 0 ? `[${texts.join(',')}]` : undefined);
  }

  #add(id: RequestId | null, text: string): void {
    const { waiting, resultBytes } = this.#options;
    const bytes = this.#bytes + Buffer.byteLength(text);
    if (this.#full === undefined && bytes <= resultBytes && waiting.set(this, bytes)) this.#bytes = bytes;
    if (this.#full !== undefined || this.#bytes === bytes) {
      this.#texts.push(text);
      return;
    }
    this.#full =
      bytes > resultBytes
        ? `larger than ${resultBytes} bytes together`
        : 'more than the server can buffer now';
    this.#texts.push(this.#tooLarge(id, 'The request is done, but its answer was dropped'));
    this.#stop();
  }

  #stop(): void {
    for (const [request, call] of [...this.#running]) {
      const text = this.#tooLarge(request.id, 'The request was cancelled');
      call.cancel('The answers of its batch are too large.', { text, code: undefined });
    }
  }

  #tooLarge(id: RequestId | null, what: string): string {
    const message = `${what}: the answers of this batch are ${this.#full}.`;
    const data = { kind: 'TooLarge', hint: 'Send the request alone, or request less.' };
    return failure(id, WireError.of('InternalError', message, data).body).text;
  }
}
