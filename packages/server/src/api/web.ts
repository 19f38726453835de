import type { JsonValue } from '@worldwire/protocol';
import type { GivenAbout } from './about.js';
import type { Steps } from './steps.js';
import type { Access } from './tool.js';

/** One route of a world's own HTTP interface, beside MCP: plain requests and answers, no socket and no framework. */
export interface WebRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A segment with a colon is a parameter, as in "/universes/:id". */
  readonly path: string;
  /** Held against the operator's ceiling before `answer` is asked, as with tools. */
  readonly access: Access;
  readonly family?: WebFamily;
  /** Says for the audit what a write is about. Nothing of the request is checked yet. */
  about?(request: WebRequest): GivenAbout;
  answer(request: WebRequest): WebAnswer | WebFeed | Promise<WebAnswer | WebFeed>;
}

/** Routes under one address whose failures have a form of their own. */
export interface WebFamily {
  /** Such as "/v1". Paths behind it that no route answers are of the family, too. */
  readonly base: string;
  /** Gives the form of the family to every answer of 400 and above, also to those that no route has made. */
  failure(answer: WebAnswer): WebAnswer;
}

/** The parameters behind the question mark, decoded. A URLSearchParams is one. */
export interface WebQuery extends Iterable<[name: string, value: string]> {
  /** The first value of the name, or null where it is missing. */
  get(name: string): string | null;
  getAll(name: string): readonly string[];
}

/** A request as its wire brings it. */
export interface WebArrival {
  readonly params: Readonly<Record<string, string>>;
  readonly query: WebQuery;
  /** By its name in lower case. */
  header(name: string): string | undefined;
  /** JSON within the limits, or undefined where the request has no body. */
  readonly body: JsonValue | undefined;
  readonly principal: string;
}

/** A request as its route sees it. */
export interface WebRequest extends WebArrival {
  /**
   * Runs work of more than a few milliseconds in steps, in turns with the work of other principals. Rejects when the client
   * closes its connection, or when too much work of the same principal waits.
   */
  heavy<Result>(steps: Steps<Result>): Promise<Result>;
  /** Says for the outcome in the audit what only the work shows, such as the id of what it made. */
  concerns(about: GivenAbout): void;
}

export interface WebAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is JSON unless the headers say otherwise. */
  readonly body?: string | Uint8Array;
}

/** An answer that goes on, written as the reader takes it: server-sent events, or JSON a line. */
export class WebFeed {
  /** `start` gets the reader, and returns what ends the feed when the reader is gone. */
  constructor(
    readonly start: (reader: FeedReader) => () => void,
    readonly form: 'events' | 'lines' = 'events',
    /** Whether the body is sent as it is and ends with the connection, without chunked encoding. */
    readonly unchunked = false,
  ) {}
}

export interface FeedReader {
  /** False once what was written waits to be taken: write no more before `drained` is called. */
  write(frames: string): boolean;
  /** Called when everything written is on its way. */
  drained: (() => void) | undefined;
  /** Says that no more will come. */
  end(): void;
}

export function json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): WebAnswer {
  return { status, body: JSON.stringify(value), ...(headers !== undefined && { headers }) };
}
