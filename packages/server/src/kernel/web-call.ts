import type { JsonValue } from '@worldwire/protocol';
import type { GivenAbout } from '../api/about.js';
import type { Steps } from '../api/steps.js';
import type { WebQuery, WebRequest } from '../api/web.js';
import { WorldError } from '../api/world-error.js';
import type { FairTurns } from '../limits/fair-turns.js';
import type { Principal } from '../policy/principal.js';

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

  async heavy<Result>(steps: Steps<Result>): Promise<Result> {
    const controller = new AbortController();
    const stop = this.onDisconnect?.(() =>
      controller.abort(
        new WorldError('Timeout', 'The client closed the connection.', 'Send the request again.'),
      ),
    );
    try {
      return await this.turns.run(this.principal, steps, controller.signal);
    } finally {
      stop?.();
    }
  }
}
