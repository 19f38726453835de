import type { JsonValue } from '@worldwire/protocol';
import { ACCESS_RANK, type Context, WorldError } from '@worldwire/server';
import { cutText, ReadBackDiffers } from '@worldwire/server/kit';
import type { InverseStep } from '../log/inverse.js';
import { accessOfCalls, type NamedCall, operationCall } from '../run/operation.js';
import type { Writes } from '../run/pipeline.js';
import type { PlannedWrite, WriteResult, WriteTarget } from '../run/prepared-write.js';
import { PartFailed } from '../run/write-errors.js';
import { type Batch, type PlannedPart, partName } from './batch-parts.js';
import { type BatchPlan, inverseOf, shownParts } from './plan-batch.js';

const MAX_SHOWN = 200;

/** What a part left that was not taken back, or what is not known of it. */
interface Left {
  readonly text: string;
  readonly value?: { readonly before: JsonValue; readonly after: JsonValue };
  readonly unsure?: boolean;
}

interface DonePart<Target extends WriteTarget> {
  readonly part: PlannedPart<Target>;
  readonly result: Pick<WriteResult, 'before' | 'after' | 'undo'>;
}

/** Does the parts in their order. Where one fails, those before it are taken back, the last one first. */
export async function runBatch<Target extends WriteTarget>(
  batch: Batch<Target>,
  { parts }: BatchPlan<Target>,
  target: Target,
): Promise<WriteResult> {
  const done: (DonePart<Target> & { readonly result: WriteResult })[] = [];
  for (const part of parts) {
    batch.step(`Part ${part.number} of ${parts.length}`);
    try {
      done.push({ part, result: await runPart(batch, part, target) });
    } catch (thrown) {
      throw await takenBack(batch, part, thrown, done, target);
    }
  }
  const results = done.map(({ result }) => result);
  return {
    before: results.map(({ before }) => before),
    after: results.map(({ after }) => after),
    answer: shownParts(done.map(({ part, result }) => [part.tool, result.answer])),
    undo: inverseOf(done.map(({ part, result }) => [part, result.undo])),
    touched: [...new Set(results.flatMap(({ touched = [] }) => touched))],
  };
}

/** A part is planned again after those before it, so that it does nothing else than was planned. */
async function runPart<Target extends WriteTarget>(
  { writes, context }: Batch<Target>,
  part: PlannedPart<Target>,
  target: Target,
): Promise<WriteResult> {
  let { plan } = part;
  try {
    if (context.signal.aborted) throw new WorldError('Conflict', 'The call was cancelled.', 'Send it again.');
    if (part.number > 1) plan = await planAgain(part, target);
  } catch (thrown) {
    const { kind, message, hint } = errorOf(writes, thrown);
    throw new PartFailed(kind, message, hint, thrown);
  }
  return part.write.run(target, plan);
}

async function planAgain<Target extends WriteTarget>(
  { write, operation, args, plan }: PlannedPart<Target>,
  target: Target,
): Promise<PlannedWrite> {
  await write.permit?.();
  const now = await write.plan(target);
  if (operation.same(plan.before, now.before, args) && namesOf(plan) === namesOf(now)) return now;
  throw new WorldError(
    'Conflict',
    `Now it finds ${shown(now.before)} instead of ${shown(plan.before)}: an earlier part or someone else changed that.`,
    'Send it separately, after the others.',
  );
}

function namesOf({ items }: PlannedWrite): string {
  return JSON.stringify(items.map(({ what, subject }) => [what, subject]));
}

/** The failure of a batch: which part failed, what was taken back, and what was not. */
async function takenBack<Target extends WriteTarget>(
  batch: Batch<Target>,
  part: PlannedPart<Target>,
  thrown: unknown,
  done: readonly DonePart<Target>[],
  target: Target,
): Promise<PartFailed> {
  const { writes, step } = batch;
  const mayBeDone = isUnsure(writes, thrown);
  const limited = thrown instanceof ReadBackDiffers ? [limitedPart(part, thrown)] : [];
  const left: Left[] = mayBeDone ? [{ text: '', unsure: true }] : [];
  const back: number[] = [];
  for (const each of [...limited, ...done.toReversed()]) {
    step(`Taking back part ${each.part.number}`);
    const found = await takeBack(batch, each, target);
    if (found === undefined) back.push(each.part.number);
    else left.push(found);
  }
  const { kind, message, hint } = errorOf(writes, thrown);
  const state = mayBeDone ? 'may or may not have been done' : 'failed';
  const texts = left.flatMap(({ text }) => (text === '' ? [] : text));
  const taken =
    back.length === 0
      ? []
      : `${back.length === 1 ? `Part ${back} was` : `Parts ${back.join(', ')} were`} taken back.`;
  const nothing = left.length === 0 ? 'Nothing is changed.' : [];
  const all = [`${partName(part)} ${state}: ${message}`, taken, ...texts, nothing].flat();
  const read = left.length === 0 ? [] : `${writes.log.names.read} reads the current values.`;
  const values = left.flatMap(({ value }) => value ?? []);
  return new PartFailed(kind, all.join(' '), [hint, read].flat().join(' '), thrown, {
    ...{ unsure: false, before: null, after: null },
    ...(left.length > 0 && {
      unsure: left.some(({ unsure }) => unsure === true),
      before: values.map(({ before }) => before),
      after: values.map(({ after }) => after),
    }),
  });
}

/** A part after which the world has another value than it asked for, which is taken back as well. */
function limitedPart<Target extends WriteTarget>(
  part: PlannedPart<Target>,
  { values }: ReadBackDiffers,
): DonePart<Target> {
  const [before, after] = [values.before, values.after] as [JsonValue, JsonValue];
  const { undo = { none: 'Its undo is not known.' } } = part.plan;
  if ('none' in undo) return { part, result: { before, after, undo } };
  const steps = undo.steps.map(step => ({ ...step, expect: after }));
  return { part, result: { before, after, undo: { steps } } };
}

/** Takes one part back. Returns what is left of it. */
async function takeBack<Target extends WriteTarget>(
  { writes, options, context }: Batch<Target>,
  { part, result: { before, after, undo } }: DonePart<Target>,
  target: Target,
): Promise<Left | undefined> {
  const value = { before, after };
  const notBack = (why: string) => ({ text: `${partName(part)} was not taken back: ${why}`, value });
  if ('none' in undo) return notBack(undo.none);
  const prepare = options.takeBack ?? ((...step) => takeBackCall(writes, ...step));
  for (const step of undo.steps) {
    let run: () => Promise<unknown>;
    try {
      run = await prepare(step, context, target);
    } catch (thrown) {
      return notBack(errorOf(writes, thrown).message);
    }
    try {
      await run();
    } catch (thrown) {
      const { message } = errorOf(writes, thrown);
      if (!isUnsure(writes, thrown)) return notBack(message);
      return {
        text: `It is unknown whether part ${part.number} was taken back: ${message}`,
        value,
        unsure: true,
      };
    }
  }
  const lost = undo.steps.find(step => step.lost !== undefined)?.lost;
  return lost === undefined
    ? undefined
    : { text: `${partName(part)} was taken back, but not exactly. Lost: ${lost}.`, value };
}

/** By the tool that an undo would call. */
async function takeBackCall<Target extends WriteTarget>(
  { operations, log }: Writes<Target>,
  { call, expect }: InverseStep,
  context: Context,
  target: Target,
): Promise<() => Promise<unknown>> {
  const refused = (message: string) =>
    new WorldError('Conflict', message, `${log.names.read} reads the value.`);
  const known = operationCall(operations, call as NamedCall);
  if (known === undefined)
    throw refused(`This world has no ${(call as NamedCall).tool} with these arguments.`);
  const access = await accessOfCalls([known], context);
  if (ACCESS_RANK[access] > ACCESS_RANK[context.access]) throw refused('That needs the right to run code.');
  const { operation, args } = known;
  const write = operation.prepare(args, context);
  const plan = await write.plan(target);
  if (operation.same(expect, plan.before, args)) return () => write.run(target, plan);
  throw refused(`${operation.subject(args)} is ${shown(plan.before)} now instead of ${shown(expect)}.`);
}

function isUnsure<Target extends WriteTarget>(writes: Writes<Target>, thrown: unknown): boolean {
  return !(thrown instanceof ReadBackDiffers) && writes.failure(thrown)?.unsure !== false;
}

/** What nobody knows may quote a secret. */
function errorOf<Target extends WriteTarget>(
  writes: Writes<Target>,
  thrown: unknown,
): Pick<WorldError, 'kind' | 'message' | 'hint'> {
  const error = writes.failure(thrown)?.error ?? thrown;
  if (error instanceof WorldError) return error;
  return { kind: 'Internal', message: 'It failed unexpectedly.', hint: '' };
}

function shown(value: JsonValue): string {
  return cutText(JSON.stringify(value), MAX_SHOWN);
}
