import type { Access, Log } from '@worldwire/server';
import type { Approvals, Gates, Kernel, Openings, Principal } from '@worldwire/server/internal';
import type { ServerFacts } from './server-facts.js';

/** A world as the operator sees it. */
export interface OperatedWorld {
  /** As in rights: `universe:write`. */
  readonly name: string;
  readonly url: string;
  readonly ceiling: Access;
  readonly kernel: Pick<Kernel, 'sessions' | 'work' | 'inFlight' | 'gateChanged'>;
  /** Engines that are or were linked to it. */
  links(): readonly object[];
  /** Ends the lease of an engine. False if it is not held. Throws if there is no such engine. */
  endLease?(engine: string): boolean;
  /** Why the world cannot answer now. */
  notReady?(): string | undefined | Promise<string | undefined>;
}

/** An action of the operator, for the audit. */
export interface OperatorNote {
  readonly kind: 'operator' | 'gate';
  readonly principal: string;
  readonly what: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What the operator's interface needs of the process. */
export interface Operated {
  readonly approvals: Approvals;
  readonly gates: Gates;
  /** The streams of the operator. */
  readonly openings: Openings;
  readonly log: Log;
  /** The data folder, which has the audit. */
  readonly data: string;
  readonly audit: {
    /** Why nothing can be recorded now. */
    readonly refusal: string | undefined;
    note?(note: OperatorNote): void | Promise<void>;
  };
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** What the process says of itself. */
  facts(): ServerFacts;
  /** The worlds that are served now. */
  worlds(): readonly OperatedWorld[];
  /** The principals of the credentials that are accepted now. */
  principals(): Iterable<Principal>;
  /**
   * A link that opens the console once, with all rights: only for the operator at this machine, so undefined for others. Without
   * `link` there is no console. `page` writes a file that leads to it.
   */
  consoleLink?(
    who: Principal,
  ): { readonly link: string | undefined; page?(link: string): string } | undefined;
  /** The metrics of the process. */
  readonly metrics: { render(): Promise<string> | string; readonly contentType: string };
  /** Calls of each principal since the start. */
  readonly usage: Iterable<readonly [name: string, usage: Usage]>;
}

/** The calls of a principal since the start of the server. */
export interface Usage {
  calls: number;
  errors: number;
  /** Of the errors: calls that policy, a gate, a missing right or a person refused. */
  denied: number;
  /** Milliseconds since 1970. */
  lastCall: number;
}
