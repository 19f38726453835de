import { createHash } from 'node:crypto';
import { isObject } from '@worldwire/protocol';
import { type Context, WorldError, wholeAndLegible } from '@worldwire/server';

const FIRST_WITH_QUESTIONS = '2025-06-18';
/** Characters of a question. What has more is refused: a person cannot allow what they cannot see. */
const MAX_QUESTION = 8_000;
const NO_FIELDS = { type: 'object', properties: {} };

/**
 * Gets the consent of the person where the client can ask one, and of the argument `confirm` where it cannot. Gives what `read` gives:
 * what the arguments only name, which the question shows beside them.
 */
export async function confirmed<Prepared extends object>(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: Context,
  read: () => Promise<Prepared>,
): Promise<Prepared> {
  const { confirm, ...rest } = args;
  if (canAsk(context)) {
    const prepared = await read();
    // The model fills in the arguments, so `confirm` says nothing about what the person wants.
    const message = question(tool, { ...rest, ...prepared });
    const { action } = await context.elicit(keyOf(message), { message, schema: NO_FIELDS });
    if (action === 'accept') return prepared;
    throw new WorldError('PermissionDenied', `The person at the client declined ${tool}.`);
  }
  if (confirm === true) return read();
  throw new WorldError(
    'PermissionDenied',
    `${tool} needs to be confirmed here.`,
    'If this is what the person wants, resend with confirm=true.',
  );
}

/** Every argument whole, as JSON with each hidden character escaped. */
function question(tool: string, args: object): string {
  const json = JSON.stringify(args);
  const message = wholeAndLegible(`Allow ${tool} ${json}?`, MAX_QUESTION);
  if (message !== undefined) return message;
  throw new WorldError(
    'InvalidArgument',
    `${tool} must be confirmed by the person at the client, and its arguments do not fit into the question: they have ` +
      `${json.length} characters as JSON, hidden ones not yet escaped, and a question has at most ${MAX_QUESTION}.`,
    'Shorten it, or split it into several calls. Or ask the operator to set requireConfirm to false in mcp.config.json.',
  );
}

/** A yes counts for the text that was shown: where that has changed since, the person is asked again. */
function keyOf(message: string): string {
  return `confirm-${createHash('sha256').update(message).digest('base64url').slice(0, 22)}`;
}

export function canAsk({ client, revision }: Pick<Context, 'client' | 'revision'>): boolean {
  const { elicitation } = client.capabilities;
  if (!isObject(elicitation) || revision < FIRST_WITH_QUESTIONS) return false;
  return Object.keys(elicitation).length === 0 || Object.hasOwn(elicitation, 'form');
}
