import { openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { notification, post, rpc, type WireReply } from '../http/lab.js';

export interface Said {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface Exchange {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The notifications before the reply, on the same stream. */
  readonly said: readonly Said[];
  readonly reply: WireReply;
}

/** A client by the document: its methods, its spellings, its headers, and 2025-03-26. */
export class DocumentClient {
  private constructor(
    readonly url: string,
    readonly headers: Record<string, string>,
  ) {}

  static async open(url: string, capabilities: object = {}): Promise<DocumentClient> {
    const client = new DocumentClient(url, await openSession(url, '2025-03-26', capabilities));
    await client.notify('notifications/initialized');
    return client;
  }

  async ask(method: string, params: object = {}, id: string | number = 'a'): Promise<Exchange> {
    const reader = await EventReader.open(this.url, this.headers, rpc(method, params, id));
    await reader.end();
    const { status } = reader;
    const contentType = reader.response.headers['content-type'];
    if (contentType !== 'text/event-stream') {
      // A cancelled request has no reply.
      const reply = reader.text === '' ? {} : (JSON.parse(reader.text) as WireReply);
      return { status, contentType, said: [], reply };
    }
    const { messages } = reader;
    const isReply = messages.at(-1)?.method === undefined;
    const said = (isReply ? messages.slice(0, -1) : messages) as unknown as Said[];
    return { status, contentType, said, reply: isReply ? (messages.at(-1) as WireReply) : {} };
  }

  /** The result of a request that must succeed. */
  async result(method: string, params: object = {}): Promise<NonNullable<WireReply['result']>> {
    const { reply } = await this.ask(method, params);
    if (reply.result === undefined) throw new Error(`${method}: ${JSON.stringify(reply)}`);
    return reply.result;
  }

  async notify(method: string, params: object = {}): Promise<Response> {
    return post(this.url, this.headers, notification(method, params));
  }

  /** The stream of messages from the server. */
  listen(): Promise<EventReader> {
    return EventReader.listen(this.url, this.headers);
  }
}
