import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { ResponseChannel } from '../sessions/response-channel.js';
import type { Session } from '../sessions/session.js';

export type QuestionMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** Sends a handler's question to the client. One implementation per era, and one for tasks. */
export interface Asker {
  ask(key: string, method: QuestionMethod, params: JsonObject): Promise<JsonValue>;
  /** Shows what the work does now, where that has a place beside progress. */
  describe?(message: string): void;
}

/** Before 2026-07-28: a JSON-RPC request to the client, on the stream of the call. */
export class SessionAsker implements Asker {
  constructor(
    readonly session: Session,
    readonly channel: ResponseChannel,
    readonly signal: AbortSignal,
  ) {}

  ask(_key: string, method: QuestionMethod, params: JsonObject): Promise<JsonValue> {
    return this.session.ask(method, params, message => this.channel.send(message), this.signal);
  }
}
