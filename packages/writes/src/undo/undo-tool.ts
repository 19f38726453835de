import type { JsonObject, JsonValue } from '@worldwire/protocol';
import {
  type Access,
  type AccessCaller,
  type Context,
  type PlannedItem,
  type Tool,
  WorldError,
  WRITE_ARGUMENTS,
} from '@worldwire/server';
import { cutText, jsonSize, structuredAnswer, undoLine, writeTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { isNewestOfCaller } from '../log/done-writes.js';
import { fitValue } from '../log/fit-values.js';
import type { Inverse, InverseStep } from '../log/inverse.js';
import { largeQuestion } from '../run/consent.js';
import { accessOfCalls, higher, type NamedCall, type Operation, operationCall } from '../run/operation.js';
import type { Writes } from '../run/pipeline.js';
import { itemsOf } from '../run/plan.js';
import type { PlannedWrite, PreparedWrite, WriteResult, WriteTarget } from '../run/prepared-write.js';
import { type ChosenStep, chooseUndo, named, type SkippedWrite } from './choose.js';

/** Steps that one call takes, and their characters. All steps of one write are taken together. */
const MAX_STEPS = 50;
const MAX_CHARACTERS = 64_000;
/** Characters of the inverse of an undo: more than those of what it takes back, as a further undo needs them to go on. */
const MAX_KEPT = 4 * MAX_CHARACTERS;
const MAX_SHOWN = 200;
/** Characters of one value in an answer, and of all together. */
const MAX_VALUE = 1_000;
const MAX_VALUES = 40_000;

/** A step with the value that it finds and leaves. */
interface PlannedStep extends ChosenStep {
  readonly subject: string;
  readonly now: JsonValue;
  readonly after: JsonValue;
  readonly items: readonly PlannedItem[];
  /** How to take the step itself back. */
  readonly back: Inverse;
  /** The value was changed since. */
  readonly obstacle?: string;
}

interface UndoPlan extends PlannedWrite {
  readonly steps: readonly PlannedStep[];
  readonly skipped: readonly SkippedWrite[];
  /** Whether older writes are left for another call. */
  readonly isCut: boolean;
}

interface Wanted {
  readonly revision?: number | undefined;
  readonly since?: number | undefined;
  readonly mine: boolean;
  readonly force: boolean;
}

/**
 * The tool that takes back writes of `defineWrite`, also after a restart, if the log is in a store.
 *
 *     tools: [setMoisture, undoTool(writes), listWritesTool(writes)]
 */
export function undoTool<Target extends WriteTarget>(writes: Writes<Target>): Tool {
  const name = writes.log.names.undo;
  return writeTool({
    name,
    title: 'Undo writes',
    description: `Undoes the write with a revision of ${writes.log.names.list}, or all writes since a revision, newest first. Fails with the reason where a value has changed since; force restores the old one all the same.`,
    input: z.object({
      revision: z.int().min(1).optional().describe('Of the write to undo.'),
      since: z.int().min(0).optional().describe('Undo every write after this revision.'),
      mine: z.boolean().default(false).describe('With since: only your own.'),
      force: z.boolean().default(false),
    }),
    common: WRITE_ARGUMENTS,
    accessOf: (wanted, caller) => async () => {
      try {
        const { principal, operationKey } = caller;
        const earlier = operationKey && (await writes.log.accessOf(principal, operationKey));
        return earlier || (await accessOfSteps(writes, await chosen(writes, wanted, principal), caller));
      } catch (thrown) {
        // The call fails with the same error.
        if (thrown instanceof WorldError) return 'write';
        throw thrown;
      }
    },
    raises: [
      { access: 'danger', when: 'it takes back a write that needed eval, or itself writes what needs eval' },
    ],
    plan: (wanted, context) =>
      writes.plan(name, wanted as JsonObject, context, undoOf(writes, wanted, context)),
    call: async (wanted, context) => {
      const write = undoOf(writes, wanted, context);
      const { answer, revision } = await writes.perform(name, wanted as JsonObject, context, write);
      return structuredAnswer({ ...answer, revision }, { revision });
    },
  });
}

function chosen<Target extends WriteTarget>(
  { log, operations }: Writes<Target>,
  { revision, since, mine }: Wanted,
  principal: string,
) {
  return chooseUndo(log, { revision, since, ...(mine && { principal }) }, ({ call }) => {
    const known = operationCall(operations, call as NamedCall);
    return known === undefined ? JSON.stringify(call) : known.operation.subject(known.args);
  });
}

/** What taking these back needs: the access of the highest of the writes and of the calls that undo them. */
async function accessOfSteps<Target extends WriteTarget>(
  { operations }: Writes<Target>,
  { steps }: { readonly steps: readonly ChosenStep[] },
  caller: AccessCaller,
): Promise<Access> {
  const calls = steps.flatMap(({ step }) => operationCall(operations, step.call as NamedCall) ?? []);
  return steps.reduce(
    (highest, { write }) => higher(highest, write.access),
    await accessOfCalls(calls, caller),
  );
}

function undoOf<Target extends WriteTarget>(
  writes: Writes<Target>,
  wanted: Wanted,
  context: Context,
): PreparedWrite<Target, UndoPlan> {
  return {
    needsPlan: true,
    plan: target => planUndo(writes, wanted, context, target),
    run: (target, plan) => runUndo(writes, plan as UndoPlan, wanted, context, target),
  };
}

async function planUndo<Target extends WriteTarget>(
  writes: Writes<Target>,
  wanted: Wanted,
  context: Context,
  target: Target,
): Promise<UndoPlan> {
  const choice = await chosen(writes, wanted, context.principal);
  requireAccess(await accessOfSteps(writes, choice, context), context);
  const known = new Map<string, JsonValue>();
  const steps: PlannedStep[] = [];
  let characters = 0;
  for (const each of choice.steps) {
    characters += jsonSize(each.step);
    const isFull = steps.length >= MAX_STEPS || characters > MAX_CHARACTERS;
    if (isFull && steps.length > 0 && steps.at(-1)?.write !== each.write) break;
    const step = await planStep(writes, each, context, target, known);
    known.set(step.subject, step.after);
    steps.push(step);
  }
  if (steps.length === 0) throw nothingToUndo(writes, wanted, choice.skipped);
  const obstacles = steps.flatMap(({ obstacle }) => obstacle ?? []);
  if (obstacles.length > 0 && !wanted.force) {
    throw new WorldError(
      'Conflict',
      `${obstacles.slice(0, 5).join(' ')} Nothing was changed.`,
      `${undoLine(writes.log.names.undo, { ...given(wanted), force: true })} restores the old values all the same.`,
    );
  }
  const items = itemsOfAll(steps);
  const plan = { steps, skipped: choice.skipped, isCut: steps.length < choice.steps.length };
  const undo = steps.map(({ back }) => back).find(back => 'none' in back) ?? { steps: [] };
  const [{ write } = {}, ...others] = steps;
  const undoesOwn =
    write !== undefined &&
    obstacles.length === 0 &&
    others.every(other => other.write.revision === write.revision) &&
    (await isNewestOfCaller(writes.log, write, context.principal));
  const question = largeQuestion(items, undo, writes.confirmAbove, undoesOwn);
  return {
    ...plan,
    items,
    undo,
    before: steps.map(({ now }) => now),
    after: steps.map(({ after }) => after),
    answer: answerOf(steps, plan, wanted, writes),
    ...(question !== undefined && { question }),
  };
}

/** One item for each value, from now to what the last step leaves. */
function itemsOfAll(steps: readonly PlannedStep[]): readonly PlannedItem[] {
  const bySubject = new Map<string, PlannedStep[]>();
  for (const step of steps) bySubject.set(step.subject, [...(bySubject.get(step.subject) ?? []), step]);
  return [...bySubject].flatMap(([subject, [first, ...more]]) => {
    const last = more.at(-1);
    const { now, items } = first as PlannedStep;
    return last === undefined ? items : itemsOf(subject, now, last.after);
  });
}

/** Plans a step on the value that the steps before it leave. */
async function planStep<Target extends WriteTarget>(
  writes: Writes<Target>,
  { write, step }: ChosenStep,
  context: Context,
  target: Target,
  known: ReadonlyMap<string, JsonValue>,
): Promise<PlannedStep> {
  const { operation, args } = operationOf(writes, write.revision, step);
  const subject = operation.subject(args);
  const { before, after, items, undo } = await planned(operation, args, context, target, { write, step });
  const now = known.has(subject) ? (known.get(subject) as JsonValue) : before;
  const common = { write, step, subject, now, after, items, back: undo ?? { steps: [] } };
  if (operation.same(step.expect, now)) return common;
  const obstacle = `${named(write)} left ${subject} at ${shown(step.expect)}, and now it is ${shown(now)}; the value before was ${shown(after)}.`;
  return { ...common, obstacle };
}

/** A failure after the first step ends the undo: what was undone stays undone, and the answer says so. */
async function runUndo<Target extends WriteTarget>(
  writes: Writes<Target>,
  plan: UndoPlan,
  wanted: Wanted,
  context: Context,
  target: Target,
): Promise<WriteResult> {
  const done: PlannedStep[] = [];
  const back: InverseStep[] = [];
  const touched: string[] = [];
  let stopped: JsonObject = {};
  for (const step of plan.steps) {
    const { operation, args } = operationOf(writes, step.write.revision, step.step);
    const prepared = operation.prepare(args, context);
    try {
      await prepared.permit?.();
      const result = await prepared.run(target, await prepared.plan(target));
      done.push({ ...step, after: result.after });
      touched.push(...(result.touched ?? []));
      if ('steps' in result.undo)
        back.unshift(...result.undo.steps.map(each => ({ ...each, of: step.write.revision })));
    } catch (thrown) {
      if (done.length === 0) throw thrown;
      const { error, unsure } = writes.failure(thrown) ?? { error: thrown, unsure: true };
      const state = unsure ? 'may or may not have been undone' : 'was not undone';
      stopped = { stopped: `${named(step.write)} ${state}: ${reasonOf(error)}` };
      break;
    }
  }
  return {
    before: done.map(({ now }) => now),
    after: done.map(({ after }) => after),
    answer: { ...answerOf(done, plan, wanted, writes), ...stopped },
    undo: inverseOf(back, done.length),
    touched,
  };
}

function inverseOf(back: readonly InverseStep[], done: number): Inverse {
  if (back.length < done) return { none: 'Not possible: a part of it has no undo.' };
  if (jsonSize(back) > MAX_KEPT) return { none: 'Not possible: the values are too long for the journal.' };
  return { steps: back };
}

async function planned<Target extends WriteTarget>(
  operation: Operation<Target>,
  args: object,
  context: Context,
  target: Target,
  { write }: ChosenStep,
) {
  try {
    const prepared = operation.prepare(args, context);
    await prepared.permit?.();
    return await prepared.plan(target);
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
    throw new WorldError('Conflict', `${named(write)} cannot be undone: ${thrown.message}`, thrown.hint);
  }
}

function operationOf<Target extends WriteTarget>(
  writes: Writes<Target>,
  revision: number,
  { call }: InverseStep,
) {
  const { tool } = call as NamedCall;
  const known = operationCall(writes.operations, call as NamedCall);
  if (known !== undefined) return known;
  throw new WorldError(
    'Conflict',
    `Revision ${revision} is undone by ${tool}, which this world does not have${writes.operations.has(tool) ? ' with these arguments' : ''}.`,
    'An older version of the world wrote it. Write the value that you want.',
  );
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

function answerOf<Target extends WriteTarget>(
  steps: readonly PlannedStep[],
  { skipped, isCut }: Pick<UndoPlan, 'skipped' | 'isCut'>,
  wanted: Wanted,
  { log }: Writes<Target>,
): JsonObject {
  const max = Math.min(MAX_VALUE, Math.floor(MAX_VALUES / (2 * steps.length)));
  return {
    undone: steps.map(({ write: { revision, tool }, subject, now, after }) => ({
      ...{ revision, tool, what: subject },
      before: fitValue(now, max),
      after: fitValue(after, max),
    })),
    ...(skipped.length > 0 && { skipped: skipped as unknown as JsonValue }),
    ...(isCut && { next: undoLine(log.names.undo, given(wanted)) }),
  };
}

function nothingToUndo<Target extends WriteTarget>(
  { log }: Writes<Target>,
  { since }: Wanted,
  skipped: readonly SkippedWrite[],
): WorldError {
  const reasons = skipped
    .slice(0, 5)
    .map(({ revision, tool, reason }) => `${named({ revision, tool })}: ${reason}`);
  return new WorldError(
    'Conflict',
    [`No write after revision ${since} can be undone.`, ...reasons].join(' '),
    `${log.names.list} lists the writes.`,
  );
}

function given({ revision, since, mine, force }: Wanted): JsonObject {
  return {
    ...(revision === undefined ? { since: since as number } : { revision }),
    ...(mine && { mine }),
    ...(force && { force }),
  };
}

function reasonOf(thrown: unknown): string {
  return cutText(thrown instanceof Error ? thrown.message : String(thrown), MAX_SHOWN);
}

function shown(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHOWN);
}
