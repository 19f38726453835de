import { type Revision, WireError } from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import { didYouMean } from '../kit/near-matches.js';

/** What a world lacks that does not serve the methods with this beginning. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['tools', 'tools'],
  ['tasks', 'tools'],
  ['resources', 'resources'],
  ['prompts', 'prompts'],
  ['completion', 'prompts or resource templates'],
  ['skills', 'skills'],
]);

/**
 * The error for a method that is not in `served`: of a part that the world lacks, or not in the revision. An empty list would be
 * an answer of a capability that the server did not declare.
 * https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror
 */
export function methodNotFound(method: string, revision: Revision, served: readonly string[]): WireError {
  const name = legible(method, 128);
  const part = revision.methods.has(method) ? PARTS.get(method.split('/', 1)[0] as string) : undefined;
  const message =
    part === undefined
      ? `Method "${name}" is not available in revision ${revision.id}.${didYouMean(method, served)}`
      : `This world has no ${part}, and does not declare them: it does not serve ${name}.`;
  return WireError.of('MethodNotFound', message, { hint: `Available: ${served.join(', ')}.` });
}
