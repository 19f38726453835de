import { WorldError } from '../api/world-error.js';
import type { Principal } from '../policy/principal.js';
import type { ApprovalOutcome, Decision } from './approval.js';
import type { ShownPlans } from './shown-plans.js';

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
  shown: Pick<ShownPlans, 'approvedBy'>,
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
  const { forMinutes } = decision;
  if (forMinutes !== undefined && !(forMinutes > 0 && forMinutes <= MAX_STANDING_MINUTES)) {
    throw new WorldError(
      'InvalidArgument',
      `An approval holds for more than 0 and at most ${MAX_STANDING_MINUTES} minutes.`,
      'Give another number of minutes, or none to approve this call alone.',
    );
  }
  const plan = shown.approvedBy(decision, by.name);
  return { kind: 'approved', by: by.name, id, ...('given' in plan && { edited: plan }) };
}
