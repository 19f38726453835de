import type { JsonValue } from '@worldwire/protocol';
import type { GivenAbout } from './about.js';
import type { Steps } from './steps.js';
import type { Access } from './tool.js';
import type { WorldError } from './world-error.js';

/**
 * A route of a world's own HTTP interface, beside MCP.
 *
 *     const plants: WebRoute = { method: 'GET', path: '/plants', access: 'read', answer: () => json(200, garden.plants()) };
 */
export interface WebRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Segments that begin with a colon are parameters, as in "/universes/:id". */
  readonly path: string;
  /** Checked against the operator's ceiling before `answer` is called, as for tools. */
  readonly access: Access;
  readonly family?: WebFamily;
  /** The route calls `request.beforeLoss`. Without it, a rule by which losses need an approval refuses the route as a whole. */
  readonly asksBeforeLoss?: true;
  /** Whether this request opens a feed, which stays open without work: it does not count among the requests in progress. */
  opensFeed?(request: WebRequest): boolean;
  /** The answer to a request that is refused before it reaches `answer`. Default: the reason as JSON, with its status. */
  refused?(reason: WorldError, request: WebRequest): WebAnswer;
  /** The subject of a write for the audit. The request is not validated yet. */
  about?(request: WebRequest): GivenAbout;
  answer(request: WebRequest): WebAnswer | WebFeed | Promise<WebAnswer | WebFeed>;
}

/** Routes under one path whose failures have a form of their own. */
export interface WebFamily {
  /** Such as "/v1". Includes paths below it that match no route. */
  readonly base: string;
  /** Converts every answer with a status of 400 or above, including those that no route made. */
  failure(answer: WebAnswer): WebAnswer;
}

/** The decoded query parameters, such as a URLSearchParams. */
export interface WebQuery extends Iterable<[name: string, value: string]> {
  /** The first value, or null. */
  get(name: string): string | null;
  getAll(name: string): readonly string[];
}

/** A request as the route gets it. */
export interface WebRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: WebQuery;
  /** `name` in lower case. */
  header(name: string): string | undefined;
  /** The parsed JSON, or undefined without a body. */
  readonly body: JsonValue | undefined;
  readonly principal: string;
  /**
   * Runs work of more than a few milliseconds in steps, alternating with the work of other principals. Rejects when the
   * client closes its connection, or when too much work of the same principal is queued.
   */
  heavy<Result>(steps: Steps<Result>): Promise<Result>;
  /**
   * Called before the route removes or overwrites something that existed, in the same step as the write. Throws where a person
   * must approve that, for which an HTTP request cannot wait. Undefined where nothing needs an approval.
   */
  readonly beforeLoss?: (() => void) | undefined;
  /** Adds to the subject in the audit what is known only after the work, such as a new id. */
  concerns(about: GivenAbout): void;
}

export interface WebAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is JSON unless the headers have another content type. */
  readonly body?: string | Uint8Array;
}

/** An answer without a fixed end, written at the speed of its reader: server-sent events, or JSON lines. */
export class WebFeed {
  /** `start` gets the reader, and returns the function that ends the feed when the reader has disconnected. */
  constructor(
    readonly start: (reader: FeedReader) => () => void,
    readonly form: 'events' | 'lines' = 'events',
    /** Sends the body without chunked encoding: it ends with the connection. */
    readonly unchunked = false,
    /** The media type of lines. */
    readonly lines = 'application/x-ndjson',
  ) {}
}

export interface FeedReader {
  /** False when the buffer is full: write again after `drained` was called. */
  write(frames: string): boolean;
  /** Called when the buffer is empty again. */
  drained: (() => void) | undefined;
  /** Ends the answer. */
  end(): void;
}

/** A JSON answer: `json(200, { plants })`. */
export function json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): WebAnswer {
  return { status, body: JSON.stringify(value), ...(headers !== undefined && { headers }) };
}
