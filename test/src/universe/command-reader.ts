import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { SseDecoder } from '@worldwire/protocol';

const MAX_BYTES = 16 * 1024 * 1024;

export interface ReadCommand {
  readonly revision: number;
  readonly event: string;
  readonly data: string;
}

interface Wait {
  readonly ready: () => boolean;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
  readonly what: string;
}

/** Reads the event stream of one universe, on its own connection that can be cut or paused. */
export class CommandReader {
  readonly read: ReadCommand[] = [];
  /** The comments so far, such as heartbeats. */
  comments = '';
  #ended = false;
  #waiting: Wait[] = [];
  readonly #decoder = new SseDecoder({ maxEventBytes: MAX_BYTES });

  private constructor(
    readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#took(text));
    response.on('error', () => {});
    response.on('close', () => {
      this.#ended = true;
      this.#settle();
    });
  }

  /** Resolves with the response headers; from then on no event is missed. */
  static open(
    base: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<CommandReader> {
    return new Promise((resolve, reject) => {
      const accepted = { accept: 'text/event-stream', ...headers };
      const sent = request(`${base}${path}`, { headers: accepted, agent: false }, response => {
        sent.on('error', () => {});
        resolve(new CommandReader(sent, response));
      });
      sent.once('error', reject);
      sent.end();
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get revisions(): number[] {
    return this.read.map(({ revision }) => revision);
  }

  get last(): number {
    return this.read.at(-1)?.revision ?? 0;
  }

  /** What a browser sends as Last-Event-ID when it opens the stream again. */
  get lastEventId(): string {
    return this.#decoder.lastEventId;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Waits for the command of a revision. Rejects if the stream ends before it. */
  reaches(revision: number): Promise<void> {
    return this.#when(() => this.last >= revision, `revision ${revision}`);
  }

  /** Waits for the command of a revision, or for the end of the stream. */
  reachesOrEnds(revision: number): Promise<void> {
    return this.#when(() => this.last >= revision || this.#ended, `revision ${revision}`);
  }

  said(comment: string): Promise<void> {
    return this.#when(() => this.comments.includes(comment), `the comment ${comment}`);
  }

  end(): Promise<void> {
    return this.#ended ? Promise.resolve() : new Promise(resolve => this.response.once('close', resolve));
  }

  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  /** Breaks the connection, as a lost network does. */
  cut(): void {
    this.request.destroy();
  }

  #took(text: string): void {
    if (text.startsWith(':')) this.comments += text;
    for (const event of this.#decoder.push(text)) {
      if (event.kind === 'event') {
        this.read.push({ revision: Number(event.id), event: event.event, data: event.data });
      }
    }
    this.#settle();
  }

  #when(ready: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ready, resolve, reject, what });
      this.#settle();
    });
  }

  #settle(): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter(({ ready, resolve, reject, what }) => {
      if (ready()) resolve();
      else if (this.#ended) reject(new Error(`The stream ended at revision ${this.last}, before ${what}.`));
      else return true;
      return false;
    });
  }
}

/** first, first + 1, … last. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
