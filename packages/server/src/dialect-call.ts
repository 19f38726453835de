import type { Dialect, DialectMethod, JsonValue, Request, WireErrorBody } from '@worldwire/protocol';
import type { Outlet } from './outlet.js';

/** A request that came in a dialect: canonical on the inside, the dialect's own on the way back. */
export interface DialectCall {
  readonly request: Request;
  readonly outlet: Outlet;
  readonly result: ((result: unknown) => JsonValue) | undefined;
  readonly error: ((error: WireErrorBody) => WireErrorBody) | undefined;
  readonly status: ((error: WireErrorBody) => number) | undefined;
}

export function translate(
  dialect: Dialect,
  spoken: DialectMethod,
  request: Request,
  outlet: Outlet,
): DialectCall {
  const { params } = request;
  const envelope = spoken.result;
  return {
    request: { ...request, method: spoken.method, params: spoken.params?.(params) ?? params },
    outlet: dialect.notifications === undefined ? outlet : renaming(dialect.notifications, outlet),
    result: envelope && (result => envelope(result as JsonValue, params)),
    error: dialect.error,
    status: dialect.status,
  };
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
