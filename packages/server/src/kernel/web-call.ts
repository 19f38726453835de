import type { JsonValue } from '@worldwire/protocol';
import type { GivenAbout } from '../api/about.js';
import type { Steps } from '../api/steps.js';
import type { WebAnswer, WebFeed, WebQuery, WebRequest } from '../api/web.js';
import { failureAnswer } from '../api/web-failure.js';
import { WorldError } from '../api/world-error.js';
import type { FairTurns } from '../limits/fair-turns.js';
import type { Principal } from '../policy/principal.js';

const END_HINT = 'Get a valid token, or ask the operator, before you send it again.';

/** Calls `listener` when the client disconnects. Returns the function that unsubscribes. */
export type OnDisconnect = (listener: () => void) => () => void;

/** A request as the transport delivers it. */
export interface WebArrival extends Pick<WebRequest, 'params' | 'query' | 'header' | 'body'> {
  readonly who: Principal;
}

/** A request of a world's own HTTP interface in progress. */
export class WebCall implements WebRequest {
  /** The subject that the route added with `concerns`. */
  shown: GivenAbout | undefined;
  /** See `WebRequest`. */
  beforeLoss: (() => void) | undefined;
  /** Called when it ends before its handler has answered. */
  onEnd: (() => void) | undefined;
  #settle: ((answer: WebAnswer) => void) | undefined;
  #heavy: Set<AbortController> | undefined;

  constructor(
    readonly arrival: WebArrival,
    readonly turns: FairTurns,
    readonly onDisconnect: OnDisconnect | undefined,
  ) {}

  get params(): Readonly<Record<string, string>> {
    return this.arrival.params;
  }

  get query(): WebQuery {
    return this.arrival.query;
  }

  get body(): JsonValue | undefined {
    return this.arrival.body;
  }

  get principal(): string {
    return this.arrival.who.name;
  }

  header(name: string): string | undefined {
    return this.arrival.header(name);
  }

  concerns(about: GivenAbout): void {
    this.shown = about;
  }

  /** The answer of the handler, or that of `end`, if it comes first. */
  whileOpen(serving: Promise<WebAnswer | WebFeed>): Promise<WebAnswer | WebFeed> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      serving.then(resolve, reject);
    });
  }

  /** Answers with the reason. A handler that goes on is ignored. */
  end(reason: string): void {
    this.onEnd?.();
    const error = new WorldError('PermissionDenied', reason, END_HINT);
    for (const controller of this.#heavy ?? []) controller.abort(error);
    this.#settle?.(failureAnswer(error));
  }

  async heavy<Result>(steps: Steps<Result>): Promise<Result> {
    const controller = new AbortController();
    this.#heavy = (this.#heavy ?? new Set()).add(controller);
    const stop = this.onDisconnect?.(() =>
      controller.abort(
        new WorldError('Timeout', 'The client closed the connection.', 'Send the request again.'),
      ),
    );
    try {
      return await this.turns.run(this.principal, steps, controller.signal);
    } finally {
      this.#heavy.delete(controller);
      stop?.();
    }
  }
}
