import type { Socket } from 'node:net';
import { FRAMINGS, type FramingName } from '@worldwire/protocol';
import type { FairTurns, Log, Memory } from '@worldwire/server';
import { type PendingWriter, PendingWrites, UNCOUNTED_PENDING_BYTES } from '../bounds/pending-writes.js';
import { MessagePipe, type Receiver } from '../stream/message-pipe.js';
import { outgoingBytes } from '../stream/outbox.js';
import type { FramesLimits } from './frames-limits.js';
import { linger } from './linger.js';

/** So many requests may finish at once, each with a queue's worth to read, before no more is handed over. */
const QUEUES = 64;

export interface MessageSocketOptions {
  readonly socket: Socket;
  readonly framing: FramingName;
  readonly maxBytes: number;
  readonly limits: FramesLimits;
  readonly log: Log;
  readonly now: () => number;
  readonly memory: Memory;
  readonly turns: FairTurns;
  readonly receiver: Omit<Receiver, 'onDrained'> & {
    /** Something is going on that may come to a halt: `tick` has to look after it. */
    onStir(): void;
    /** Nothing can be said or heard any more. */
    onGone(reason: string): void;
  };
}

/** Our end of a connection: messages both ways, bounded in size and in time, and a way to leave politely. */
export class MessageSocket implements PendingWriter {
  readonly pipe: MessagePipe;
  readonly remote: string;
  readonly connection = this;
  readonly #options: MessageSocketOptions;
  readonly #waiting: PendingWrites;
  #principal = '';
  #lastByte: number;
  #taken = 0;
  #behindSince: number | undefined;
  #leaving = false;
  #lingering = false;
  #reason = 'The other side closed the connection.';

  constructor(options: MessageSocketOptions) {
    const { socket, framing, maxBytes, limits, log, now, receiver, memory, turns } = options;
    this.#waiting = PendingWrites.of(memory);
    this.#options = options;
    const { remoteAddress, remotePort } = socket;
    this.remote = remoteAddress === undefined ? 'unix' : `${remoteAddress}:${remotePort}`;
    this.#lastByte = now();
    this.pipe = new MessagePipe({
      input: socket,
      output: socket,
      framing: FRAMINGS[framing],
      maxBytes,
      limits,
      arriving: memory.arriving,
      turns,
      receiver: {
        onValue: (value, weight) => receiver.onValue(value, weight),
        onMalformed: (reason, text) => receiver.onMalformed(reason, text),
        onBroken: (reason, by) => receiver.onBroken(reason, by),
        onEnd: () => this.#leaving || receiver.onEnd(),
        onDrained: () => {
          this.#count();
          if (this.#leaving) this.#sayGoodbye();
        },
      },
    });
    socket.on('data', () => {
      this.#lastByte = now();
      receiver.onStir();
    });
    socket.on('error', error => {
      this.#reason = error.message;
      log.debug({ err: error, remote: this.remote }, 'a connection broke');
    });
    socket.once('close', () => {
      this.#leaving = true;
      this.pipe.discard();
      this.#waiting.set(this, 0);
      receiver.onGone(this.#reason);
    });
  }

  /** The address alone, for what is counted by it. */
  get address(): string {
    return this.#options.socket.remoteAddress ?? '';
  }

  get principal(): string {
    return this.#principal;
  }

  /** Whose connection this is, once that is known. */
  belongsTo(principal: string): void {
    this.#waiting.set(this, 0);
    this.#principal = principal;
    this.pipe.belongsTo(principal);
    this.#count();
  }

  get stillMs(): number {
    return this.#behindSince === undefined ? 0 : this.#options.now() - this.#behindSince;
  }

  /** Bytes that have come so far. */
  get received(): number {
    return this.#options.socket.bytesRead;
  }

  get leaving(): boolean {
    return this.#leaving;
  }

  /** Whether so much waits that long answers are better not given. */
  get full(): boolean {
    return this.pipe.waiting > this.#options.limits.queueBytes * QUEUES;
  }

  /** Whether a text fits beside what waits for all readers. */
  fits(text: string): boolean {
    return !this.full && this.#count(outgoingBytes(text));
  }

  /** What waits already decides, not the message: a large one reaches a reader that has kept up. */
  write(text: string): boolean {
    const { socket, limits, receiver } = this.#options;
    if (this.#leaving || socket.destroyed) return false;
    if (this.pipe.waiting > 2 * limits.queueBytes * QUEUES) {
      this.cut('The other side does not keep up.');
      return false;
    }
    if (!this.#count(outgoingBytes(text))) {
      this.cut('Too much waits for this reader and for others.');
      return false;
    }
    this.pipe.write(text);
    receiver.onStir();
    return true;
  }

  /** Counts what waits, and `more`. False where that does not fit. */
  #count(more = 0): boolean {
    const bytes = this.pipe.waiting + more;
    if (this.#options.socket.destroyed) return true;
    return this.#waiting.set(this, bytes > UNCOUNTED_PENDING_BYTES ? bytes : 0);
  }

  /** Closes when the other side has read what was said. Takes nothing more from it. */
  leave(reason: string): void {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#reason = reason;
    this.pipe.discard();
    if (this.pipe.waiting === 0) this.#sayGoodbye();
  }

  /** Closes at once: nothing that is here already is looked at. */
  cut(reason: string): void {
    const { socket, log } = this.#options;
    this.#leaving = true;
    this.#reason = reason;
    this.pipe.discard();
    log.debug({ remote: this.remote, reason }, 'a connection was cut');
    socket.destroy();
  }

  /** Closes the connection of a reader that stands still, where others need the room. */
  close(): void {
    this.cut('The other side reads nothing.');
  }

  /** Looks for a reader that does not read, and for a message that does not end. False when all is quiet. */
  tick(): boolean {
    const { limits, now, receiver } = this.#options;
    const time = now();
    const { pending, waiting } = this.pipe;
    this.#count();
    if (this.#stalled(time)) this.cut('The other side reads nothing.');
    else if (!pending || this.#leaving) this.#lastByte = time;
    else if (time - this.#lastByte >= limits.requestMs) {
      receiver.onBroken(`A message stopped in the middle for ${limits.requestMs} ms.`, 'end');
    }
    return pending || waiting > 0;
  }

  /** Whether something waits for the reader, and none of it has moved for too long. */
  #stalled(time: number): boolean {
    const { queueSoftBytes, queueSoftMs, stalledMs } = this.#options.limits;
    const { taken, waiting } = this.pipe;
    if (taken !== this.#taken || waiting === 0) {
      this.#taken = taken;
      this.#behindSince = undefined;
      return false;
    }
    this.#behindSince ??= time;
    const much = this.#leaving || waiting > queueSoftBytes;
    return time - this.#behindSince >= (much ? queueSoftMs : stalledMs);
  }

  #sayGoodbye(): void {
    if (this.#lingering) return;
    this.#lingering = true;
    linger(this.#options.socket);
  }
}
