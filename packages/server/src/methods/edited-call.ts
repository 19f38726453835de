import type { JsonObject } from '@worldwire/protocol';
import { WorldError } from '../api/world-error.js';
import type { EditedPlan } from '../approvals/approval.js';
import { type MadePlan, makePlan } from '../approvals/make-plan.js';
import type { Call } from '../calls/call.js';
import { argumentProblems } from '../kit/argument-problems.js';
import type { Need } from '../policy/policy.js';
import type { ToolEntry } from '../registry/registry.js';
import { needOfCall } from './call-need.js';
import type { MethodServices } from './method-services.js';

const MAX_PROBLEM = 1_000;

/** A call with the arguments of the person who decides on it. */
export interface EditedCall extends EditedPlan, MadePlan {
  /** As the handler gets them. */
  readonly args: JsonObject;
  readonly need: Need;
}

/**
 * Plans the call with other arguments: the same checks as for the caller's own, and within the ceiling, the gates and the rights
 * of the caller. Throws why it could not run with them.
 */
export async function planEdited(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  given: JsonObject,
  { decide }: { decide(need: Need): WorldError | undefined },
): Promise<EditedCall> {
  const { input } = entry.tool;
  const parsed = input.safeParse(given);
  // The guards of the call stay those of its caller.
  if (!parsed.success) throw unsuitable(argumentProblems(parsed.error, input, given));
  const args = parsed.data as JsonObject;
  const needed = needOfCall(entry, given, call);
  const need = typeof needed === 'function' ? await needed() : needed;
  const refusal = decide(need);
  if (refusal !== undefined) throw refusal;
  const made = await makePlan(services.environment.policy.world, entry, call, args, need).catch(thrown => {
    throw thrown instanceof WorldError ? unsuitable(`${thrown.message} ${thrown.hint}`) : thrown;
  });
  return { ...made, given, args, need };
}

function unsuitable(problem: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `The arguments cannot be changed to these: ${problem.slice(0, MAX_PROBLEM)}`,
    'Correct them, or approve the call as it is.',
  );
}
