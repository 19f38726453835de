import { createHash } from 'node:crypto';
import { type Context, WorldError, wholeAndLegible } from '@worldwire/server';
import { canAsk } from '@worldwire/server/kit';

/** Characters of a question. A longer one is refused: a person cannot confirm what is not shown. */
const MAX_QUESTION = 8_000;
const NO_FIELDS = { type: 'object', properties: {} };

/** Throws if the person cannot be asked and the argument `confirm` is missing. */
export function requireConfirm(
  tool: string,
  { confirm }: { readonly confirm?: unknown },
  context: Pick<Context, 'client' | 'revision'>,
): void {
  // The model fills in the arguments, so `confirm` is not the consent of a person who can be asked.
  if (canAsk(context) || confirm === true) return;
  throw new WorldError(
    'PermissionDenied',
    `${tool} needs a confirmation.`,
    'If the person wants this, resend with confirm=true.',
  );
}

/** Asks the person. The question shows all of `shown`. */
export async function askPerson(
  tool: string,
  sentence: string | undefined,
  shown: object,
  context: Pick<Context, 'elicit'>,
): Promise<void> {
  const message = question(tool, sentence, shown);
  const { action } = await context.elicit(keyOf(message), { message, schema: NO_FIELDS });
  if (action === 'accept') return;
  throw new WorldError(
    'PermissionDenied',
    `The person at the client declined ${tool}.`,
    'Ask the person what to do instead.',
  );
}

/** A sentence with names, and all arguments uncut as JSON, with hidden characters escaped. */
function question(tool: string, sentence: string | undefined, args: object): string {
  const json = JSON.stringify(args);
  const call = `Allow ${tool} ${json}?`;
  const message = wholeAndLegible(sentence === undefined ? call : `${sentence} ${call}`, MAX_QUESTION);
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
