import { type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';

/** A connection that an engine has opened, message by message. */
export interface EngineChannel {
  /** The engine's address, for logs and people. */
  readonly remote: string;
  /** Bytes received from the engine so far. */
  readonly received: number;
  /** Sends one JSON message. False when the connection is closed. */
  send(message: string): boolean;
  /** Add listeners before `join` returns: the next message may have arrived. */
  onMessage(listener: (message: JsonValue) => void): void;
  /** Called once, whichever side closed. `broken` is true if the engine's input could not be decoded. */
  onClose(listener: (reason: string, broken?: boolean) => void): void;
  close(reason: string): void;
}

/** Accepts engines. */
export interface Engines {
  /**
   * Accepts an engine by the parameters of its `session.authenticate`, without the token. The result is the answer. A
   * thrown WireError refuses the engine and closes its connection.
   */
  join(hello: JsonObject, channel: EngineChannel): { readonly result: JsonObject };
  /** The result of `transport.links`: every engine that is or was linked, with its state. */
  links(): readonly object[];
}

/** The part of a connection that a link needs. */
export interface LinkSocket {
  readonly remote: string;
  readonly received: number;
  write(message: string): boolean;
}

/** The connection's side of a channel. */
export class EngineLink implements EngineChannel {
  readonly #socket: LinkSocket;
  readonly #close: (reason: string) => void;
  readonly #messageListeners: ((message: JsonValue) => void)[] = [];
  readonly #closeListeners: ((reason: string, broken: boolean) => void)[] = [];
  /** Messages sent before the answer to `session.authenticate`, which goes first. */
  #early: string[] | undefined = [];
  #closed = false;

  constructor(socket: LinkSocket, close: (reason: string) => void) {
    this.#socket = socket;
    this.#close = close;
  }

  get remote(): string {
    return this.#socket.remote;
  }

  get received(): number {
    return this.#socket.received;
  }

  send(message: string): boolean {
    if (this.#closed) return false;
    if (this.#early === undefined) return this.#socket.write(message);
    this.#early.push(message);
    return true;
  }

  onMessage(listener: (message: JsonValue) => void): void {
    this.#messageListeners.push(listener);
  }

  onClose(listener: (reason: string, broken: boolean) => void): void {
    this.#closeListeners.push(listener);
  }

  close(reason: string): void {
    if (!this.#closed) this.#close(reason);
  }

  /** The answer to `session.authenticate` was sent. */
  begin(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#socket.write(message);
  }

  deliver(message: JsonValue): void {
    for (const listener of this.#messageListeners) listener(message);
  }

  ended(reason: string, broken = false): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of this.#closeListeners) listener(reason, broken);
  }
}

/** The answer to an engine that joins, or the error that refuses it. */
export function joinEngine(
  engines: Engines,
  hello: JsonObject,
  link: EngineLink,
  log: Log,
): JsonObject | WireError {
  try {
    return engines.join(hello, link).result;
  } catch (thrown) {
    const known = thrown instanceof WireError;
    if (!known) log.error({ err: thrown, remote: link.remote }, 'an engine could not join');
    const error = known ? thrown : WireError.of('InternalError', 'The server failed to accept the engine.');
    link.ended(error.message);
    return error;
  }
}
