import { ERRORS, isObject, type WireErrorBody } from '@worldwire/protocol';

/** The kinds of failures, with error code and HTTP status. */
const TABLE = [
  ['NotReady', -32002, 503],
  ['PermissionDenied', -32003, 403],
  ['NotFound', -32004, 404],
  ['RateLimited', -32005, 429],
  ['InvalidArgument', -32602, 400],
  ['Internal', -32603, 500],
  // Kinds that the Unity document does not have, with the nearest code.
  ['Conflict', -32602, 409],
  ['Unsupported', -32603, 501],
  ['Timeout', -32603, 504],
] as const;

export const ERROR_CODES: ReadonlyMap<string, number> = new Map(TABLE.map(([kind, code]) => [kind, code]));
export const HTTP_STATUS: ReadonlyMap<string, number> = new Map(
  TABLE.map(([kind, , status]) => [kind, status]),
);

/** An error in the form of the Unity document: with a kind, and the code of that kind. */
export function errorInDialect(error: WireErrorBody): WireErrorBody {
  const { code, message, data } = error;
  const kind = kindOf(error);
  // No kind has the code of this protocol error.
  const known = code === ERRORS.MethodNotFound.code ? code : ERROR_CODES.get(kind);
  return { code: known ?? code, message, data: { ...(isObject(data) ? data : {}), kind } };
}

/** The kind in the error's data, or else the kind of its code. */
export function kindOf({ code, data }: WireErrorBody): string {
  return isObject(data) && typeof data.kind === 'string' ? data.kind : kindOfCode(code);
}

function kindOfCode(code: number): string {
  if (code === ERRORS.ResourceNotFound.code || code === ERRORS.MethodNotFound.code) return 'NotFound';
  return code === ERRORS.InternalError.code ? 'Internal' : 'InvalidArgument';
}
