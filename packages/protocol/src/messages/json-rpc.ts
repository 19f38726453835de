import type { JsonObject, JsonValue } from '../text/json.js';

export type RequestId = string | number;

export interface Request {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface Notification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

export interface Response {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result?: JsonValue;
  readonly error?: JsonObject;
}

export interface Invalid {
  readonly kind: 'invalid';
  /** The id for the error response, if the message has a valid one. An id without a method belongs to a response. */
  readonly id: RequestId | undefined;
  readonly reason: string;
}

export type Message = Request | Notification | Response | Invalid;

/** Which numbers are valid ids: integers in MCP, any number in JSON-RPC and so on frames. */
export type IdNumbers = 'integers' | 'any';

/** Limits the length of ids, which are stored and repeated in responses. */
const MAX_ID_CHARACTERS = 1_024;

const NO_PARAMS: JsonObject = Object.freeze({});

/** Classifies a parsed JSON value as a JSON-RPC 2.0 message. Never throws. */
export function readMessage(value: JsonValue, numbers: IdNumbers = 'integers'): Message {
  if (!isObject(value)) return invalid(undefined, 'A JSON-RPC message must be an object.');
  const { jsonrpc, method } = value;
  const id = usableId(value.id, numbers);
  if (jsonrpc !== '2.0') {
    return invalid(method === undefined ? undefined : id, 'The member "jsonrpc" must be "2.0".');
  }
  if (method === undefined) return readResponse(value, id);
  if (typeof method !== 'string') return invalid(id, 'The member "method" must be a string.');
  const params = value.params ?? NO_PARAMS;
  if (!isObject(params)) return invalid(id, 'The member "params" must be an object.');
  if (value.id === undefined) return { kind: 'notification', method, params };
  if (id === undefined) {
    const number = numbers === 'any' ? 'a finite number' : 'an integer';
    return invalid(
      undefined,
      `The member "id" must be a string of at most ${MAX_ID_CHARACTERS} characters or ${number}.`,
    );
  }
  return { kind: 'request', id, method, params };
}

/** An invalid response gets no error under its id: that id is of a request by the receiver. */
function readResponse({ result, error }: JsonObject, id: RequestId | undefined): Message {
  if (result === undefined && error === undefined) {
    return invalid(
      undefined,
      'A message needs "method" (a request or notification), "result" or "error" (a response).',
    );
  }
  if (id === undefined) return invalid(undefined, 'A response needs the "id" of its request.');
  if (result !== undefined && error !== undefined) {
    return invalid(undefined, 'A response has "result" or "error", never both.');
  }
  if (error === undefined) return { kind: 'response', id, result: result as JsonValue };
  if (!isObject(error)) return invalid(undefined, 'The member "error" must be an object.');
  return { kind: 'response', id, error };
}

function usableId(id: JsonValue | undefined, numbers: IdNumbers): RequestId | undefined {
  if (isId(id)) return id;
  return numbers === 'any' && typeof id === 'number' && Number.isFinite(id) ? id : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is RequestId {
  return typeof value === 'string'
    ? value.length <= MAX_ID_CHARACTERS
    : typeof value === 'number' && Number.isSafeInteger(value);
}

/** Undefined becomes the empty result of MCP. */
export function encodeResult(id: RequestId, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${encodeId(id)},"result":${JSON.stringify(result) ?? '{}'}}`;
}

export interface WireErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/**
 * An error without a request id: JSON-RPC 2.0 has `null`, the 2026-07-28 schema omits the member. The caller chooses with
 * `null` or `undefined`.
 */
export function encodeError(id: RequestId | null | undefined, error: WireErrorBody): string {
  const member = id === undefined ? '' : `"id":${id === null ? 'null' : encodeId(id)},`;
  return `{"jsonrpc":"2.0",${member}"error":${JSON.stringify(error)}}`;
}

export function encodeNotification(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
}

export function encodeRequest(id: RequestId, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function encodeId(id: RequestId): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}

function invalid(id: RequestId | undefined, reason: string): Invalid {
  return { kind: 'invalid', id, reason };
}
