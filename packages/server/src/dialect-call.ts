import {
  type Dialect,
  type DialectMethod,
  dialectMethod,
  type JsonObject,
  type JsonValue,
  type Notification,
  type Request,
  type WireErrorBody,
} from '@worldwire/protocol';
import type { Outlet } from './outlet.js';

/** How the reply to a request of a dialect is said. */
export interface DialectCall {
  outlet(outlet: Outlet): Outlet;
  readonly result: ((result: unknown) => JsonValue) | undefined;
  readonly error: ((error: WireErrorBody) => WireErrorBody) | undefined;
  readonly status: ((error: WireErrorBody) => number) | undefined;
}

export function dialectCall(dialect: Dialect, { result }: DialectMethod, params: JsonObject): DialectCall {
  const names = dialect.notifications;
  return {
    outlet: outlet => (names === undefined ? outlet : renaming(names, outlet)),
    result: result && (canonicalResult => result(canonicalResult as JsonValue, params)),
    error: dialect.error,
    status: dialect.status,
  };
}

/** The canonical request behind one of a dialect. Throws what the dialect throws at parameters it cannot read. */
export function translate({ method, params }: DialectMethod, request: Request): Request {
  return { ...request, method, params: params?.(request.params) ?? request.params };
}

/** The canonical notification, or undefined where none is meant or its parameters cannot be read. */
export function canonical(
  notification: Notification,
  dialect: Dialect | undefined,
): Notification | undefined {
  const spoken = dialectMethod(dialect, notification.method);
  if (spoken === undefined) return undefined;
  try {
    return {
      ...notification,
      method: spoken.method,
      params: spoken.params?.(notification.params) ?? notification.params,
    };
  } catch {
    // Nobody waits for an answer to a notification, and one that cannot be read says nothing.
    return undefined;
  }
}

function renaming(names: Readonly<Record<string, string>>, outlet: Outlet): Outlet {
  return {
    detach: () => outlet.detach(),
    send: message => {
      const parsed = JSON.parse(message) as { method: string };
      const name = Object.hasOwn(names, parsed.method) ? names[parsed.method] : undefined;
      return outlet.send(name === undefined ? message : JSON.stringify({ ...parsed, method: name }));
    },
  };
}
