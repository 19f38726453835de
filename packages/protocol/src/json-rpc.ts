import type { JsonObject, JsonValue } from './json.js';

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
  /** The id to answer to, where the message has a usable one. */
  readonly id: RequestId | undefined;
  readonly reason: string;
}

export type Message = Request | Notification | Response | Invalid;

const NO_PARAMS: JsonObject = Object.freeze({});

/** Says what a parsed JSON value is in JSON-RPC 2.0. Never throws. */
export function readMessage(value: JsonValue): Message {
  if (!isObject(value)) return invalid(undefined, 'A JSON-RPC message must be an object.');
  const { jsonrpc, id, method } = value;
  const usableId = isId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return invalid(usableId, 'The member "jsonrpc" must be "2.0".');
  if (method === undefined) return readResponse(value, usableId);
  if (typeof method !== 'string') return invalid(usableId, 'The member "method" must be a string.');
  const params = value.params ?? NO_PARAMS;
  if (!isObject(params)) return invalid(usableId, 'The member "params" must be an object.');
  if (id === undefined) return { kind: 'notification', method, params };
  if (usableId === undefined) return invalid(undefined, 'The member "id" must be a string or an integer.');
  return { kind: 'request', id: usableId, method, params };
}

function readResponse(value: JsonObject, id: RequestId | undefined): Message {
  const { result, error } = value;
  if (result === undefined && error === undefined) {
    return invalid(
      id,
      'A message needs "method" (a request or notification), "result" or "error" (a response).',
    );
  }
  if (id === undefined) return invalid(undefined, 'A response needs the "id" of its request.');
  if (result !== undefined && error !== undefined) {
    return invalid(id, 'A response has "result" or "error", never both.');
  }
  if (error === undefined) return { kind: 'response', id, result: result as JsonValue };
  if (!isObject(error)) return invalid(id, 'The member "error" must be an object.');
  return { kind: 'response', id, error };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

export function encodeResult(id: RequestId, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${encodeId(id)},"result":${JSON.stringify(result)}}`;
}

export interface WireErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/**
 * Without an id there is no request to answer. JSON-RPC 2.0 writes null then; the 2026-07-28 schema
 * wants the member left out, so the caller chooses with `null` or `undefined`.
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
