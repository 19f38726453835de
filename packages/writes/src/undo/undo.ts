import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@worldwire/protocol';
import {
  type Access,
  type AccessCaller,
  type Context,
  type PlannedItem,
  WorldError,
} from '@worldwire/server';
import { cutText, jsonSize } from '@worldwire/server/kit';
import { type DoneWrite, doneAfter, effective, isNewestOfCaller, named } from '../log/done-writes.js';
import type { Inverse, InverseStep } from '../log/inverse.js';
import { largeQuestion } from '../run/consent.js';
import { accessOfCalls, higher, type NamedCall, type Operation, operationCall } from '../run/operation.js';
import type { Writes } from '../run/pipeline.js';
import { itemsOf } from '../run/plan.js';
import type { WriteTarget } from '../run/prepared-write.js';
import { type ChosenStep, chooseUndo, type SubjectOf, stepsOf, type UndoChoice } from './choose.js';
import { accessOfUndo } from './undo-request.js';

const MAX_SHOWN = 200;

export interface UndoWanted {
  readonly revision?: number | undefined;
  readonly since?: number | undefined;
  readonly mine?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** What differs between worlds. */
export interface UndoRules {
  /** With `since`: a write that cannot be taken back stays, and the others are taken back. Default: then nothing is changed. */
  readonly leaves?: boolean;
  /** Writes that one call takes back, and characters of their inverses. Default: all. */
  readonly maxSteps?: number;
  readonly maxCharacters?: number;
  /** Characters of the inverse of the undo. Default: all. */
  readonly maxKept?: number;
  /** Why a value that has changed since is not restored. `later` is the write that changed it, if one did. */
  obstacle?(step: PlannedStep, later: DoneWrite | undefined): WorldError;
}

/** A step with the value that it finds and leaves. */
export interface PlannedStep extends ChosenStep {
  readonly operation: Operation<never>;
  readonly args: object;
  readonly subject: string;
  /** The subject for a person. */
  readonly what: string;
  readonly now: JsonValue;
  readonly after: JsonValue;
  /** The values as a person sees them. */
  readonly shown: { readonly expected: JsonValue; readonly now: JsonValue; readonly after: JsonValue };
  readonly items: readonly PlannedItem[];
  /** How to take the step itself back. */
  readonly back: Inverse;
}

/** A write that stays, and why. */
export interface LeftWrite {
  readonly write: DoneWrite;
  readonly why: string;
}

export interface UndoPlan {
  readonly steps: readonly PlannedStep[];
  readonly left: readonly LeftWrite[];
  /** Whether older writes are left for another call. */
  readonly isCut: boolean;
  readonly items: readonly PlannedItem[];
  readonly undo: Inverse;
  readonly question: string | undefined;
}

/** What was taken back. */
export interface Undone {
  readonly steps: readonly PlannedStep[];
  readonly left: readonly LeftWrite[];
  /** The step that ended the undo. */
  readonly stopped?: { readonly write: DoneWrite; readonly isUnsure: boolean; readonly why: string };
  readonly undo: Inverse;
  readonly touched: readonly string[];
}

/** Takes back writes of one log. */
export class Undoing<Target extends WriteTarget> {
  readonly #writes: Writes<Target>;
  readonly #rules: UndoRules;

  constructor(writes: Writes<Target>, rules: UndoRules = {}) {
    this.#writes = writes;
    this.#rules = rules;
  }

  /** What a step changes: steps with the same subject change the same value. */
  readonly subjectOf: SubjectOf = step => {
    const known = this.#find(step);
    return known === undefined ? JSON.stringify(step.call) : known.operation.subject(known.args);
  };

  /** What the call needs: the access of the highest of the writes, and of the calls that take them back. */
  async access(wanted: UndoWanted, caller: AccessCaller): Promise<Access> {
    return accessOfUndo(this.#writes.log, caller, async () =>
      this.#accessOf(await this.#chosen(wanted, caller.principal), caller),
    );
  }

  async plan(wanted: UndoWanted, context: Context, target: Target): Promise<UndoPlan> {
    const { maxSteps = Number.POSITIVE_INFINITY, maxCharacters = Number.POSITIVE_INFINITY } = this.#rules;
    const choice = await this.#chosen(wanted, context.principal);
    requireAccess(await this.#accessOf(choice, context), context);
    const isOne = choice.steps.length + choice.skipped.length === 1;
    const left: LeftWrite[] = choice.skipped.map(({ write, reason }) => ({
      write,
      why: this.#final(write, reason),
    }));
    const known = new Map<string, JsonValue>();
    const steps: PlannedStep[] = [];
    let [count, characters] = [0, 0];
    for (const each of choice.steps) {
      characters += jsonSize(each.step);
      const isFull = count >= maxSteps || characters > maxCharacters;
      // All steps of one write are taken together.
      if (isFull && count > 0 && choice.steps[count - 1]?.write !== each.write) break;
      count++;
      try {
        const step = await this.#plan(each, wanted, context, target, known);
        known.set(step.subject, step.after);
        steps.push(step);
      } catch (thrown) {
        if (!(thrown instanceof WorldError) || isOne || this.#rules.leaves !== true) throw thrown;
        left.push({ write: each.write, why: thrown.message });
      }
    }
    if (steps.length === 0) throw this.#nothing(left);
    const items = itemsOfAll(steps);
    const undo = this.#inverse(
      steps.flatMap(({ back }) => ('steps' in back ? back.steps : [])),
      steps,
    );
    const undoesOwn = await this.#undoesOwn(steps, context.principal);
    const question = largeQuestion(items, undo, this.#writes.confirmAbove, undoesOwn);
    return { steps, left, isCut: count < choice.steps.length, items, undo, question };
  }

  /** Without `leaves`, a failure after the first step ends the undo: what was taken back stays so, and the answer says so. */
  async run(
    { steps, left: planned }: UndoPlan,
    wanted: UndoWanted,
    context: Context,
    target: Target,
  ): Promise<Undone> {
    const done: PlannedStep[] = [];
    const back: InverseStep[] = [];
    const touched: string[] = [];
    const left = [...planned];
    let stopped: Undone['stopped'];
    let first: unknown;
    for (const step of steps) {
      try {
        const { operation, args } = this.#operation(step);
        const prepared = operation.prepare(args, context);
        await prepared.permit?.();
        const plan = await prepared.plan(target);
        if (this.#rules.leaves === true)
          await this.#requireExpected({ ...step, now: plan.before }, wanted, isChained(step, done));
        const result = await prepared.run(target, plan);
        const shown = {
          ...step.shown,
          now: show(step, plan.before),
          after: show(step, result.after),
        };
        done.push({ ...step, after: result.after, shown });
        touched.push(...(result.touched ?? []));
        if ('steps' in result.undo)
          back.unshift(...result.undo.steps.map(each => ({ ...each, of: step.write.revision })));
      } catch (thrown) {
        first ??= thrown;
        if (this.#rules.leaves === true && thrown instanceof WorldError && steps.length > 1) {
          left.push({ write: step.write, why: thrown.message });
          continue;
        }
        if (done.length === 0) throw thrown;
        const { error, unsure } = this.#writes.failure(thrown) ?? { error: thrown, unsure: true };
        stopped = { write: step.write, isUnsure: unsure, why: reasonOf(error) };
        break;
      }
    }
    if (done.length === 0) throw first;
    return { steps: done, left, undo: this.#inverse(back, done), touched, ...(stopped && { stopped }) };
  }

  async #chosen({ revision, since, mine }: UndoWanted, principal: string): Promise<UndoChoice> {
    const own = mine === true && { principal };
    return chooseUndo(this.#writes.log, { revision, since, ...own }, this.subjectOf);
  }

  #find({ call }: InverseStep) {
    return operationCall(this.#writes.operations, call as NamedCall);
  }

  #operation({ write, step }: ChosenStep): { readonly operation: Operation<Target>; readonly args: object } {
    const known = this.#find(step);
    if (known !== undefined) return known;
    const { tool } = step.call as NamedCall;
    const isKnown = this.#writes.operations.has(tool);
    throw new WorldError(
      'Conflict',
      `Revision ${write.revision} is undone by ${tool}, which this world does not have${isKnown ? ' with these arguments' : ''}.`,
      'An older version of the world wrote it. Write the value that you want.',
    );
  }

  async #accessOf({ steps }: UndoChoice, caller: AccessCaller): Promise<Access> {
    const calls = steps.flatMap(({ step }) => this.#find(step) ?? []);
    return steps.reduce(
      (highest, { write }) => higher(highest, write.access),
      await accessOfCalls(calls, caller),
    );
  }

  /** Plans a step on the value that the steps before it leave. */
  async #plan(
    chosen: ChosenStep,
    wanted: UndoWanted,
    context: Context,
    target: Target,
    known: ReadonlyMap<string, JsonValue>,
  ): Promise<PlannedStep> {
    const { write, step } = chosen;
    const { operation, args } = this.#operation(chosen);
    this.#requirePresent(write, operation, target);
    const subject = operation.subject(args);
    const { before, after, items, undo } = await this.#planned(operation, args, context, target, write);
    const now = known.has(subject) ? (known.get(subject) as JsonValue) : before;
    const called = { operation: operation as unknown as Operation<never>, args };
    const planned = {
      ...{ write, step, subject, what: operation.what?.(args) ?? subject, now, after, items, ...called },
      shown: { expected: show(called, step.expect), now: show(called, now), after: show(called, after) },
      back: undo ?? { steps: [] },
    };
    await this.#requireExpected(planned, wanted, known.has(subject));
    return planned;
  }

  async #planned(
    operation: Operation<Target>,
    args: object,
    context: Context,
    target: Target,
    write: DoneWrite,
  ) {
    try {
      const prepared = operation.prepare(args, context);
      await prepared.permit?.();
      return await prepared.plan(target);
    } catch (thrown) {
      if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
      const message = `${named(write, this.#writes.log)} cannot be undone: ${thrown.message}`;
      throw new WorldError('Conflict', message, thrown.hint);
    }
  }

  /** Whether what the write changed is still there: a file, or a part of the world that was not started again. */
  isPresent(write: DoneWrite, { provenance }: WriteTarget): boolean {
    if (write.provenance === provenance || 'none' in write.undo) return true;
    return write.undo.steps.some(step => this.#find(step)?.operation.lasts === true);
  }

  #requirePresent(write: DoneWrite, { lasts }: Operation<Target>, { provenance }: Target): void {
    if (lasts === true || write.provenance === provenance) return;
    const { log } = this.#writes;
    throw new WorldError(
      'Conflict',
      `The scene was started again after ${named(write, log)}: what it changed is gone.`,
      `${log.names.read} reads the current value; write the one you want.`,
    );
  }

  /** Throws where the value has changed since. The steps before it leave the value that was there before them, which may be another one. */
  async #requireExpected(step: PlannedStep, { force, mine }: UndoWanted, chained: boolean): Promise<void> {
    const { operation, args, now, after, what, shown } = step;
    const { expect } = step.step;
    if (operation.same(expect, now, args) || (chained && mine !== true)) return;
    const { log } = this.#writes;
    if (force !== true) {
      const later = await this.#later(step);
      throw this.#rules.obstacle?.(step, later) ?? this.#changed(step);
    }
    if (chained || !operation.same(after, now, args)) return;
    throw new WorldError(
      'Conflict',
      `${named(step.write, log)} has no effect that is left to undo: ${what} is already ${short(shown.now)}, as before it.`,
      `${log.names.list} shows what changed it since.`,
    );
  }

  #changed({ write, what, shown: { expected, now, after } }: PlannedStep): WorldError {
    const { names } = this.#writes.log;
    return new WorldError(
      'Conflict',
      `${named(write, { names })} left ${what} at ${short(expected)}, and now it is ${short(now)}; the value before was ${short(after)}. Nothing was changed.`,
      `${names.undo} with force: true restores the old values all the same.`,
    );
  }

  /** The newest write in effect that changed the value after this one. */
  async #later({ write, subject }: PlannedStep): Promise<DoneWrite | undefined> {
    const { alive } = effective((await doneAfter(this.#writes.log, write.revision)).writes);
    return alive.find(each => stepsOf(each).some(({ step }) => this.subjectOf(step) === subject));
  }

  /** Whether the steps take back one write, which is the newest of this principal, and nothing else. */
  async #undoesOwn(steps: readonly PlannedStep[], principal: string): Promise<boolean> {
    const [{ write }] = steps as readonly [PlannedStep];
    const isOne = steps.every(each => each.write.revision === write.revision);
    const isExpected = steps.every(({ operation, args, step, now }) =>
      operation.same(step.expect, now, args),
    );
    return isOne && isExpected && isNewestOfCaller(this.#writes.log, write, principal);
  }

  #inverse(back: readonly InverseStep[], done: readonly PlannedStep[]): Inverse {
    const { leaves, maxKept = Number.POSITIVE_INFINITY } = this.#rules;
    const [none, ...more] = done.flatMap(step => ('none' in step.back ? step.back.none : []));
    if (none !== undefined && (leaves !== true || more.length + 1 === done.length)) return { none };
    if (jsonSize(back) > maxKept) return { none: 'Not possible: the values are too long for the journal.' };
    return { steps: back };
  }

  #final(write: DoneWrite, reason: string): string {
    if (this.#rules.leaves !== true) return reason;
    return `${named(write, this.#writes.log)} cannot be undone: ${reason}`;
  }

  #nothing(left: readonly LeftWrite[]): WorldError {
    const { list } = this.#writes.log.names;
    if (left.length === 0)
      return new WorldError('NotFound', 'There is nothing to undo.', `${list} lists the writes.`);
    const reasons = left
      .slice(0, 5)
      .map(({ write, why }) =>
        why.includes(write.tool) ? why : `${named(write, this.#writes.log)}: ${why}`,
      );
    return new WorldError(
      'Conflict',
      cutText(`None of the ${left.length} writes can be undone: ${reasons.join(' ')}`, 2_000),
      this.#rules.leaves === true && left.some(({ write }) => 'steps' in write.undo)
        ? 'With force: true values that have changed again are restored, too.'
        : `${list} lists the writes.`,
    );
  }
}

/** A value may be shown as null. */
function show({ operation, args }: Pick<PlannedStep, 'operation' | 'args'>, value: JsonValue): JsonValue {
  return operation.show === undefined ? value : operation.show(args, value);
}

/** Whether a step before it, which was done, left the value. */
function isChained({ subject }: PlannedStep, done: readonly PlannedStep[]): boolean {
  return done.some(each => each.subject === subject);
}

/** One item for each value, from now to what the last step leaves. */
function itemsOfAll(steps: readonly PlannedStep[]): readonly PlannedItem[] {
  const bySubject = new Map<string, PlannedStep[]>();
  for (const step of steps) bySubject.set(step.subject, [...(bySubject.get(step.subject) ?? []), step]);
  return [...bySubject.values()].flatMap(([first, ...more]) => {
    const { operation, args, now, what, shown, items } = first as PlannedStep;
    const last = more.at(-1);
    if (last === undefined) return items;
    return operation.itemsOf?.(args, now, last.after) ?? itemsOf(what, shown.now, last.shown.after);
  });
}

/** Throws for a write that needs more than the call was allowed: it was done after the call was decided. */
function requireAccess(high: Access, { access }: Context): void {
  if (high === 'write' || access === 'danger') return;
  throw new WorldError(
    'Conflict',
    'A write that needs the right to run code was done meanwhile. Nothing was changed.',
    'Send the call again: it is then decided with this write.',
  );
}

/** Whether a person sees no difference, although the values differ. */
export function isHidden({ operation, args, now, after, shown }: PlannedStep): boolean {
  return isDeepStrictEqual(shown.now, shown.after) && !operation.same(now, after, args);
}

function reasonOf(thrown: unknown): string {
  return cutText(thrown instanceof Error ? thrown.message : String(thrown), MAX_SHOWN);
}

export function short(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHOWN);
}
