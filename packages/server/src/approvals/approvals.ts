import type { JsonObject } from '@worldwire/protocol';
import { ACCESS_RANK, type Access } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import { Emitter } from '../kit/emitter.js';
import { Allowance } from '../limits/allowance.js';
import { KeptByPrincipal } from '../limits/kept-by-principal.js';
import type { Limits } from '../limits/limits.js';
import { Places } from '../limits/places.js';
import { giver } from '../policy/policy.js';
import type { Principal } from '../policy/principal.js';
import type {
  ApprovalEvent,
  ApprovalOutcome,
  Decision,
  EditedPlan,
  Plan,
  StandingApproval,
  WaitingApproval,
} from './approval.js';
import { outcomeOf, reasonOf } from './outcome-of.js';
import { type PlanPage, ShownPlans } from './shown-plans.js';

const MAX_STANDING = 1_000;
/** Characters of the plans of all calls that wait, as JSON. One principal has its share. */
const MAX_PLANS = 64 * 1024 * 1024;

export interface ApprovalsOptions {
  readonly limits: Pick<Limits, 'approvals' | 'approvalMs' | 'principalPercent'>;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  readonly mintId: () => string;
  /** Writes the event to the audit. If it throws or rejects, a decision has no effect. */
  readonly record: (event: ApprovalEvent) => void | Promise<void>;
}

export interface ApprovalRequest {
  readonly signal: AbortSignal;
  /** Called with the place in the queue, at first and when it changes. */
  moved(position: number, of: number): void;
  /** Plans the call with other arguments, or throws why it cannot run with them. Undefined if they cannot be changed. */
  readonly plan?: ((args: JsonObject) => Promise<EditedPlan>) | undefined;
}

interface Waiting {
  readonly id: string;
  readonly plan: Plan;
  readonly shown: ShownPlans;
  readonly request: ApprovalRequest;
  readonly since: number;
  readonly due: number;
  position: number;
  /** A decision is being recorded. */
  deciding: boolean;
  settle(outcome: ApprovalOutcome): void;
}

interface Standing {
  readonly approval: StandingApproval;
  /** Of the call that was approved. */
  readonly access: Access;
  readonly destructive: boolean;
  readonly due: number;
  readonly approver: Principal;
}

/**
 * The calls that wait for a person, over all worlds. They are kept in memory: a restart ends the calls, and their approvals are
 * void. One approval lets one call run once.
 */
export class Approvals {
  readonly #options: ApprovalsOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #standing = new KeptByPrincipal<Standing>(MAX_STANDING);
  readonly #places: Places;
  readonly #plans: Allowance;
  readonly #changed = new Emitter<ApprovalEvent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
    this.#places = new Places({
      ...{ limit: 'approvals', total: options.limits.approvals, percent: options.limits.principalPercent },
      ...{ of: 'this server', things: 'calls', state: 'wait for an approval' },
      next: 'Try again when some of them are decided.',
    });
    const perPrincipal = Math.ceil((MAX_PLANS * options.limits.principalPercent) / 100);
    this.#plans = new Allowance({ total: MAX_PLANS, perPrincipal });
  }

  get size(): number {
    return this.#waiting.size;
  }

  get waiting(): WaitingApproval[] {
    let position = 0;
    return [...this.#waiting.values()].map(({ id, plan, since, due, request }) => ({
      id,
      plan,
      at: new Date(since).toISOString(),
      expiresAt: new Date(due).toISOString(),
      position: ++position,
      editable: request.plan !== undefined,
    }));
  }

  get standing(): StandingApproval[] {
    this.#sweepStanding();
    return this.#standing.values.map(({ approval }) => approval);
  }

  /** Calls the listener for each event. Returns the function that unsubscribes. */
  subscribe(listener: (event: ApprovalEvent) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  /** Waits for the decision on a plan. */
  async request(plan: Plan, request: ApprovalRequest): Promise<ApprovalOutcome> {
    const { limits, date, mintId } = this.#options;
    const standing = this.#standingFor(plan);
    if (standing !== undefined) return { kind: 'approved', by: standing.by };
    const shown = new ShownPlans(plan, this.#plans);
    const release = this.#released(plan.principal, shown);
    const id = mintId();
    const now = date();
    const outcome = new Promise<ApprovalOutcome>(resolve => {
      this.#waiting.set(id, {
        id,
        plan,
        shown,
        request,
        since: now,
        due: now + limits.approvalMs,
        position: 0,
        deciding: false,
        settle: decided => {
          release();
          resolve(decided);
        },
      });
    });
    request.signal.addEventListener('abort', () => this.#end(id, { kind: 'withdrawn' }), { once: true });
    this.#timer ??= setInterval(() => this.sweep(), 1_000).unref();
    try {
      await this.#record({ id, what: 'requested', plan });
    } catch (thrown) {
      this.#waiting.delete(id);
      release();
      throw thrown;
    }
    if (request.signal.aborted) this.#end(id, { kind: 'withdrawn' });
    this.#move();
    return outcome;
  }

  /** A page of the plan of a call that waits. `edit` is the number of a plan of other arguments. */
  page(id: string, offset: number, edit: number | undefined, by: Principal): PlanPage {
    return this.#find(id).shown.page(offset, edit, by.name);
  }

  /** Plans a call that waits with other arguments. Returns the first page of the plan. */
  async edit(id: string, args: JsonObject, by: Principal): Promise<PlanPage> {
    const { plan, request, shown } = this.#find(id);
    this.#requireApprover(plan, by);
    const make = request.plan;
    if (make === undefined) {
      throw new WorldError(
        'InvalidArgument',
        'The arguments cannot be changed: this tool checks its arguments itself.',
        'Approve the call as it is, or deny it with the arguments that you want as the reason.',
      );
    }
    const number = await shown.edit(() => make(args));
    // The call may have been decided, or its client may have left.
    this.#find(id);
    return shown.page(0, number, by.name);
  }

  /** Decides on a call that waits. Throws if the person may not decide, did not see the plan, or if the call waits no more. */
  async decide(id: string, decision: Decision, by: Principal): Promise<void> {
    const waiting = this.#find(id);
    this.#requireApprover(waiting.plan, by);
    const outcome = outcomeOf(id, decision, by, waiting.shown);
    const edited = outcome.kind === 'approved' ? outcome.edited : undefined;
    const plan = edited?.plan ?? waiting.plan;
    waiting.deciding = true;
    try {
      await this.#record({ id, what: outcome.kind, plan, by: by.name, ...detailsOf(decision) });
    } finally {
      waiting.deciding = false;
    }
    // The client may have left while the decision was recorded.
    if (!this.#waiting.delete(id)) throw overtaken(id);
    if (decision.approve && decision.forMinutes !== undefined) this.#stand(plan, by, decision.forMinutes);
    waiting.settle(outcome);
    this.#move();
  }

  /** Ends a standing approval. False if there is none. */
  revoke(principal: string, world: string, tool: string): boolean {
    return this.#standing.delete(keyOf({ principal, world, tool }));
  }

  /** Ends every standing approval for a principal, whose credential was revoked. */
  revokeAll(principal: string): void {
    for (const { approval } of this.#standing.values)
      if (approval.principal === principal) this.#standing.delete(keyOf(approval));
  }

  /** Records that a plan which was approved did not run, because the world had changed. */
  async markVoid(plan: Plan, reason: string, id = plan.digest): Promise<void> {
    await this.#record({ id, what: 'void', plan, reason });
  }

  /** Ends what has expired. Runs every second while calls wait. */
  sweep(): void {
    const now = this.#options.date();
    for (const { id, due } of this.#waiting.values()) if (now >= due) this.#end(id, { kind: 'expired' });
    this.#sweepStanding();
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Takes a place, or gives the memory of the plan back. Returns the function that gives both back. */
  #released(principal: string, shown: ShownPlans): () => void {
    try {
      const leave = this.#places.take(principal);
      return () => {
        leave();
        shown.release();
      };
    } catch (thrown) {
      shown.release();
      throw thrown;
    }
  }

  #find(id: string): Waiting {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined && !waiting.deciding) return waiting;
    throw new WorldError(
      'NotFound',
      `No call waits for the approval ${id.slice(0, 40)}: it was decided, has expired, or its client has left.`,
      'List the calls that wait.',
    );
  }

  #requireApprover({ principal, world }: Plan, by: Principal): void {
    if (by.name === principal) {
      throw new WorldError(
        'PermissionDenied',
        `${principal} sent this call, and cannot decide on it.`,
        'Another person with the right approve must decide.',
      );
    }
    if (by.rights(this.#options.date).has('approve', world)) return;
    const needed = `${world}:approve`;
    const message = `A decision on ${world} needs the right ${needed}, which ${by.name} does not have.`;
    throw new WorldError('PermissionDenied', message, giver(by.origin, needed));
  }

  #end(id: string, outcome: ApprovalOutcome): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.settle(outcome);
    // Nothing runs, so that a failed record has no consequence here. The audit logs it.
    void this.#record({ id, what: outcome.kind, plan: waiting.plan }).catch(() => {});
    this.#move();
  }

  async #record(event: ApprovalEvent): Promise<void> {
    await this.#options.record(event);
    this.#changed.emit(event);
  }

  /** Tells each call its place, if that has changed. */
  #move(): void {
    let position = 0;
    for (const waiting of this.#waiting.values()) {
      position += 1;
      if (waiting.position === position) continue;
      waiting.position = position;
      waiting.request.moved(position, this.#waiting.size);
    }
  }

  #standingFor(plan: Plan): StandingApproval | undefined {
    this.#sweepStanding();
    const standing = this.#standing.get(keyOf(plan));
    // What the first call did not lose, no person has consented to lose.
    if (plan.destructive && standing?.destructive === false) return undefined;
    // Consent to calls that write is none to calls of the same tool that run code.
    return standing !== undefined && ACCESS_RANK[plan.access] <= ACCESS_RANK[standing.access]
      ? standing.approval
      : undefined;
  }

  #stand({ principal, world, tool, access, destructive }: Plan, by: Principal, minutes: number): void {
    const due = this.#options.date() + minutes * 60_000;
    const until = new Date(due).toISOString();
    const approval = { principal, world, tool, by: by.name, until };
    this.#standing.set(principal, keyOf(approval), { approval, access, destructive, due, approver: by });
  }

  /** Rights of the token file may be taken away. An access token of OAuth ends soon, which says nothing about the person. */
  #mayStillApprove({ approver, approval }: Standing): boolean {
    const { date } = this.#options;
    return approver.origin === 'oauth' || approver.rights(date).has('approve', approval.world);
  }

  #sweepStanding(): void {
    if (this.#standing.size === 0) return;
    const now = this.#options.date();
    for (const standing of this.#standing.values)
      if (now >= standing.due || !this.#mayStillApprove(standing))
        this.#standing.delete(keyOf(standing.approval));
  }
}

function overtaken(id: string): WorldError {
  return new WorldError(
    'Conflict',
    `The call of the approval ${id} ended while the decision was recorded. Nothing was changed.`,
    'Look at the calls that wait.',
  );
}

/** What a decision is beside yes or no. It is valid here. */
function detailsOf(decision: Decision): Pick<ApprovalEvent, 'reason' | 'forMinutes' | 'edited'> {
  if (!decision.approve) return { reason: reasonOf(decision) };
  const { forMinutes, arguments: edited } = decision;
  return { ...(forMinutes !== undefined && { forMinutes }), ...(edited !== undefined && { edited: true }) };
}

function keyOf({ principal, world, tool }: Pick<StandingApproval, 'principal' | 'world' | 'tool'>): string {
  return JSON.stringify([principal, world, tool]);
}
