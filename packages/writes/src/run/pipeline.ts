import type { JsonObject } from '@worldwire/protocol';
import {
  type Context,
  operationOf,
  type PlannedEffect,
  type ToolPlan,
  undoLine,
  WorldError,
} from '@worldwire/server';
import { confirmLarge, planDigest, requestDigest, requirePlan, untilAborted } from '@worldwire/server/kit';
import { fitValue } from '../log/fit-values.js';
import type { Inverse } from '../log/inverse.js';
import type { WriteOutcome } from '../log/log-entry.js';
import type { Intent, WriteLog } from '../log/write-log.js';
import { CONFIRM_ABOVE } from './consent.js';
import type { Operation } from './operation.js';
import { effectOf } from './plan.js';
import type {
  LeftBehind,
  PlannedWrite,
  PreparedWrite,
  Receipt,
  WriteResult,
  WriteTarget,
} from './prepared-write.js';
import { Turns } from './turns.js';
import {
  MAX_VALUE,
  newKey,
  outcomeOf,
  PartFailed,
  requireSameRequest,
  unknownOutcome,
  type WriteFailure,
} from './write-errors.js';

/** Errors with which a world refuses a call before it changes anything. */
const REFUSALS: readonly string[] = ['InvalidArgument', 'NotFound', 'Unsupported', 'PermissionDenied'];

/** What the writes of one world need of it. */
export interface WriteWorld<Target extends WriteTarget> {
  readonly log: WriteLog;
  /** What a write changes now. Throws where it does not answer, so that the operation key stays unused. */
  target(context: Context): Target | Promise<Target>;
  /** Runs the work in the turn of its caller, as one of those that may wait. */
  turn?<Result>(context: Context, work: () => Promise<Result>): Promise<Result>;
  /** Whether writes without a guard run at the same time. Default: all run one after the other. */
  readonly isParallel?: boolean;
  /** Whether the log has the calls that were refused before their intent. */
  readonly keepsRefusals?: boolean;
  /** Why a write failed. Undefined if that is not known: then it may have been done. */
  failure?(thrown: unknown): WriteFailure | undefined;
  /** For the answer: the call that undoes the write, or the reason why there is none. */
  undoText?(undo: Inverse, revision: number): string;
  /** Things that a write of `defineWrite` removes or overwrites without a question. Default: 20. */
  readonly confirmAbove?: number | undefined;
  readonly observer?: WriteObserver;
}

export interface WriteObserver {
  writeStarted(): void;
  /** Called when the outcome is in the journal or unknown. */
  writeEnded(touched: readonly string[]): void;
}

/** What a person is asked before a write. */
interface Question {
  readonly message: string;
  readonly digest: string;
  /** Shown with the question. */
  readonly effect: PlannedEffect;
  readonly ask: (() => Promise<void>) | undefined;
}

/** One call, with its guards. */
interface WriteCall<Target extends WriteTarget, Plan extends PlannedWrite> {
  readonly intent: Intent;
  /** The arguments with their defaults, which the digest covers. */
  readonly args: JsonObject;
  readonly ifRevision: number | undefined;
  readonly expectDigest: string | undefined;
  readonly write: PreparedWrite<Target, Plan>;
  readonly context: Context;
}

/**
 * Runs each write once and records it. The order is the same in every world: turn, key, permit, revision, plan, digest, person, intent,
 * run, outcome. A person is asked outside the turn, so that the plan is made again after the answer.
 */
export class Writes<Target extends WriteTarget = WriteTarget> {
  readonly log: WriteLog;
  /** The writes that undo can call, by the names of their tools. */
  readonly operations = new Map<string, Operation<Target>>();
  readonly confirmAbove: number;
  readonly #world: WriteWorld<Target>;
  readonly #turns = new Turns();
  /** Calls with an operation key that run now. */
  readonly #keyed = new Map<string, Promise<unknown>>();
  readonly #running = new Set<number>();
  readonly #recordedErrors = new WeakSet<WorldError>();

  constructor(world: WriteWorld<Target>) {
    this.#world = world;
    this.log = world.log;
    this.confirmAbove = world.confirmAbove ?? CONFIRM_ABOVE;
  }

  /** Revisions of the intents of running writes. */
  get running(): ReadonlySet<number> {
    return this.#running;
  }

  /** Resolves when the outcome of every running write is in the journal. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  /** What the call would change, for `plan` of its tool. */
  async plan<Plan extends PlannedWrite>(
    tool: string,
    args: JsonObject,
    context: Context,
    write: PreparedWrite<Target, Plan>,
  ): Promise<ToolPlan> {
    const call = callOf(tool, args, context, write);
    const { plan } = await this.#turn(context, false, () => this.#planned(call));
    const { before, after } = plan.answer;
    const values = before === undefined || after === undefined ? {} : { values: { before, after } };
    return { effect: plan.effect ?? effectOf(plan, plan.question), digest: digestOf(call, plan), ...values };
  }

  /**
   * Plans the write if it is a dry run; otherwise does it, after the confirmation that its plan may need. `given` are the arguments
   * as they came, for the log.
   */
  async perform<Plan extends PlannedWrite>(
    tool: string,
    args: JsonObject,
    context: Context,
    write: PreparedWrite<Target, Plan>,
    given: JsonObject = args,
  ): Promise<Receipt> {
    const call = callOf(tool, args, context, write, given);
    if (operationOf(context).dryRun) return this.#turn(context, false, () => this.#dryRun(call));
    const { principal, key } = call.intent;
    return key === undefined ? this.#performed(call) : this.#once(JSON.stringify([principal, key]), call);
  }

  /** Two calls with one key never run at once: the second gets the outcome of the first. */
  async #once<Plan extends PlannedWrite>(key: string, call: WriteCall<Target, Plan>): Promise<Receipt> {
    for (let first = this.#keyed.get(key); first !== undefined; first = this.#keyed.get(key)) {
      await call.context.waiting(untilAborted(first, call.context.signal));
    }
    const work = this.#performed(call);
    const settled = work.then(
      () => {},
      () => {},
    );
    this.#keyed.set(key, settled);
    try {
      return await work;
    } finally {
      this.#keyed.delete(key);
    }
  }

  async #performed<Plan extends PlannedWrite>(call: WriteCall<Target, Plan>): Promise<Receipt> {
    const { context, ifRevision, expectDigest, write } = call;
    const isGuarded = ifRevision !== undefined || write.needsPlan === true;
    try {
      for (let [confirmed, asked] = [expectDigest, '']; ; ) {
        const attempt = () => this.#attempt(call, confirmed, asked);
        const outcome = await this.#turn(context, isGuarded || confirmed !== undefined, attempt);
        if ('answer' in outcome) return outcome;
        if (outcome.ask === undefined) await confirmLarge(context, outcome);
        else await outcome.ask();
        confirmed = outcome.digest;
        asked = outcome.digest;
      }
    } catch (thrown) {
      await this.refused(call.intent, thrown);
      throw thrown;
    }
  }

  /** Keeps a call that was refused before its intent, where the world wants it. */
  async refused(call: Intent, thrown: unknown): Promise<void> {
    if (
      this.#world.keepsRefusals !== true ||
      !(thrown instanceof WorldError) ||
      this.#recordedErrors.has(thrown)
    )
      return;
    const { kind, message, hint } = thrown;
    await this.log.refuse(call, { kind, message, ...(hint !== undefined && { hint }) });
  }

  #turn<Result>(context: Context, isGuarded: boolean, work: () => Promise<Result>): Promise<Result> {
    const inTurn = () => {
      const isAlone = isGuarded || this.#world.isParallel !== true;
      return isAlone ? this.#turns.alone(work, context.signal) : this.#turns.together(work, context.signal);
    };
    return this.#world.turn === undefined ? inTurn() : this.#world.turn(context, inTurn);
  }

  /** Does the write, or returns the question that its plan needs an answer to. */
  async #attempt<Plan extends PlannedWrite>(
    call: WriteCall<Target, Plan>,
    confirmed: string | undefined,
    asked: string,
  ): Promise<Receipt | Question> {
    const { ifRevision, expectDigest, write, context } = call;
    const known = await this.#recorded(call.intent);
    if (known !== undefined) return known;
    context.requireAllowed?.();
    await write.permit?.();
    const target = await this.#world.target(context);
    if (ifRevision !== undefined) await this.log.requireRevision(ifRevision);
    let plan: Plan | undefined;
    try {
      const isPlanned = confirmed !== undefined || (await needsPlan(write));
      if (isPlanned) plan = await write.plan(target);
    } catch (thrown) {
      // Where the world knows the failure, the journal has it, so that a retry with the same key fails the same way.
      const reason = thrown instanceof PartFailed ? thrown.reason : thrown;
      if (this.#world.failure?.(reason) === undefined) throw thrown;
      return this.#perform(call, target, () => Promise.reject(thrown));
    }
    if (plan === undefined) return this.#perform(call, target, () => write.run(target, undefined));
    const digest = digestOf(call, plan);
    requirePlan(expectDigest, digest);
    const { question, ask } = plan;
    if (ask !== undefined ? digest !== asked : question !== undefined && digest !== confirmed)
      return { message: question ?? '', digest, effect: plan.effect ?? effectOf(plan), ask };
    return this.#perform(call, target, () => write.run(target, plan));
  }

  async #planned<Plan extends PlannedWrite>({ write, ifRevision, context }: WriteCall<Target, Plan>) {
    await write.permit?.();
    const revision = await this.log.requireRevision(ifRevision);
    const target = await this.#world.target(context);
    const plan = await write.plan(target).catch((thrown: unknown) => {
      throw this.failure(thrown)?.error ?? thrown;
    });
    return { plan, revision, target };
  }

  async #dryRun<Plan extends PlannedWrite>(call: WriteCall<Target, Plan>): Promise<Receipt> {
    const { plan, revision, target } = await this.#planned(call);
    const { answer, question } = plan;
    const asks = question !== undefined && { question };
    return {
      answer: { ...answer, ...asks, dryRun: true, digest: digestOf(call, plan) },
      revision,
      provenance: target.provenance,
    };
  }

  async #perform<Plan extends PlannedWrite>(
    { intent, ifRevision, write }: WriteCall<Target, Plan>,
    target: Target,
    work: () => Promise<WriteResult>,
  ): Promise<Receipt> {
    const { observer } = this.#world;
    const revision = await this.log.intend(intent, ifRevision);
    this.#running.add(revision);
    observer?.writeStarted();
    let touched: readonly string[] = [];
    try {
      const { result, receipt } = await this.#run(revision, intent, target, work, () => write.left?.());
      touched = result.touched ?? [];
      return receipt;
    } finally {
      this.#running.delete(revision);
      observer?.writeEnded(touched);
    }
  }

  /** The outcome of the first call with this key. Two calls with one key never run at once, because writes take turns. */
  async #recorded({ principal, key, fingerprint, tool }: Intent): Promise<Receipt | undefined> {
    const { names } = this.log;
    const intent = key === undefined ? undefined : await this.log.intentOf(principal, key);
    if (intent === undefined) return undefined;
    requireSameRequest(intent.fingerprint, fingerprint);
    const found = await this.log.outcomeOf(principal, intent.revision);
    if (found === undefined)
      throw this.#known(unknownOutcome(tool, 'the server stopped before it was recorded.', names));
    const { revision, settled } = found;
    const { outcome, provenance, answer, error } = settled;
    if (outcome === 'done') {
      const undone = settled.undo && { undo: this.#undoText(settled.undo, revision) };
      return { answer: { ...answer, ...undone, replayed: true }, revision, provenance };
    }
    if (outcome === 'unsure') throw this.#known(unknownOutcome(tool, error?.message ?? '', names));
    const hint = 'This is the outcome of the first call with this operation key. Use a new key to try again.';
    const hints = [error?.hint, hint].filter(Boolean).join(' ');
    throw this.#known(new WorldError(error?.kind ?? 'Internal', error?.message ?? '', hints));
  }

  async #run(
    revision: number,
    intent: Intent,
    { provenance }: Target,
    work: () => Promise<WriteResult>,
    left: () => LeftBehind | undefined,
  ): Promise<{ readonly result: WriteResult; readonly receipt: Receipt }> {
    const where = provenance !== undefined && { provenance };
    let result: WriteResult;
    try {
      result = await work();
    } catch (thrown) {
      const failure = this.failure(thrown);
      await this.#settle(revision, intent, { ...outcomeOf(thrown, failure, left()), ...where });
      throw this.#known(failure?.error ?? thrown);
    }
    const { answer, undo } = result;
    const [before, after] = [fitValue(result.before, MAX_VALUE), fitValue(result.after, MAX_VALUE)];
    const settled = { outcome: 'done', ...where, before, after, answer, undo } as const;
    const outcome = await this.#settle(revision, intent, settled);
    const undone = { undo: this.#undoText(undo, outcome) };
    return { result, receipt: { answer: { ...answer, ...undone }, revision: outcome, provenance } };
  }

  /** An error that the log has. */
  #known(thrown: unknown): unknown {
    if (thrown instanceof WorldError) this.#recordedErrors.add(thrown);
    return thrown;
  }

  async #settle(revision: number, intent: Intent, settled: WriteOutcome): Promise<number> {
    try {
      return await this.log.settle(revision, intent, settled);
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      const message = `${intent.tool}: the outcome (${settled.outcome}) could not be recorded. ${thrown.message}`;
      throw new WorldError(thrown.kind, message, newKey(this.log.names));
    }
  }

  /** Why a write failed. Undefined if that is not known: then it may have been done. */
  failure(thrown: unknown): WriteFailure | undefined {
    if (thrown instanceof PartFailed) return { error: thrown, unsure: thrown.left?.unsure === true };
    if (this.#world.failure !== undefined) return this.#world.failure(thrown);
    if (!(thrown instanceof WorldError)) return undefined;
    return { error: thrown, unsure: !REFUSALS.includes(thrown.kind) };
  }

  #undoText(undo: Inverse, revision: number): string {
    if (this.#world.undoText !== undefined) return this.#world.undoText(undo, revision);
    return 'none' in undo ? undo.none : undoLine(this.log.names.undo, { revision });
  }
}

async function needsPlan(write: Pick<PreparedWrite, 'needsPlan'>): Promise<boolean> {
  return typeof write.needsPlan === 'function' ? write.needsPlan() : write.needsPlan === true;
}

function callOf<Target extends WriteTarget, Plan extends PlannedWrite>(
  tool: string,
  args: JsonObject,
  context: Context,
  write: PreparedWrite<Target, Plan>,
  given = args,
): WriteCall<Target, Plan> {
  const { ifRevision, dryRun: _, expectDigest, ...caller } = operationOf(context);
  const { access } = context;
  const intent = { ...caller, tool, arguments: given, access, fingerprint: requestDigest([tool, args]) };
  return { intent, args, ifRevision, expectDigest, write, context };
}

/** The digest of all that a write would change: equal values of other things are another plan. */
function digestOf(
  { intent: { tool }, args }: Pick<WriteCall<never, never>, 'intent' | 'args'>,
  { before, after, items, question, covers }: PlannedWrite,
): string {
  if (covers !== undefined) return planDigest([tool, covers]);
  return planDigest([tool, args, before, after, items, question ?? null]);
}
