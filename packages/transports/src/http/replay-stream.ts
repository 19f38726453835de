import { encodeError, encodeSse, ownText, type RequestId, WireError } from '@worldwire/protocol';
import { type Limits, textBytes } from '@worldwire/server/internal';
import type { SseStream } from './sse-stream.js';

const RETRY_MS = 1_000;
/** Memory of an event beside its text. */
const EVENT_BYTES = 68;
/** A longer request id is not kept for the error that replaces a lost answer. */
const MAX_ID_LENGTH = 256;

export type ReplayLimits = Pick<Limits, 'replayEvents' | 'replayBytes'>;

/** Counts the bytes that streams keep for a resume. */
export interface ReplayBudget {
  /** Makes room for bytes of a stream, and counts them. False if they cannot be kept. */
  reserve(stream: ReplayStream, bytes: number): boolean;
  release(bytes: number): void;
}

interface KeptEvent {
  readonly sequence: number;
  readonly message: string;
  readonly bytes: number;
}

/** One resumable stream of a session: numbered events, of which the newest are kept. */
export class ReplayStream {
  /** Whether it carries the session's own messages rather than the answer to a request. */
  standalone = false;
  readonly #requestId: RequestId | undefined;
  #writer: SseStream | undefined;
  #sequence = 0;
  #bytes = 0;
  #finished = false;
  /** It finished while a client was reading, which has all of it unless the last bytes were lost. */
  #read = false;
  readonly #events: KeptEvent[] = [];
  /** The newest event that is not kept. */
  #lost = 0;

  /** `requestId` is the id of the request that the stream answers, if any. */
  constructor(
    readonly key: string,
    readonly limits: ReplayLimits,
    readonly budget: ReplayBudget,
    requestId?: RequestId,
  ) {
    this.#requestId = typeof requestId === 'string' ? copied(requestId) : requestId;
  }

  /** The bytes kept for a resume. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a client reads it now. */
  get live(): boolean {
    return this.#writer?.open === true;
  }

  /** It has finished, or is a session's stream without a reader. */
  get dormant(): boolean {
    return this.#finished || (this.standalone && !this.live);
  }

  /** Whether the client has not read the end. */
  get missed(): boolean {
    return this.#finished && !this.#read;
  }

  /** Whether a client can resume after an event: all later events are kept, or it is a call, whose answer comes last. */
  holds(after: number): boolean {
    return after <= this.#sequence && (!this.standalone || after >= this.#lost);
  }

  /** Writes to `writer` from now on, in place of one whose connection broke. */
  attach(writer: SseStream, primed: boolean): void {
    this.#takeOver(writer);
    if (primed) writer.write(encodeSse({ id: this.#id(this.#sequence), retry: RETRY_MS, data: '' }));
  }

  /** Sends the events after one that `holds`, and continues from there. */
  resume(writer: SseStream, after: number): void {
    this.#takeOver(writer);
    const missed = this.#events.filter(({ sequence }) => sequence > after);
    const frames = missed.map(({ sequence, message }) => this.#frame(sequence, message));
    writer.replay(frames.join('') + this.#lostAnswer(after));
    if (!this.#finished) return;
    this.#read = true;
    writer.end();
  }

  push(message: string): void {
    this.#sequence++;
    const bytes = textBytes(message) + EVENT_BYTES;
    if (this.#events.length >= this.limits.replayEvents) this.forgetOldest();
    if (this.budget.reserve(this, bytes)) {
      this.#events.push({ sequence: this.#sequence, message, bytes });
      this.#bytes += bytes;
    } else {
      // A client that resumes must not get earlier events without this one.
      this.forget();
      this.#lost = this.#sequence;
    }
    this.#write(this.#sequence, message);
  }

  /** Drops the oldest event. False if there is none. */
  forgetOldest(): boolean {
    const oldest = this.#events.shift();
    if (oldest === undefined) return false;
    this.#lost = oldest.sequence;
    this.#bytes -= oldest.bytes;
    this.budget.release(oldest.bytes);
    return true;
  }

  /** Drops all events. */
  forget(): void {
    while (this.forgetOldest());
  }

  /** Ends the connection but not the stream: later events are kept for a resume. */
  detach(): void {
    this.#writer?.end();
    this.#writer = undefined;
  }

  finish(): void {
    this.#finished = true;
    this.#read = this.live;
    this.detach();
  }

  #takeOver(writer: SseStream): void {
    if (this.#writer?.open) this.#writer.end();
    this.#writer = writer;
  }

  #write(sequence: number, message: string): void {
    this.#writer?.write(this.#frame(sequence, message));
  }

  #frame(sequence: number, message: string): string {
    return encodeSse({ id: this.#id(sequence), data: message });
  }

  /** The error that replaces an answer that was not kept: without it the client would wait forever. */
  #lostAnswer(after: number): string {
    const isLost = this.#finished && this.#lost === this.#sequence && after < this.#sequence;
    if (!isLost || this.#requestId === undefined) return '';
    const error = WireError.of(
      'InternalError',
      'The request is done, but its answer was not kept for a resume.',
      {
        kind: 'TooLarge',
        hint: 'Send the request again, a write with the same operation key, or request less.',
      },
    );
    return this.#frame(this.#sequence, encodeError(this.#requestId, error.body));
  }

  #id(sequence: number): string {
    return `${this.key}-${sequence}`;
  }
}

function copied(id: string): string | undefined {
  return id.length > MAX_ID_LENGTH ? undefined : ownText(id);
}
