import type { JsonObject, JsonValue } from './json.js';
import type { WireErrorBody } from './json-rpc.js';
import type { Revision } from './revision.js';
import { REVISIONS } from './revisions/index.js';

export interface DialectMethod {
  /** The canonical MCP method behind it. */
  readonly method: string;
  /** The dialect's parameters as the canonical ones. Left out where they are the same. */
  readonly params?: (params: JsonObject) => JsonObject;
  /** The canonical result in the dialect's envelope. Left out where it is the same. */
  readonly result?: (result: JsonValue, params: JsonObject) => JsonValue;
}

/**
 * A specification's own method names and envelopes. It stands beside the standard names on the same
 * mount: what it does not name passes through untouched.
 */
export interface Dialect {
  readonly name: string;
  /** The revision its requests are served in where the client opened no session. Without it they need one. */
  readonly revision?: Revision;
  /** Whether the standard methods are served without a session, too, in the same revision. */
  readonly sessionless?: boolean;
  /** Requests and notifications that arrive, by the dialect's name. */
  readonly methods: Readonly<Record<string, DialectMethod>>;
  /** Notifications that leave while a request of the dialect is served, by their canonical name. */
  readonly notifications?: Readonly<Record<string, string>>;
  /** The error body, for callers who used a dialect method. */
  readonly error?: (error: WireErrorBody) => WireErrorBody;
  /** The HTTP status of an error, for callers who used a dialect method. */
  readonly status?: (error: WireErrorBody) => number;
}

/** Fails at registration, not at the first request: a dialect may not hide a standard method, nor rename its own. */
export function defineDialect(dialect: Dialect): Dialect {
  for (const [name, { method }] of Object.entries(dialect.methods)) {
    if (REVISIONS.some(({ methods }) => methods.has(name))) {
      throw new Error(`Dialect ${dialect.name} hides ${name}, which is a standard method.`);
    }
    if (Object.hasOwn(dialect.methods, method)) {
      throw new Error(`Dialect ${dialect.name} maps ${name} to ${method}, which it also renames.`);
    }
  }
  return dialect;
}

export function dialectMethod(dialect: Dialect | undefined, method: string): DialectMethod | undefined {
  return dialect !== undefined && Object.hasOwn(dialect.methods, method)
    ? dialect.methods[method]
    : undefined;
}
