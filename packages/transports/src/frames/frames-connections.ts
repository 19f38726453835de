import type { Socket } from 'node:net';
import { encodeError, FRAMINGS, WireError } from '@worldwire/protocol';
import { FramesConnection } from './frames-connection.js';
import { LINGER_MS, linger } from './linger.js';
import type { ListenerContext } from './listener-context.js';

const TICK_MS = 250;

/** All connections of a listener, on one timer, which looks after those where something is going on. */
export class FramesConnections {
  readonly #context: ListenerContext;
  readonly #open = new Set<FramesConnection>();
  readonly #restless = new Set<FramesConnection>();
  #timer: NodeJS.Timeout | undefined;
  #arrived: Promise<void> | undefined;
  #stoppedAt = 0;
  #emptied: (() => void) | undefined;

  constructor(context: ListenerContext) {
    this.#context = context;
  }

  get size(): number {
    return this.#open.size;
  }

  take(socket: Socket): void {
    const { connections } = this.#context.limits;
    if (this.#arrived !== undefined) return void socket.destroy();
    if (this.#open.size >= connections && !this.#makeRoom()) return this.#turnAway(socket);
    const connection: FramesConnection = new FramesConnection(socket, this.#context, () =>
      this.#stir(connection),
    );
    this.#open.add(connection);
    this.#stir(connection);
    socket.once('close', () => {
      this.#open.delete(connection);
      this.#restless.delete(connection);
      if (this.#emptied !== undefined) this.#settle();
    });
  }

  /** Takes no more requests. Resolves when those that have begun to arrive are here, or after `drainMs`. */
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

  /** After `stop`: resolves when everybody is gone. */
  async drain(): Promise<void> {
    const { limits, now } = this.#context;
    const drainMs = Math.max(0, limits.drainMs - (now() - this.#stoppedAt));
    const emptied = new Promise<void>(resolve => {
      this.#emptied = resolve;
    });
    // Kernels that close in this very turn say goodbye to their subscribers.
    await new Promise(resolve => setImmediate(resolve));
    this.#forEach(connection => connection.linked || connection.drain());
    this.#settle();
    const stopped = 'The server stopped.';
    const answer = WireError.of('InternalError', 'The server stopped before the request was done.', {
      kind: 'NotReady',
    });
    const late = setTimeout(() => this.#forEach(connection => connection.leave(stopped, answer)), drainMs);
    const last = setTimeout(() => this.#forEach(connection => connection.cut(stopped)), drainMs + LINGER_MS);
    await emptied;
    clearTimeout(late);
    clearTimeout(last);
  }

  /** Engines go last: what is in flight may need them. */
  #settle(): void {
    if (this.#open.size === 0) this.#emptied?.();
    const connections = [...this.#open];
    if (connections.every(({ linked }) => linked)) for (const connection of connections) connection.drain();
  }

  #stir(connection: FramesConnection): void {
    this.#restless.add(connection);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  #tick(): void {
    for (const connection of this.#restless) {
      if (!connection.tick()) this.#restless.delete(connection);
    }
    if (this.#restless.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #forEach(act: (connection: FramesConnection) => void): void {
    for (const connection of [...this.#open]) act(connection);
  }

  /** Whoever has waited longest without saying who he is makes room for the next: a crowd cannot keep others out. */
  #makeRoom(): boolean {
    for (const connection of this.#open) {
      if (!connection.greeting) continue;
      this.#open.delete(connection);
      connection.cut('The connection made room for another one.');
      return true;
    }
    return false;
  }

  #turnAway(socket: Socket): void {
    const { framing, limits, log } = this.#context;
    const message = `All ${limits.connections} connections are taken. Try again later.`;
    const { body } = WireError.of('InternalError', message, { kind: 'Busy' });
    socket.on('error', error => log.debug({ err: error }, 'a connection that was turned away broke'));
    socket.resume();
    socket.write(FRAMINGS[framing].encode([encodeError(null, body)]));
    linger(socket);
  }
}
