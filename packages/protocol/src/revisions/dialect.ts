import type { ClientCapabilities } from '../messages/capabilities.js';
import type { RequestId, WireErrorBody } from '../messages/json-rpc.js';
import type { JsonObject, JsonValue } from '../text/json.js';
import { REVISIONS } from './index.js';
import type { Revision } from './revision.js';

export interface DialectMethod {
  /** The canonical MCP method or notification behind it. Without one the dialect answers by itself. */
  readonly method?: string;
  /** Whether the parameters are the dialect's: it takes a standard method in its own spelling then. */
  readonly when?: (params: JsonObject) => boolean;
  /** The dialect's parameters as the canonical ones. Left out where they are the same. */
  readonly params?: (params: JsonObject) => JsonObject;
  /** The canonical result, or null without a method, in the dialect's envelope. Left out where it is the same. */
  readonly result?: (result: JsonValue, params: JsonObject) => JsonValue;
  /** What it does to its client's session, once answered. One that is shut takes nothing more but its end. */
  readonly session?: 'shut' | 'end';
}

/** The notifications a client hears under another name, by their canonical one. */
export type NotificationNames = Readonly<Record<string, string>>;

export type ProgressStep =
  | {
      readonly kind: 'begin' | 'report';
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string | undefined;
    }
  | { readonly kind: 'end' };

/** Progress in the dialect's words. It stands beside the standard one: each token has its own notifications. */
export interface DialectProgress {
  readonly notification: string;
  /** The token of a request that asks for it, whatever its method. */
  token(params: JsonObject): RequestId | undefined;
  /** The notification's parameters. What has begun also ends, right before the reply. */
  params(token: RequestId, step: ProgressStep): JsonObject;
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
  /** How subscribers that declared these capabilities hear what changed. */
  readonly notifications?: (capabilities: ClientCapabilities) => NotificationNames | undefined;
  readonly progress?: DialectProgress;
  /** The error body, for callers who used a dialect method. */
  readonly error?: (error: WireErrorBody) => WireErrorBody;
  /** The HTTP status of an error, for callers who used a dialect method. */
  readonly status?: (error: WireErrorBody) => number;
}

/** Fails at registration, not at the first request: a dialect may not hide a standard method, nor rename its own. */
export function defineDialect(dialect: Dialect): Dialect {
  for (const [name, { method, when, session }] of Object.entries(dialect.methods)) {
    const standard = REVISIONS.some(({ methods }) => methods.has(name));
    if (standard && (when === undefined || method !== name)) {
      throw new Error(`Dialect ${dialect.name} hides ${name}, which is a standard method.`);
    }
    if (method !== undefined && method !== name && Object.hasOwn(dialect.methods, method)) {
      if (dialect.methods[method]?.when === undefined)
        throw new Error(`Dialect ${dialect.name} maps ${name} to ${method}, which it also renames.`);
    }
    if (method !== undefined && session !== undefined) {
      throw new Error(`Dialect ${dialect.name} has ${method} behind ${name}, which changes the session.`);
    }
  }
  return dialect;
}

/** The dialect's way to serve a message, or undefined where it is a standard one. */
export function dialectMethod(
  dialect: Dialect | undefined,
  { method, params }: { readonly method: string; readonly params: JsonObject },
): DialectMethod | undefined {
  if (dialect === undefined || !Object.hasOwn(dialect.methods, method)) return undefined;
  const own = dialect.methods[method];
  return own?.when === undefined || own.when(params) ? own : undefined;
}

/** The canonical message behind one of a dialect. Throws what the dialect throws at parameters it cannot read. */
export function canonicalMessage<Spoken extends { readonly method: string; readonly params: JsonObject }>(
  own: DialectMethod,
  message: Spoken,
): Spoken {
  const { method, params } = message;
  return { ...message, method: own.method ?? method, params: own.params?.(params) ?? params };
}
