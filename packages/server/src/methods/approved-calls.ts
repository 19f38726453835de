import type { JsonObject } from '@worldwire/protocol';
import { ToolAnswer, text } from '../api/content.js';
import { Deferred } from '../api/deferred.js';
import { legibleLines } from '../api/legible.js';
import { WorldError } from '../api/world-error.js';
import type { ApprovalOutcome, Plan } from '../approvals/approval.js';
import { type MadePlan, makePlan } from '../approvals/make-plan.js';
import { type ApprovalSettings, decidesItself, mayNeedApproval, needsApproval } from '../approvals/rules.js';
import type { Call } from '../calls/call.js';
import { MAX_QUESTIONS, planQuestions } from '../kit/plan-text.js';
import { canAsk, isAccepted, PlanChanged, requirePlan } from '../kit/plans.js';
import type { AuditTrail } from '../policy/audit-trail.js';
import type { Need } from '../policy/policy.js';
import type { ToolEntry } from '../registry/registry.js';
import { type ChangedPlan, Failed, whatChanged } from './changed-plan.js';
import { type EditedCall, planEdited } from './edited-call.js';
import type { MethodServices } from './method-services.js';

/** The part of one step of progress that each change of the place in the queue counts. */
const PLACE_STEP = 0.001;
/** Plans of a write that needs no approval, while others change what it is about. */
const MAX_PLANS = 20;

/** What a call that is planned first needs of tools/call. */
export interface PlannedCall {
  /** Asked again after each wait: a gate may have been closed, or a right taken away. */
  decide(need: Need): WorldError | undefined;
  /** The call runs with other arguments. */
  edit(edited: EditedCall): void;
}

/** Whether the call is planned before it runs, because it may wait for a person. A dry run is not. */
export function mayWait(
  { environment }: MethodServices,
  { tool }: ToolEntry,
  call: Call,
  args: JsonObject,
): boolean {
  const { approval, policy } = environment;
  if (approval === undefined || call.common.dryRun === true) return false;
  return mayNeedApproval(approval.rule, tool, args, call.access) && !decidesItself(call.caller.who, policy);
}

/**
 * Plans the call. If the plan needs no approval, runs exactly that plan and returns the value of the handler. Otherwise returns
 * the work that waits for the decision and then runs what was approved.
 */
export async function callPlanned(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  args: JsonObject,
  trail: AuditTrail | undefined,
  planned: PlannedCall,
): Promise<unknown> {
  const { rule } = services.environment.approval as ApprovalSettings;
  const { world } = services.environment.policy;
  const { expectDigest: expected } = call.operation;
  // Behind those that are planned again: otherwise writes to the same value would make each other plan again and again.
  let release = services.planning.pending > 0 ? await services.planning.acquire(call.signal) : undefined;
  try {
    for (let plans = 1; ; plans++) {
      const made = await makePlan(world, entry, call, args);
      // The caller may have planned before another write: its plan is not the one that a person would see.
      if (made.expectDigest !== undefined) requirePlan(expected, made.expectDigest);
      if (needsApproval(rule, made.plan)) {
        if (plans > 1) throw nowDestructive(made.plan);
        return new Deferred(context =>
          callWhenApproved(services, entry, context as Call, args, made, trail, planned),
        );
      }
      requireAllowed(planned.decide(call.need), trail);
      if (plans === 1) await begin(trail);
      try {
        return await runPlan(entry, call, args, made);
      } catch (thrown) {
        if (!(thrown instanceof PlanChanged) || expected !== undefined || plans >= MAX_PLANS) throw thrown;
      }
      release ??= await services.planning.acquire(call.signal);
    }
  } finally {
    release?.();
  }
}

/** Waits for the decision, and runs exactly the plan that was approved. Throws why it did not run. */
async function callWhenApproved(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  given: JsonObject,
  first: MadePlan,
  trail: AuditTrail | undefined,
  planned: PlannedCall,
): Promise<unknown> {
  const approval = services.environment.approval as ApprovalSettings;
  const outcome = await decisionOn(first, entry, call, approval, services, planned);
  if (outcome.kind !== 'approved') {
    trail?.report(outcome.kind === 'withdrawn' ? 'cancelled' : 'denied');
    throw refusalOf(outcome, services);
  }
  const edited = outcome.edited as EditedCall | undefined;
  const { plan, expectDigest, args, need } = edited ?? { ...first, args: given, need: call.need };
  if (edited !== undefined) {
    call.need = need;
    call.redirect({ ...call.params, arguments: edited.given });
    planned.edit(edited);
  }
  const { about, access } = plan;
  trail?.approved(outcome, plan.digest, edited && { about, access, arguments: args });
  requireAllowed(planned.decide(need), trail);
  await begin(trail);
  if (call.cancelled) throw call.signal.reason;
  const approved = { plan, expectDigest };
  const value = await runPlan(entry, call, args, approved)
    .then(answer => (answer instanceof Deferred ? answer.work(call) : answer))
    .catch((thrown: unknown) => new Failed(thrown));
  const again = () => makePlan(services.environment.policy.world, entry, call, args);
  const changed = await whatChanged(value, approved, again);
  if (changed !== undefined) {
    await approval.queue.markVoid(plan, changed.text, outcome.id);
    throw voided(outcome.by, changed);
  }
  if (value instanceof Failed) throw value.thrown;
  return edited === undefined ? value : withNote(value, outcome.by, args);
}

/** Runs the call if its effect is still that of the plan. */
async function runPlan(
  { tool }: ToolEntry,
  call: Call,
  args: JsonObject,
  { expectDigest }: MadePlan,
): Promise<unknown> {
  if (expectDigest !== undefined) call.common = { ...call.common, expectDigest };
  return tool.call(args, call);
}

function requireAllowed(refusal: WorldError | undefined, trail: AuditTrail | undefined): void {
  if (refusal === undefined) return;
  trail?.report('denied');
  throw refusal;
}

async function begin(trail: AuditTrail | undefined): Promise<void> {
  const unrecorded = await trail?.begin();
  if (unrecorded !== undefined) throw unrecorded;
}

async function decisionOn(
  { plan }: MadePlan,
  entry: ToolEntry,
  call: Call,
  { by, queue, clientOnly }: ApprovalSettings,
  services: MethodServices,
  planned: PlannedCall,
): Promise<ApprovalOutcome> {
  if (by !== 'operator' && canAsk(call)) {
    const person = 'the person at the client';
    // The answer is valid for this plan alone.
    if (!(await isAccepted(call, `approve-${plan.digest}`, questionsOf(plan))))
      return { kind: 'denied', by: person, reason: 'The question was declined.' };
    if (by === 'client') return { kind: 'approved', by: person };
  }
  if (clientOnly) {
    throw new WorldError(
      'PermissionDenied',
      `${plan.tool} needs an approval, and this client cannot ask its user.`,
      'Use a client with elicitation, or ask the operator to serve the world with worldwire serve.',
    );
  }
  const { approvalMs, handlerMs } = services.environment.limits;
  let steps = 0;
  call.extend(approvalMs);
  call.awaitsApproval = true;
  const waiting = queue.request(plan, {
    signal: call.signal,
    moved: (position, of) => {
      const place = of === 1 ? '' : `, ${ordinal(position)} of ${of} in line`;
      call.progress(PLACE_STEP * steps++, undefined, `Waiting for approval${place}.`);
      call.extend(approvalMs);
    },
    plan:
      entry.tool.checksArguments === true
        ? undefined
        : args => planEdited(services, entry, call, args, planned),
  });
  const outcome = await call.waiting(
    waiting.finally(() => {
      call.awaitsApproval = false;
    }),
  );
  call.extend(handlerMs);
  return outcome;
}

/** The questions that show all of a plan. First what is removed: a person must not need the arguments to see it. */
function questionsOf({ tool, world, effect, arguments: args }: Plan): readonly string[] {
  const [title, given] = [`Allow ${tool} in ${world}?`, `Arguments: ${legibleLines(args)}`];
  if (effect === undefined) return [`${title}\nThis tool does not say what it would change.\n${given}`];
  const questions = planQuestions(title, effect, given);
  if (questions.length <= MAX_QUESTIONS) return questions;
  throw new WorldError(
    'PermissionDenied',
    `The plan of ${tool} needs ${questions.length} questions to the person at the client, and ${MAX_QUESTIONS} are the maximum. Nothing was changed.`,
    'Split the call into several smaller ones, or ask the operator to approve such calls (--approve-by operator).',
  );
}

function refusalOf(
  outcome: Exclude<ApprovalOutcome, { kind: 'approved' }>,
  { environment }: MethodServices,
): WorldError {
  if (outcome.kind === 'denied') {
    return new WorldError(
      'PermissionDenied',
      `The call was denied by ${outcome.by}: ${outcome.reason} Nothing was changed.`,
      'Follow the reason before you send another call.',
    );
  }
  if (outcome.kind === 'withdrawn') {
    return new WorldError('Timeout', 'The call was cancelled before a decision.', 'Send it again.');
  }
  const minutes = Math.round(environment.limits.approvalMs / 60_000);
  return new WorldError(
    'Timeout',
    `No person decided on the call within ${minutes} minutes. Nothing was changed.`,
    'Ask the operator to look at the calls that wait (worldwire approve), and send the call again.',
  );
}

function nowDestructive({ tool }: Plan): WorldError {
  return new WorldError(
    'Conflict',
    `The world changed while ${tool} was planned, and it would remove or overwrite something now. Nothing was changed.`,
    'Send the call again: it then waits for the approval of a person.',
  );
}

function voided(by: string, { text, digest }: ChangedPlan): WorldError {
  const next = digest === undefined ? '' : `The digest of the new plan is ${digest}. `;
  return new WorldError(
    'Conflict',
    `The world changed after the approval by ${by}, so that the approval is void and nothing was changed. ${next}${text}`,
    'Look at what differs. If the call still holds, send it again: its approval shows the whole new plan.',
  );
}

/** Adds to the answer that the call ran with other arguments. */
function withNote(value: unknown, by: string, args: JsonObject): ToolAnswer {
  const note = text(`${by} approved this call with other arguments: ${JSON.stringify(args)}`);
  if (value instanceof ToolAnswer)
    return new ToolAnswer([...value.content, note], { ...value.options, kept: false });
  const own = typeof value === 'string' ? text(value) : text(JSON.stringify(value ?? null));
  return new ToolAnswer([own, note], typeof value === 'string' ? {} : { structured: value });
}

function ordinal(position: number): string {
  const tens = position % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th');
  return `${position}${ending}`;
}
