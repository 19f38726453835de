import { ERRORS, isObject, type WireErrorBody } from '@worldwire/protocol';

/** What a failure is called, the code it has in an error, and the HTTP status of that. */
const TABLE = [
  ['NotReady', -32002, 503],
  ['PermissionDenied', -32003, 403],
  ['NotFound', -32004, 404],
  ['RateLimited', -32005, 429],
  ['InvalidArgument', -32602, 400],
  ['Internal', -32603, 500],
  // Kinds that the interface does not name, under the codes of those nearest to them.
  ['Conflict', -32602, 409],
  ['Unsupported', -32603, 501],
  ['Timeout', -32603, 504],
] as const;

export const ERROR_CODES: ReadonlyMap<string, number> = new Map(TABLE.map(([kind, code]) => [kind, code]));
export const HTTP_STATUS: ReadonlyMap<string, number> = new Map(
  TABLE.map(([kind, , status]) => [kind, status]),
);

/** An error as the interface has it: each names its kind, by which it has its code. */
export function spokenError(error: WireErrorBody): WireErrorBody {
  const { code, message, data } = error;
  const kind = kindOf(error);
  // The one error of the protocol that no kind has a code for.
  const known = code === ERRORS.MethodNotFound.code ? code : ERROR_CODES.get(kind);
  return { code: known ?? code, message, data: { ...(isObject(data) ? data : {}), kind } };
}

/** What a failure is called: by the world where it is one of its own, or else by its code. */
export function kindOf({ code, data }: WireErrorBody): string {
  return isObject(data) && typeof data.kind === 'string' ? data.kind : kindOfCode(code);
}

/** The kind of an error of the protocol itself. */
function kindOfCode(code: number): string {
  if (code === ERRORS.ResourceNotFound.code || code === ERRORS.MethodNotFound.code) return 'NotFound';
  return code === ERRORS.InternalError.code ? 'Internal' : 'InvalidArgument';
}
