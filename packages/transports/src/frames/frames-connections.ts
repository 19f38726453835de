import type { Socket } from 'node:net';
import { encodeError, FRAMINGS, WireError } from '@worldwire/protocol';
import { FramesConnection } from './frames-connection.js';
import { LINGER_MS, linger } from './linger.js';
import type { ListenerContext } from './listener-context.js';

const TICK_MS = 250;

/** All connections of a listener. One timer checks the timeouts of those that are active. */
export class FramesConnections {
  readonly #context: ListenerContext;
  readonly #open = new Set<FramesConnection>();
  readonly #active = new Set<FramesConnection>();
  #timer: NodeJS.Timeout | undefined;
  #arrived: Promise<void> | undefined;
  #stoppedAt = 0;
  #onEmpty: (() => void) | undefined;

  constructor(context: ListenerContext) {
    this.#context = context;
  }

  get size(): number {
    return this.#open.size;
  }

  take(socket: Socket): void {
    const { connections } = this.#context.limits;
    if (this.#arrived !== undefined) return void socket.destroy();
    if (this.#open.size >= connections && !this.#makeRoom()) return this.#refuse(socket);
    const connection: FramesConnection = new FramesConnection(socket, this.#context, () =>
      this.#activate(connection),
    );
    this.#open.add(connection);
    this.#activate(connection);
    socket.once('close', () => {
      this.#open.delete(connection);
      this.#active.delete(connection);
      connection.leave();
      if (this.#onEmpty !== undefined) this.#settle();
    });
  }

  /** Accepts no more requests. Resolves when messages that are arriving are complete, or after `drainMs`. */
  stop(): Promise<void> {
    this.#stoppedAt = this.#arrived === undefined ? this.#context.now() : this.#stoppedAt;
    this.#arrived ??= new Promise(resolve => {
      const arriving = new Set(this.#open);
      const timer = setTimeout(resolve, this.#context.limits.drainMs);
      const settle = () => {
        if (arriving.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      for (const connection of [...arriving]) {
        connection.stop(() => {
          arriving.delete(connection);
          settle();
        });
      }
      settle();
    });
    return this.#arrived;
  }

  /** After `stop`: resolves when all connections are closed. */
  async drain(): Promise<void> {
    const { limits, now } = this.#context;
    const drainMs = Math.max(0, limits.drainMs - (now() - this.#stoppedAt));
    const empty = new Promise<void>(resolve => {
      this.#onEmpty = resolve;
    });
    // Kernels that close in this turn of the event loop still send the end of subscriptions.
    await new Promise(resolve => setImmediate(resolve));
    this.#forEach(connection => connection.isEngine || connection.drain());
    this.#settle();
    const stopped = 'The server stopped.';
    const answer = WireError.of('InternalError', 'The server stopped before the request was done.', {
      kind: 'NotReady',
    });
    const late = setTimeout(() => this.#forEach(connection => connection.end(stopped, answer)), drainMs);
    const last = setTimeout(
      () => this.#forEach(connection => connection.destroy(stopped)),
      drainMs + LINGER_MS,
    );
    await empty;
    clearTimeout(late);
    clearTimeout(last);
  }

  /** Engines end last: requests in flight may need them. */
  #settle(): void {
    if (this.#open.size === 0) this.#onEmpty?.();
    const connections = [...this.#open];
    if (connections.every(({ isEngine }) => isEngine))
      for (const connection of connections) connection.drain();
  }

  #activate(connection: FramesConnection): void {
    this.#active.add(connection);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  #tick(): void {
    for (const connection of this.#active) {
      if (!connection.tick()) this.#active.delete(connection);
    }
    if (this.#active.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #forEach(act: (connection: FramesConnection) => void): void {
    for (const connection of [...this.#open]) act(connection);
  }

  /** Closes the oldest connection that has not authenticated, so that such connections cannot block others. */
  #makeRoom(): boolean {
    for (const connection of this.#open) {
      if (!connection.unauthenticated) continue;
      this.#open.delete(connection);
      connection.destroy('A newer connection takes its place.');
      return true;
    }
    return false;
  }

  #refuse(socket: Socket): void {
    const { framing, limits, log } = this.#context;
    const message = `All ${limits.connections} connections of this address (connections) are in use. Try again later.`;
    const hint = 'Close a connection that you do not need.';
    const { body } = WireError.of('InternalError', message, { kind: 'Busy', hint });
    socket.on('error', error => log.debug({ err: error }, 'a refused connection broke'));
    socket.resume();
    socket.write(FRAMINGS[framing].encode([encodeError(null, body)]));
    linger(socket);
  }
}
