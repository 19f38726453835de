import { createHash } from 'node:crypto';
import { isObject } from '@worldwire/protocol';
import { type Context, WorldError, wholeAndLegible } from '@worldwire/server';

const FIRST_WITH_ELICITATION = '2025-06-18';
/** Characters of a question. A longer one is refused: a person cannot confirm what is not shown. */
const MAX_QUESTION = 8_000;
const NO_FIELDS = { type: 'object', properties: {} };

/**
 * Asks the person if the client supports elicitation, and otherwise needs the argument `confirm`. Returns the result of `read`, which the
 * question shows beside the arguments.
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
    // The model fills in the arguments, so `confirm` is not the consent of the person.
    const message = question(tool, { ...rest, ...prepared });
    const { action } = await context.elicit(keyOf(message), { message, schema: NO_FIELDS });
    if (action === 'accept') return prepared;
    throw new WorldError('PermissionDenied', `The person at the client declined ${tool}.`);
  }
  if (confirm === true) return read();
  throw new WorldError(
    'PermissionDenied',
    `${tool} needs a confirmation.`,
    'If the person wants this, resend with confirm=true.',
  );
}

/** All arguments uncut, as JSON with hidden characters escaped. */
function question(tool: string, args: object): string {
  const json = JSON.stringify(args);
  const message = wholeAndLegible(`Allow ${tool} ${json}?`, MAX_QUESTION);
  if (message !== undefined) return message;
  throw new WorldError(
    'InvalidArgument',
    `${tool} must be confirmed by the person at the client, and its arguments are too long for the question: they have ` +
      `${json.length} characters as JSON before escaping, and the limit is ${MAX_QUESTION}.`,
    'Shorten the arguments, split them into several calls, or ask the operator to set requireConfirm to false in mcp.config.json.',
  );
}

/** A confirmation is valid for the text that was shown. If that changes, the person is asked again. */
function keyOf(message: string): string {
  return `confirm-${createHash('sha256').update(message).digest('base64url').slice(0, 22)}`;
}

export function canAsk({ client, revision }: Pick<Context, 'client' | 'revision'>): boolean {
  const { elicitation } = client.capabilities;
  if (!isObject(elicitation) || revision < FIRST_WITH_ELICITATION) return false;
  return Object.keys(elicitation).length === 0 || Object.hasOwn(elicitation, 'form');
}
