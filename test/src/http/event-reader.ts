import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type JsonObject, SseDecoder } from '@worldwire/protocol';
import { until } from './until.js';

const MAX_BYTES = 16 * 1024 * 1024;

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads one event stream, on a connection of its own that can be closed or stalled. */
export class EventReader {
  /** Every event so far, the priming one included. */
  readonly events: StreamEvent[] = [];
  /** The raw text so far: heartbeats leave no event. */
  text = '';
  #ended = false;
  readonly #decoder = new SseDecoder({ maxEventBytes: MAX_BYTES });

  private constructor(
    readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.text += text;
      for (const event of this.#decoder.push(text)) if (event.kind === 'event') this.events.push(event);
    });
    response.on('close', () => {
      this.#ended = true;
    });
    response.on('error', () => {});
  }

  static open(url: string, headers: Readonly<Record<string, string>>, body?: string): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method: body === undefined ? 'GET' : 'POST', headers, agent: false },
        response => {
          sent.on('error', () => {});
          resolve(new EventReader(sent, response));
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** The session's own stream; `after` resumes it. */
  static listen(
    url: string,
    headers: Readonly<Record<string, string>>,
    after?: string,
  ): Promise<EventReader> {
    const { 'content-type': _, ...rest } = headers;
    const resumed = after === undefined ? rest : { ...rest, 'last-event-id': after };
    return EventReader.open(url, { ...resumed, accept: 'text/event-stream' });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get lastEventId(): string {
    return this.#decoder.lastEventId;
  }

  /** The JSON-RPC messages so far. */
  get messages(): JsonObject[] {
    return this.events
      .filter(({ data }) => data.startsWith('{'))
      .map(({ data }) => JSON.parse(data) as JsonObject);
  }

  async received(count: number): Promise<JsonObject[]> {
    await until(() => this.messages.length >= count, `message ${count} on the stream`);
    return this.messages;
  }

  async end(): Promise<void> {
    await until(() => this.#ended, 'the end of the stream');
  }

  stall(): void {
    this.response.pause();
  }

  cut(): void {
    this.request.destroy();
  }
}
