import { type JsonObject, META_VERSION, mirroredName } from '@worldwire/protocol';
import { JSON_HEADERS } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import type { Line } from '../stdio/pipe.js';
import type { WireClient } from './wire-client.js';

/** A client over Streamable HTTP: a POST for each message, and a stream of its own once it has a session. */
export class HttpWireClient implements WireClient {
  readonly received: Line[] = [];
  readonly answers: (Line | Line[])[] = [];
  readonly #url: string;
  readonly #readers = new Set<EventReader>();
  #session: Record<string, string> = {};

  constructor(url: string) {
    this.#url = url;
  }

  async ask(text: string, id: string | number | null): Promise<Line | Line[]> {
    const before = this.answers.length;
    const reader = await this.#post(text);
    const session = reader.response.headers['mcp-session-id'];
    if (typeof session === 'string') {
      const { protocolVersion } = (JSON.parse(text) as { params: JsonObject }).params;
      this.#session = { 'mcp-session-id': session, 'mcp-protocol-version': String(protocolVersion) };
      this.#follow(await EventReader.listen(this.#url, { ...JSON_HEADERS, ...this.#session }));
    }
    const find = () =>
      this.answers
        .slice(before)
        .find(answer => (Array.isArray(answer) ? id === 'batch' : (answer.id ?? null) === id));
    await until(() => find() !== undefined, `the answer to ${JSON.stringify(id)}`);
    return find() as Line | Line[];
  }

  async say(text: string): Promise<void> {
    const reader = await this.#post(text);
    await reader.end();
  }

  leave(): void {
    for (const reader of this.#readers) reader.cut();
  }

  async #post(text: string): Promise<EventReader> {
    const reader = await EventReader.open(this.#url, { ...JSON_HEADERS, ...this.#headers(text) }, text);
    this.#follow(reader);
    return reader;
  }

  #headers(text: string): Record<string, string> {
    let message: JsonObject;
    try {
      message = JSON.parse(text) as JsonObject;
    } catch {
      return this.#session;
    }
    const params = (message.params ?? {}) as JsonObject;
    const version = (params._meta as JsonObject | undefined)?.[META_VERSION];
    if (typeof version !== 'string') return message.method === 'initialize' ? {} : this.#session;
    const method = String(message.method);
    const name = mirroredName(method, params);
    return {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name.value }),
    };
  }

  /** Records the messages of a response, an event stream or JSON; some may have arrived already. */
  #follow(reader: EventReader): void {
    this.#readers.add(reader);
    const { response } = reader;
    const streams = String(response.headers['content-type']).startsWith('text/event-stream');
    let seen = 0;
    const pump = () => {
      const texts = streams
        ? reader.events.map(({ data }) => data)
        : response.readableEnded
          ? [reader.text]
          : [];
      for (const text of texts.slice(seen)) if (text !== '') this.#take(JSON.parse(text) as Line | Line[]);
      seen = texts.length;
      if (response.readableEnded) this.#readers.delete(reader);
    };
    response.on('data', pump);
    response.on('end', pump);
    pump();
  }

  #take(message: Line | Line[]): void {
    if (!Array.isArray(message) && message.method !== undefined) this.received.push(message);
    else this.answers.push(message);
  }
}
