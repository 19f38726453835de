import { isObject } from '@worldwire/protocol';
import type { Context } from '../api/context.js';
import type { PlannedEffect } from '../api/planned-effect.js';
import { WorldError } from '../api/world-error.js';
import { MAX_QUESTIONS, planQuestions } from './plan-text.js';
import { requestDigest } from './request-digest.js';

const DIGEST_CHARACTERS = 22;
const FIRST_WITH_ELICITATION = '2025-06-18';
const NO_FIELDS = { type: 'object', properties: {} };
const AGAIN =
  'Call it with dryRun: true, check the plan, and send the same call with its digest as expectDigest.';

/**
 * The digest of a plan: what a write would change. The order of object keys does not count.
 *
 *     const digest = planDigest(['move_star', args, before, after]);
 */
export function planDigest(plan: unknown): string {
  return requestDigest(plan).slice(0, DIGEST_CHARACTERS);
}

/** The error where the plan of a write is not the expected one. */
export class PlanChanged extends WorldError {}

/** Throws where the caller expects another plan than the one that would be applied now. */
export function requirePlan(expected: string | undefined, digest: string): void {
  if (expected === undefined || expected === digest) return;
  throw new PlanChanged(
    'Conflict',
    'The plan of this write differs from the plan with the digest in expectDigest. Nothing was changed.',
    AGAIN,
  );
}

/**
 * Lets a large deletion pass if the caller has seen its plan (`expectDigest`), or if the person at the client accepts it. The
 * questions show all of `effect`, removals first.
 *
 *     await confirmLarge(context, { message: 'Delete Turret (Arena/Turret, 32 descendants)?', digest });
 */
export async function confirmLarge(
  context: Pick<Context, 'operation' | 'client' | 'revision' | 'elicit'>,
  {
    message,
    digest,
    effect,
  }: {
    readonly message: string;
    readonly digest: string;
    readonly effect?: PlannedEffect;
  },
): Promise<void> {
  if (context.operation.expectDigest === digest) return;
  if (!canAsk(context)) throw needsDigest(message);
  const questions = effect === undefined ? [message] : planQuestions(message, effect);
  if (questions.length > MAX_QUESTIONS) throw needsDigest(message);
  // A confirmation is valid for the plan that was shown.
  if (await isAccepted(context, `confirm-${digest}`, questions)) return;
  throw new WorldError(
    'PermissionDenied',
    `The person at the client declined: ${message}`,
    'Ask the person what to do instead.',
  );
}

function needsDigest(message: string): WorldError {
  return new WorldError(
    'Conflict',
    `${message} This needs the digest of a dry run. Nothing was changed.`,
    AGAIN,
  );
}

/** Asks the person at the client one question after the other. Whether all were accepted. */
export async function isAccepted(
  context: Pick<Context, 'elicit'>,
  key: string,
  questions: readonly string[],
): Promise<boolean> {
  for (const [index, message] of questions.entries()) {
    const part = index === 0 ? key : `${key}-${index + 1}`;
    const { action } = await context.elicit(part, { message, schema: NO_FIELDS });
    if (action !== 'accept') return false;
  }
  return true;
}

/** Whether the person at the client can be asked a question. */
export function canAsk({ client, revision }: Pick<Context, 'client' | 'revision'>): boolean {
  const { elicitation } = client.capabilities;
  if (!isObject(elicitation) || revision < FIRST_WITH_ELICITATION) return false;
  return Object.keys(elicitation).length === 0 || Object.hasOwn(elicitation, 'form');
}

/**
 * The call that undoes a write, on one line.
 *
 *     undoLine('UndoWrite', { id: 12 }); // UndoWrite {"id":12}
 */
export function undoLine(tool: string, args: object): string {
  return `${tool} ${JSON.stringify(args)}`;
}
