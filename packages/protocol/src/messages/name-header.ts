import type { JsonObject } from '../text/json.js';

/** The parameter that the Mcp-Name header repeats, by method (2026-07-28 and the tasks extension). */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** The required value of Mcp-Name, or undefined where the method has no such header. */
export function mirroredName(method: string, params: JsonObject): { readonly value: string } | undefined {
  const member = NAMED_BY.get(method);
  if (member === undefined) return undefined;
  const value = params[member];
  return { value: typeof value === 'string' ? value : '' };
}
