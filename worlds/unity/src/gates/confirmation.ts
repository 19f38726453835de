import { isObject } from '@worldwire/protocol';
import { type Context, WorldError } from '@worldwire/server';
import { cut } from '../dto/cut.js';

const FIRST_WITH_QUESTIONS = '2025-06-18';
const SHOWN = 1_500;
const NO_FIELDS = { type: 'object', properties: {} };

/** Sees to it that somebody wants this. The person where one can be asked, the argument where not. */
export async function confirmed(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const { confirm, ...rest } = args;
  if (canAsk(context)) {
    // The model fills in the arguments, so `confirm` says nothing about what the person wants.
    const message = cut(`Allow ${tool} ${JSON.stringify(rest)}?`, SHOWN);
    const { action } = await context.elicit('confirm', { message, schema: NO_FIELDS });
    if (action === 'accept') return;
    throw new WorldError('PermissionDenied', `The person at the client declined ${tool}.`);
  }
  if (confirm === true) return;
  throw new WorldError(
    'PermissionDenied',
    `${tool} needs to be confirmed here.`,
    'If this is what the person wants, resend with confirm=true.',
  );
}

export function canAsk({ client, revision }: Pick<Context, 'client' | 'revision'>): boolean {
  const { elicitation } = client.capabilities;
  if (!isObject(elicitation) || revision < FIRST_WITH_QUESTIONS) return false;
  return Object.keys(elicitation).length === 0 || Object.hasOwn(elicitation, 'form');
}
