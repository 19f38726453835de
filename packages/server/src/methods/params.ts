import { isObject, type JsonObject, WireError } from '@worldwire/protocol';
import type { Call } from '../calls/call.js';
import type { Limits } from '../limits/limits.js';
import type { Session } from '../sessions/session.js';

export function requireString(params: JsonObject, name: string, path = name): string {
  const value = params[name];
  if (typeof value !== 'string') throw WireError.of('InvalidParams', `params.${path} must be a string.`);
  return value;
}

/** `params.uri`, within the limit on URIs. */
export function requireUri(params: JsonObject, { uriBytes }: Pick<Limits, 'uriBytes'>): string {
  const uri = requireString(params, 'uri');
  if (Buffer.byteLength(uri) <= uriBytes) return uri;
  throw WireError.of('InvalidParams', `params.uri is longer than ${uriBytes} bytes. Send a shorter one.`);
}

/** An object, which is empty where it is absent or null. */
export function optionalObject(params: JsonObject, name: string): JsonObject {
  const value = params[name];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw WireError.of('InvalidParams', `params.${name} must be an object.`);
  return value;
}

/** An optional object of strings, as prompts and completions take. One that is null is absent. */
export function optionalStrings(params: JsonObject, name: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(optionalObject(params, name))) {
    if (value === null) continue;
    if (typeof value !== 'string')
      throw WireError.of('InvalidParams', `params.${name}.${key} must be a string.`);
    found[key] = value;
  }
  return found;
}

/** For methods that change the session: a request of a dialect may have none. */
export function requireSession({ caller, request }: Call): Session {
  if (caller.session !== undefined) return caller.session;
  throw WireError.of('InvalidRequest', `${request.method} needs a session. Send initialize first.`);
}
