import { ToolAnswer } from '../api/content.js';
import { WorldError } from '../api/world-error.js';
import type { MadePlan } from '../approvals/make-plan.js';
import { planChanges } from '../approvals/plan-changes.js';
import { cutText } from '../kit/cut-text.js';
import { PlanChanged } from '../kit/plans.js';

const MAX_REFUSAL = 400;
/** Kinds of errors with which a world refuses a call because of what it is now, before it changes anything. */
const REFUSALS: readonly string[] = ['NotFound', 'InvalidArgument', 'Unsupported', 'Conflict'];

/** What a handler threw. */
export class Failed {
  constructor(readonly thrown: unknown) {}
}

/** What differs from a plan that was approved, and the digest of the plan now, if there is one. */
export interface ChangedPlan {
  readonly text: string;
  readonly digest?: string;
}

/**
 * What differs from the plan that was approved, where the call was refused because of that. Undefined for a call that ran, or that failed
 * for another reason.
 */
export async function whatChanged(
  value: unknown,
  { plan, expectDigest }: MadePlan,
  newPlan: () => Promise<MadePlan>,
): Promise<ChangedPlan | undefined> {
  const isOther = value instanceof Failed && value.thrown instanceof PlanChanged;
  const said = refusalIn(value);
  if (expectDigest === undefined || (said === undefined && !isOther)) return undefined;
  const made = await newPlan().catch((thrown: unknown) => new Failed(thrown));
  if ('plan' in made) {
    const { effect, digest } = made.plan;
    return isOther ? { text: planChanges(plan.effect, effect), digest } : undefined;
  }
  // The call is planned before it changes anything: what refuses the plan has refused the call, such as an object that is gone.
  const refusal = refusalIn(made);
  return isOther || (refusal !== undefined && said === refusal)
    ? { text: `It cannot be planned any more: ${cutText(refusal ?? 'it failed.', MAX_REFUSAL)}` }
    : undefined;
}

/** The message with which a call was refused. A longer one may say what was done before. */
function refusalIn(value: unknown): string | undefined {
  if (value instanceof ToolAnswer) {
    const { isError, structured } = value.options;
    const { error } = (structured ?? {}) as { readonly error?: { readonly message?: unknown } };
    return isError !== true ? undefined : typeof error?.message === 'string' ? error.message : textOf(value);
  }
  return value instanceof Failed && value.thrown instanceof WorldError && REFUSALS.includes(value.thrown.kind)
    ? value.thrown.message
    : undefined;
}

function textOf({ content }: ToolAnswer): string {
  return content.map(({ wire }) => (wire.type === 'text' ? String(wire.text) : '')).join('\n');
}
