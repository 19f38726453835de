import { declaresApps, isObject, type JsonObject } from '@worldwire/protocol';
import { likewise } from '../api/serialized-json.js';
import type { Call } from '../calls/call.js';
import type { ToolEntry } from '../registry/registry.js';

/** What a call was about, in the `_meta` of its result. A view needs it, and some hosts lose the arguments of the call. */
const META_SUBJECT = 'worldwire/subject';

/** The subject of a call whose result a view shows. */
export function subjectForView(
  { tool: { ui, subject } }: ToolEntry,
  { caller, params }: Call,
): string | undefined {
  if (ui?.resourceUri === undefined || subject === undefined) return undefined;
  if (!declaresApps(caller.capabilities) || !isObject(params.arguments)) return undefined;
  const value = params.arguments[subject];
  return typeof value === 'string' ? value : undefined;
}

export function withSubject(result: unknown, subject: string): unknown {
  if (!isObject(result) || result.resultType === 'task') return result;
  const meta: JsonObject = isObject(result._meta) ? result._meta : {};
  return likewise(result, { ...result, _meta: { ...meta, [META_SUBJECT]: subject } });
}
