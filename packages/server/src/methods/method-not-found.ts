import { REVISIONS, type Revision, WireError } from '@worldwire/protocol';
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
 * The error for a method that is not in `served`: of a part that the world lacks, not in the revision, or in none. An empty list would be
 * an answer of a capability that the server did not declare.
 * https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror
 */
export function methodNotFound(method: string, revision: Revision, served: readonly string[]): WireError {
  const name = legible(method, 128);
  const part = revision.methods.has(method) ? PARTS.get(method.split('/', 1)[0] as string) : undefined;
  const isOfMcp = REVISIONS.some(({ methods }) => methods.has(method));
  const about = isOfMcp
    ? `Method "${name}" is not available in revision ${revision.id}.`
    : `There is no method "${name}".`;
  const message =
    part === undefined
      ? about + didYouMean(method, served)
      : `This world has no ${part}, and does not declare them: it does not serve ${name}.`;
  return WireError.of('MethodNotFound', message, { hint: `Available: ${served.join(', ')}.` });
}
