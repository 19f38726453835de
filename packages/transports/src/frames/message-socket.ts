import type { Socket } from 'node:net';
import { FRAMINGS } from '@worldwire/protocol';
import { type PendingWriter, PendingWrites, UNCOUNTED_PENDING_BYTES } from '../bounds/pending-writes.js';
import { MessagePipe, type Receiver } from '../stream/message-pipe.js';
import { outgoingBytes } from '../stream/outbox.js';
import { linger } from './linger.js';
import type { ListenerContext } from './listener-context.js';

/** How many times `queueBytes` may wait for the reader before replies are dropped; at twice this it is disconnected. */
const MAX_QUEUES = 64;

export interface MessageSocketOptions
  extends Pick<ListenerContext, 'framing' | 'limits' | 'log' | 'now' | 'memory' | 'turns'> {
  readonly socket: Socket;
  readonly maxBytes: number;
  readonly receiver: Omit<Receiver, 'onDrained'> & {
    /** Something began that may stall: call `tick` at intervals. */
    onActivity(): void;
    onClosed(reason: string): void;
  };
}

/** Messages both ways on a socket, with limits on bytes and time, and a graceful end. */
export class MessageSocket implements PendingWriter {
  readonly pipe: MessagePipe;
  readonly remote: string;
  readonly connection = this;
  readonly #options: MessageSocketOptions;
  readonly #pending: PendingWrites;
  #principal = '';
  #lastByteAt: number;
  #taken = 0;
  #behindSince: number | undefined;
  #ending = false;
  #lingering = false;
  #reason = 'The other side closed the connection.';

  constructor(options: MessageSocketOptions) {
    const { socket, framing, maxBytes, limits, log, now, receiver, memory, turns } = options;
    this.#pending = PendingWrites.of(memory);
    this.#options = options;
    const { remoteAddress, remotePort } = socket;
    this.remote = remoteAddress === undefined ? 'unix' : `${remoteAddress}:${remotePort}`;
    this.#lastByteAt = now();
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
        onEnd: () => this.#ending || receiver.onEnd(),
        onDrained: () => {
          this.#count();
          if (this.#ending) this.#linger();
        },
      },
    });
    socket.on('data', () => {
      this.#lastByteAt = now();
      receiver.onActivity();
    });
    socket.on('error', error => {
      this.#reason = error.message;
      log.debug({ err: error, remote: this.remote }, 'a connection broke');
    });
    socket.once('close', () => {
      this.#ending = true;
      this.pipe.discard();
      this.#pending.set(this, 0);
      receiver.onClosed(this.#reason);
    });
  }

  /** The address without the port. */
  get address(): string {
    return this.#options.socket.remoteAddress ?? '';
  }

  get principal(): string {
    return this.#principal;
  }

  /** From now on bytes count for this principal. */
  setPrincipal(principal: string): void {
    this.#pending.set(this, 0);
    this.#principal = principal;
    this.pipe.setPrincipal(principal);
    this.#count();
  }

  get idleMs(): number {
    return this.#behindSince === undefined ? 0 : this.#options.now() - this.#behindSince;
  }

  /** Bytes received so far. */
  get received(): number {
    return this.#options.socket.bytesRead;
  }

  get ending(): boolean {
    return this.#ending;
  }

  /** Whether so many bytes wait for the reader that long replies are dropped. */
  get full(): boolean {
    return this.pipe.waiting > this.#options.limits.queueBytes * MAX_QUEUES;
  }

  /** Whether a text fits beside the bytes that wait for all readers. */
  fits(text: string): boolean {
    return !this.full && this.#count(outgoingBytes(text));
  }

  /** The limit applies to the bytes before this message: a reader that keeps up can get a large one. */
  write(text: string): boolean {
    const { socket, limits, receiver } = this.#options;
    if (this.#ending || socket.destroyed) return false;
    if (this.pipe.waiting > 2 * limits.queueBytes * MAX_QUEUES) {
      this.destroy('The other side reads too slowly.');
      return false;
    }
    if (!this.#count(outgoingBytes(text))) {
      this.destroy('Too many bytes wait for this reader and others.');
      return false;
    }
    this.pipe.write(text);
    receiver.onActivity();
    return true;
  }

  /** Counts the waiting bytes, and `more`. False if they do not fit. */
  #count(more = 0): boolean {
    const bytes = this.pipe.waiting + more;
    if (this.#options.socket.destroyed) return true;
    return this.#pending.set(this, bytes > UNCOUNTED_PENDING_BYTES ? bytes : 0);
  }

  /** Discards all input, and closes when the other side has read the output. */
  end(reason: string): void {
    if (this.#ending) return;
    this.#ending = true;
    this.#reason = reason;
    this.pipe.discard();
    if (this.pipe.waiting === 0) this.#linger();
  }

  /** Closes at once, and discards input that has arrived. */
  destroy(reason: string): void {
    const { socket, log } = this.#options;
    this.#ending = true;
    this.#reason = reason;
    this.pipe.discard();
    log.debug({ remote: this.remote, reason }, 'a connection was closed');
    socket.destroy();
  }

  close(): void {
    this.destroy('The other side reads nothing.');
  }

  /** Checks for a stalled reader and an incomplete message. False if neither can happen before the next activity. */
  tick(): boolean {
    const { limits, now, receiver } = this.#options;
    const time = now();
    const { pending, waiting } = this.pipe;
    this.#count();
    if (this.#stalled(time)) this.close();
    else if (!pending || this.#ending) this.#lastByteAt = time;
    else if (time - this.#lastByteAt >= limits.requestMs) {
      receiver.onBroken(`A message was incomplete for ${limits.requestMs} ms.`, 'end');
    }
    return pending || waiting > 0;
  }

  /** Whether the reader has taken nothing for too long. */
  #stalled(time: number): boolean {
    const { queueSoftBytes, queueSoftMs, stalledMs } = this.#options.limits;
    const { taken, waiting } = this.pipe;
    if (taken !== this.#taken || waiting === 0) {
      this.#taken = taken;
      this.#behindSince = undefined;
      return false;
    }
    this.#behindSince ??= time;
    const soft = this.#ending || waiting > queueSoftBytes;
    return time - this.#behindSince >= (soft ? queueSoftMs : stalledMs);
  }

  #linger(): void {
    if (this.#lingering) return;
    this.#lingering = true;
    linger(this.#options.socket);
  }
}
