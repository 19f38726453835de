import { isObject } from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import type { Call } from '../calls/call.js';
import type { ToolEntry } from '../registry/registry.js';

const MAX_SUBJECT = 128;

/** The tool and the subject of a call, for error messages: `move_star (id "vega")`. */
export function calledWhat({ tool }: ToolEntry, { params }: Call): string {
  if (tool.subject === undefined || !isObject(params.arguments)) return tool.name;
  const subject = params.arguments[tool.subject];
  if (typeof subject !== 'string') return tool.name;
  return `${tool.name} (${tool.subject} "${legible(subject, MAX_SUBJECT)}")`;
}
