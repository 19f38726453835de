import { encodeError, encodeSse, ownText, type RequestId, WireError } from '@worldwire/protocol';
import { type Limits, textBytes } from '@worldwire/server/internal';
import type { SseStream } from './sse-stream.js';

const RETRY_MS = 1_000;
/** What an event takes in memory beside its text. */
const EVENT_BYTES = 68;
/** A longer id is not kept to say that its answer is gone. */
const MAX_ID_LENGTH = 256;

export type ReplayLimits = Pick<Limits, 'replayEvents' | 'replayBytes'>;

/** Counts what streams keep for clients that come back. */
export interface Keeper {
  /** Makes room for bytes of a stream and counts them. False where they cannot be kept. */
  keep(stream: ReplayStream, bytes: number): boolean;
  release(bytes: number): void;
}

interface KeptEvent {
  readonly sequence: number;
  readonly message: string;
  /** What is counted for it. */
  readonly bytes: number;
}

/** One stream of a session as its client may come back to it: numbered events, the newest kept. */
export class ReplayStream {
  /** Carries the session's own messages rather than the answer to a request. */
  standalone = false;
  readonly #requestId: RequestId | undefined;
  #writer: SseStream | undefined;
  #sequence = 0;
  #bytes = 0;
  #finished = false;
  /** It ended before its reader, who has all of it unless the last bytes were lost. */
  #read = false;
  readonly #events: KeptEvent[] = [];
  /** The newest event that was not kept, or no longer is. */
  #lost = 0;

  /** `requestId` is the request that the stream answers, where it answers one. */
  constructor(
    readonly key: string,
    readonly limits: ReplayLimits,
    readonly keeper: Keeper,
    requestId?: RequestId,
  ) {
    this.#requestId = typeof requestId === 'string' ? copied(requestId) : requestId;
  }

  /** What it keeps for a client that comes back. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a client reads it now. */
  get live(): boolean {
    return this.#writer?.open === true;
  }

  /** Nothing more can come of it but a late reader. */
  get dormant(): boolean {
    return this.#finished || (this.standalone && !this.live);
  }

  /** Whether its client has not seen the end. */
  get missed(): boolean {
    return this.#finished && !this.#read;
  }

  /** Whether what followed an event is still here: all of it, or of a call the last, which is its answer. */
  holds(after: number): boolean {
    return after <= this.#sequence && (!this.standalone || after >= this.#lost);
  }

  /** Writes to `writer` from now on. A writer left behind by a broken connection is let go. */
  attach(writer: SseStream, primed: boolean): void {
    this.#takeOver(writer);
    if (primed) writer.write(encodeSse({ id: this.#id(this.#sequence), retry: RETRY_MS, data: '' }));
  }

  /** Sends again what followed an event that `holds`, and goes on from there. */
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
    if (this.keeper.keep(this, bytes)) {
      this.#events.push({ sequence: this.#sequence, message, bytes });
      this.#bytes += bytes;
    } else {
      // A client that resumes must not get what came before without what is missing.
      this.forget();
      this.#lost = this.#sequence;
    }
    this.#write(this.#sequence, message);
  }

  /** Lets go of the oldest event. False where there is none. */
  forgetOldest(): boolean {
    const oldest = this.#events.shift();
    if (oldest === undefined) return false;
    this.#lost = oldest.sequence;
    this.#bytes -= oldest.bytes;
    this.keeper.release(oldest.bytes);
    return true;
  }

  /** Lets go of everything that is kept. */
  forget(): void {
    while (this.forgetOldest());
  }

  /** Ends the connection but not the stream: what follows waits for the client to come back. */
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

  /** In place of an answer that is not kept: without it the client would wait for ever. */
  #lostAnswer(after: number): string {
    const isLost = this.#finished && this.#lost === this.#sequence && after < this.#sequence;
    if (!isLost || this.#requestId === undefined) return '';
    const error = WireError.of(
      'InternalError',
      'The request is done, but its answer was not kept for a resume.',
      {
        kind: 'TooLarge',
        hint: 'Send the request again, a write with the same operation key, or ask for less.',
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
