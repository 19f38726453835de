import { type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';

/** A connection that an engine has dialled, message by message. */
export interface EngineChannel {
  /** Where the engine is, for logs and people. */
  readonly remote: string;
  /** Bytes that have come from the engine so far. */
  readonly received: number;
  /** Sends one JSON message. False when the connection is gone. */
  send(message: string): boolean;
  /** Whoever joins listens before `join` returns: the next message may be here already. */
  onMessage(listener: (message: JsonValue) => void): void;
  /** Called once, whoever closed it. `broken` is true where what the engine sent could not be read. */
  onClose(listener: (reason: string, broken?: boolean) => void): void;
  close(reason: string): void;
}

/** Where engines report. */
export interface Engines {
  /**
   * Takes an engine by what it says of itself: the parameters of `session.authenticate` without the token. The result
   * is the answer to it. A WireError refuses the engine, whose connection then closes.
   */
  join(hello: JsonObject, channel: EngineChannel): { readonly result: JsonObject };
  /** What `transport.links` tells: every engine that is or was linked, and how it is. */
  links(): readonly object[];
}

/** What a link needs of its connection. */
export interface LinkEnd {
  readonly remote: string;
  readonly received: number;
  write(message: string): boolean;
}

/** The connection's side of a channel. */
export class EngineLink implements EngineChannel {
  readonly #end: LinkEnd;
  readonly #hangUp: (reason: string) => void;
  readonly #messageListeners: ((message: JsonValue) => void)[] = [];
  readonly #closeListeners: ((reason: string, broken: boolean) => void)[] = [];
  /** What was sent before the engine had its answer, and must stand behind it. */
  #early: string[] | undefined = [];
  #closed = false;

  constructor(end: LinkEnd, hangUp: (reason: string) => void) {
    this.#end = end;
    this.#hangUp = hangUp;
  }

  get remote(): string {
    return this.#end.remote;
  }

  get received(): number {
    return this.#end.received;
  }

  send(message: string): boolean {
    if (this.#closed) return false;
    if (this.#early === undefined) return this.#end.write(message);
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
    if (!this.#closed) this.#hangUp(reason);
  }

  /** The engine has its answer. */
  begin(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#end.write(message);
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

/** Lets an engine join. Gives the answer to it, or the refusal. */
export function welcomeEngine(
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
    const error = known ? thrown : WireError.of('InternalError', 'The server failed to take the engine.');
    link.ended(error.message);
    return error;
  }
}
