import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Session } from '../sessions/session.js';
import type { ResponseChannel } from './response-channel.js';

export type QuestionMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** How a handler's question reaches the client. One per era, and one for tasks; the handler cannot tell which. */
export interface Asker {
  ask(key: string, method: QuestionMethod, params: JsonObject): Promise<JsonValue>;
}

/** Before 2026: a request of our own on the request's stream, answered by the client's next message. */
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
