import type { ClientCapabilities } from '../messages/capabilities.js';
import type { RequestId, WireErrorBody } from '../messages/json-rpc.js';
import type { JsonObject, JsonValue } from '../text/json.js';
import { REVISIONS } from './index.js';
import type { Revision } from './revision.js';

export interface DialectMethod {
  /** The standard MCP method or notification. Without one the dialect answers alone. */
  readonly method?: string;
  /** For a standard method name: whether the parameters have the dialect's form. */
  readonly when?: (params: JsonObject) => boolean;
  /** Converts the dialect's parameters to the standard form. */
  readonly params?: (params: JsonObject) => JsonObject;
  /** Converts the standard result, or null without a method, to the dialect's form. */
  readonly result?: (result: JsonValue, params: JsonObject) => JsonValue;
  /** Size of an answer, where the parameters ask for none and the document promises more than others get. */
  readonly answerBytes?: (params: JsonObject) => number | undefined;
  /** Effect on the session after the reply. A session that is shut accepts only its end. */
  readonly session?: 'shut' | 'end';
}

/** The dialect's names of notifications, by the standard name. */
export type NotificationNames = Readonly<Record<string, string>>;

export type ProgressStep =
  | {
      readonly kind: 'begin' | 'report';
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string | undefined;
    }
  | { readonly kind: 'end' };

/** Progress notifications of the dialect, beside the standard ones: each token has its own. */
export interface DialectProgress {
  readonly notification: string;
  /** The progress token in a request's parameters. */
  token(params: JsonObject): RequestId | undefined;
  /** The notification's parameters. An `end` follows each `begin`, before the reply. */
  params(token: RequestId, step: ProgressStep): JsonObject;
}

/**
 * Method names and envelopes of another specification, beside the standard ones at the same endpoint. Other methods are not
 * affected.
 */
export interface Dialect {
  readonly name: string;
  /** The revision of requests without a session. Without it they need a session. */
  readonly revision?: Revision;
  /** Whether standard methods also work without a session, in the same revision. */
  readonly sessionless?: boolean;
  /** Requests and notifications of clients, by the dialect's name. */
  readonly methods: Readonly<Record<string, DialectMethod>>;
  /** Names of notifications for subscribers with these capabilities. */
  readonly notifications?: (capabilities: ClientCapabilities) => NotificationNames | undefined;
  readonly progress?: DialectProgress;
  /** The error of a dialect method in the dialect's form. */
  readonly error?: (error: WireErrorBody) => WireErrorBody;
  /** The HTTP status of an error of a dialect method. */
  readonly status?: (error: WireErrorBody) => number;
}

/** Validates a dialect at registration: it must not hide a standard method, nor rename its own. */
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

/** The dialect's method for a message, or undefined for a standard one. */
export function dialectMethod(
  dialect: Dialect | undefined,
  { method, params }: { readonly method: string; readonly params: JsonObject },
): DialectMethod | undefined {
  if (dialect === undefined || !Object.hasOwn(dialect.methods, method)) return undefined;
  const own = dialect.methods[method];
  return own?.when === undefined || own.when(params) ? own : undefined;
}

/** Converts a dialect's message to the standard one. Throws the dialect's error for invalid parameters. */
export function canonicalMessage<Spoken extends { readonly method: string; readonly params: JsonObject }>(
  own: DialectMethod,
  message: Spoken,
): Spoken {
  const { method, params } = message;
  return { ...message, method: own.method ?? method, params: own.params?.(params) ?? params };
}
