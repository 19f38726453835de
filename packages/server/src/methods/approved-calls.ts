import type { JsonObject } from '@worldwire/protocol';
import { ToolAnswer, text } from '../api/content.js';
import { Deferred } from '../api/deferred.js';
import { legibleLines } from '../api/legible.js';
import { WorldError } from '../api/world-error.js';
import type { ApprovalOutcome } from '../approvals/approval.js';
import { type MadePlan, makePlan } from '../approvals/make-plan.js';
import { type ApprovalSettings, decidesItself, needsApproval } from '../approvals/rules.js';
import type { Call } from '../calls/call.js';
import { argumentProblems } from '../kit/argument-problems.js';
import { canAsk, PlanChanged, requirePlan } from '../kit/plans.js';
import type { AuditTrail } from '../policy/audit-trail.js';
import type { ToolEntry } from '../registry/registry.js';
import type { MethodServices } from './method-services.js';

const NO_FIELDS = { type: 'object', properties: {} };
/** The part of one step of progress that each change of the place in the queue counts. */
const PLACE_STEP = 0.001;

/** Whether the call waits for a person before it runs. A dry run does not. */
export function waitsForApproval(
  { environment }: MethodServices,
  { tool }: ToolEntry,
  call: Call,
  args: JsonObject,
): boolean {
  const { approval, policy } = environment;
  if (approval === undefined || call.common.dryRun === true) return false;
  return needsApproval(approval.rule, tool, args, call.access) && !decidesItself(call.caller.who, policy);
}

/**
 * Plans the call, waits for the decision, and runs exactly the plan that was approved. Returns the value of the handler, or
 * throws why it did not run. `decide` is asked again after the wait: a gate may have been closed, or a right taken away.
 */
export async function callWhenApproved(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  given: JsonObject,
  trail: AuditTrail | undefined,
  decide: (edited: JsonObject | undefined) => WorldError | undefined,
): Promise<unknown> {
  const approval = services.environment.approval as ApprovalSettings;
  const { world } = services.environment.policy;
  let args = given;
  let made = await makePlan(world, entry, call, args);
  if (made instanceof ToolAnswer) return made;
  // The caller may have planned before another write: its plan is not the one that a person would see.
  if (made.expectDigest !== undefined) requirePlan(call.operation.expectDigest, made.expectDigest);
  const outcome = await decisionOn(made, entry, call, approval, services);
  if (outcome.kind !== 'approved') {
    trail?.report(outcome.kind === 'withdrawn' ? 'cancelled' : 'denied');
    throw refusalOf(outcome, services);
  }
  const refusal = decide(outcome.arguments);
  if (refusal !== undefined) {
    trail?.report('denied');
    throw refusal;
  }
  if (outcome.arguments !== undefined) {
    args = entry.tool.input.parse(outcome.arguments) as JsonObject;
    made = await makePlan(world, entry, call, args);
    if (made instanceof ToolAnswer) return made;
  }
  const { plan, expectDigest } = made;
  if (expectDigest !== undefined) call.common = { ...call.common, expectDigest };
  trail?.approved(outcome, plan.digest);
  const unrecorded = await trail?.begin();
  if (unrecorded !== undefined) throw unrecorded;
  if (call.cancelled) throw call.signal.reason;
  try {
    let value: unknown = await entry.tool.call(args, call);
    if (value instanceof Deferred) value = await value.work(call);
    return outcome.arguments === undefined ? value : withNote(value, outcome.by, args);
  } catch (thrown) {
    if (!(thrown instanceof PlanChanged)) throw thrown;
    await approval.queue.markVoid(plan, 'The world changed after the approval.', outcome.id);
    throw voided(outcome.by, await makePlan(world, entry, call, args));
  }
}

async function decisionOn(
  { plan }: MadePlan,
  { tool }: ToolEntry,
  call: Call,
  { by, queue, clientOnly }: ApprovalSettings,
  { environment }: MethodServices,
): Promise<ApprovalOutcome> {
  if (by !== 'operator' && canAsk(call)) {
    const shown = [plan.arguments, ...(plan.changes === undefined ? [] : [plan.changes])].map(legibleLines);
    const message = `Allow ${plan.tool} in ${plan.world}?\n${shown.join('\n')}`;
    // The answer is valid for this plan alone.
    const { action } = await call.elicit(`approve-${plan.digest}`, { message, schema: NO_FIELDS });
    const person = 'the person at the client';
    if (action !== 'accept') return { kind: 'denied', by: person, reason: 'The question was declined.' };
    if (by === 'client') return { kind: 'approved', by: person };
  }
  if (clientOnly) {
    throw new WorldError(
      'PermissionDenied',
      `${plan.tool} needs an approval, and this client cannot ask its user.`,
      'Use a client with elicitation, or ask the operator to serve the world with worldwire serve.',
    );
  }
  const { approvalMs, handlerMs } = environment.limits;
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
    check: tool.checksArguments === true ? undefined : args => problemOf(tool, args),
  });
  const outcome = await waiting.finally(() => {
    call.awaitsApproval = false;
  });
  call.extend(handlerMs);
  return outcome;
}

function problemOf({ input, common }: ToolEntry['tool'], args: JsonObject): string | undefined {
  const parsed = input.safeParse(args);
  return parsed.success ? undefined : argumentProblems(parsed.error, input, common);
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

function voided(by: string, made: MadePlan | ToolAnswer): WorldError {
  const next = made instanceof ToolAnswer ? '' : ` The digest of the new plan is ${made.plan.digest}.`;
  return new WorldError(
    'Conflict',
    `The world changed after the approval by ${by}, so that the approval is void and nothing was changed.${next}`,
    'Send the call again to have the new plan approved.',
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
