import {
  ERRORS,
  encodeError,
  encodeResult,
  isObject,
  type JsonObject,
  type RequestId,
  WireError,
  type WireErrorBody,
} from '@worldwire/protocol';
import { legibleLines } from '../api/legible.js';
import type { Log } from '../api/log.js';
import { isSerialized, likewise, writeResult } from '../api/serialized-json.js';
import type { Reply } from '../api/served-world.js';
import { WorldError } from '../api/world-error.js';

const CODE_NAMES = new Map(Object.entries(ERRORS).map(([name, { code }]) => [code as number, name]));

/** Results that are returned repeatedly, with their JSON after the first time. */
const kept = new WeakMap<object, string>();

/** Caches the JSON of a result, which must not change afterwards. */
export function keep(result: JsonObject): JsonObject {
  kept.set(result, '');
  return result;
}

export function success(id: RequestId, result: unknown): Reply {
  const known = typeof result === 'object' && result !== null ? kept.get(result) : undefined;
  if (known !== undefined)
    return around(id, known || remember(result as object, writeResult(result as object)));
  if (isSerialized(result)) return around(id, writeResult(result));
  return { text: encodeResult(id, result), code: undefined };
}

/** The server's `_meta`, and the same as JSON. */
export interface ServerMeta {
  readonly value: JsonObject;
  readonly text: string;
}

/**
 * A result since 2026-07-28, with `resultType` and the server's `_meta`. The common part is concatenated as text, because a
 * copy of the result with these members costs more than encoding both.
 */
export function completed(id: RequestId, result: JsonObject, serverMeta: ServerMeta): Reply {
  const known = kept.get(result);
  if (known) return around(id, known);
  const text = writeCompleted(result, serverMeta);
  return around(id, known === undefined ? text : remember(result, text));
}

function writeCompleted(result: JsonObject, serverMeta: ServerMeta): string {
  if (result._meta !== undefined || result.resultType !== undefined) {
    const _meta = { ...serverMeta.value, ...(result._meta as JsonObject) };
    return writeResult(likewise(result, { resultType: 'complete', ...result, _meta }));
  }
  const fields = writeResult(result).slice(1);
  return `{"resultType":"complete","_meta":${serverMeta.text}${fields === '}' ? '' : ','}${fields}`;
}

function remember(result: object, text: string): string {
  kept.set(result, text);
  return text;
}

function around(id: RequestId, result: string): Reply {
  return { text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, code: undefined };
}

export function failure(id: RequestId | null | undefined, error: WireErrorBody): Reply {
  return { text: encodeError(id, error), code: error.code };
}

/** The kind of an error: that of its data, or the name of its code. */
export function failureKind({ code, data }: WireErrorBody): string {
  const kind = isObject(data) ? data.kind : undefined;
  return typeof kind === 'string' ? kind : (CODE_NAMES.get(code) ?? 'Other');
}

/** The only place that turns a thrown value into an error for a client. Stacks and unknown messages go to the log. */
export function errorBody(thrown: unknown, log: Log, where: object): WireErrorBody {
  if (thrown instanceof WireError) return thrown.body;
  if (thrown instanceof WorldError) {
    const { kind } = thrown;
    // It may quote a name that others gave.
    const message = legibleLines(thrown.message);
    const hint = thrown.hint === undefined ? undefined : legibleLines(thrown.hint);
    const { code } =
      kind === 'InvalidArgument' || kind === 'NotFound' ? ERRORS.InvalidParams : ERRORS.InternalError;
    return { code, message, data: hint === undefined ? { kind } : { kind, hint } };
  }
  log.error({ ...where, err: thrown }, 'request failed');
  return {
    code: ERRORS.InternalError.code,
    message: 'The server failed to serve this request. Its log has the details.',
  };
}
