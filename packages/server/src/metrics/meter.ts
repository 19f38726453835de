import type { Request, RevisionId } from '@worldwire/protocol';
import type { WebRequest, WebRoute } from '../api/web.js';

/** A request that has ended, for metrics and traces. */
export interface FinishedCall {
  readonly request: Pick<Request, 'id' | 'method' | 'params'>;
  readonly revision: RevisionId;
  /** The name of a tool that the world has. */
  readonly tool: string | undefined;
  /** The kind of the error, also of a result with `isError`. Undefined for a success. */
  readonly failure: string | undefined;
  readonly channel: { header?(name: string): string | undefined };
  /** Whether the console of the server sent it, and no client. */
  readonly isOfConsole: boolean;
  /** How long it waited for a person or for an answer of its client. */
  readonly waitedMs: number;
}

/** Measures the requests of one world. Its methods run once for each request and must not throw. */
export interface Meter {
  /** Milliseconds of any origin, with fractions. */
  now(): number;
  /** `began` is from `now`. `code` is the JSON-RPC error code of the reply. */
  finished(call: FinishedCall, began: number, code: number | undefined): void;
  /** `initialize` has its own way through the kernel. The console never sends it. `failure` is the kind of its error. */
  opened(failure: string | undefined, began: number): void;
  /** A request of the world's own HTTP interface was answered. The status of a feed is 200. `isOfConsole`: see `FinishedCall`. */
  answered(
    route: Pick<WebRoute, 'method' | 'path'>,
    arrival: Pick<WebRequest, 'header'>,
    status: number,
    began: number,
    isOfConsole: boolean,
  ): void;
}
