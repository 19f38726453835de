import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { JsonObject } from '@worldwire/protocol';
import { until } from '../http/until.js';

export interface Notice {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/** Reads one stream_events answer, on a connection of its own that can be cut or stalled. */
export class LineReader {
  readonly messages: JsonObject[] = [];
  #rest = '';
  ended = false;

  private constructor(
    readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() as string;
      for (const line of lines) if (line !== '') this.messages.push(JSON.parse(line) as JsonObject);
    });
    response.on('close', () => {
      this.ended = true;
    });
    response.on('error', () => {});
  }

  static open(base: string, headers: Readonly<Record<string, string>> = {}): Promise<LineReader> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'stream', method: 'stream_events', params: {} });
    return new Promise((resolve, reject) => {
      const sent = request(
        `${base}/message`,
        { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, agent: false },
        response => {
          sent.on('error', () => {});
          resolve(new LineReader(sent, response));
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** Open, and past its snapshots. */
  static async begun(base: string, headers: Readonly<Record<string, string>> = {}): Promise<LineReader> {
    const reader = await LineReader.open(base, headers);
    await until(() => reader.notices.length >= 2, 'the snapshots');
    return reader;
  }

  get notices(): Notice[] {
    return notices(this.messages);
  }

  of(event: string): Record<string, unknown>[] {
    return this.notices.filter(notice => notice.event === event).map(({ payload }) => payload);
  }

  stall(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  cut(): void {
    this.request.destroy();
  }
}

export function notices(messages: readonly JsonObject[]): Notice[] {
  return messages
    .filter(({ method }) => method === 'notification')
    .map(({ params }) => params as unknown as Notice);
}
