import type { JsonObject } from '@worldwire/protocol';
import { WorldError } from '../api/world-error.js';
import type { Principal } from '../policy/principal.js';
import type { ApprovalOutcome, Decision } from './approval.js';

const MAX_STANDING_MINUTES = 24 * 60;
const MAX_REASON = 500;

/** The reason of a denial, within the limit. */
export function reasonOf({ reason }: Extract<Decision, { approve: false }>): string {
  return reason.trim().slice(0, MAX_REASON);
}

/** The outcome of a valid decision. Throws what is wrong with another. */
export function outcomeOf(
  id: string,
  decision: Decision,
  by: Principal,
  check: ((args: JsonObject) => string | undefined) | undefined,
): ApprovalOutcome {
  if (!decision.approve) {
    const reason = reasonOf(decision);
    if (reason !== '') return { kind: 'denied', by: by.name, reason };
    throw new WorldError(
      'InvalidArgument',
      'A denial needs a reason.',
      'The agent gets the reason: say what to do instead.',
    );
  }
  const { forMinutes, arguments: edited } = decision;
  if (forMinutes !== undefined && !(forMinutes > 0 && forMinutes <= MAX_STANDING_MINUTES)) {
    throw new WorldError(
      'InvalidArgument',
      `An approval holds for more than 0 and at most ${MAX_STANDING_MINUTES} minutes.`,
      'Give another number of minutes, or none to approve this call alone.',
    );
  }
  if (edited === undefined) return { kind: 'approved', by: by.name, id };
  const problem = check === undefined ? 'This tool checks its arguments itself.' : check(edited);
  if (problem === undefined) return { kind: 'approved', by: by.name, id, arguments: edited };
  throw new WorldError(
    'InvalidArgument',
    `The arguments cannot be changed to these: ${problem}`,
    'Correct them, or approve the call as it is.',
  );
}
