import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { type Context, type Tool, WorldError } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import {
  accessOfUndo,
  fitValue,
  type PlannedWrite,
  undoDefinition,
  type WriteResult,
} from '@worldwire/writes';
import { z } from 'zod';
import type { Provenance } from '../../port/unreal-source.js';
import { EDITOR_STATE, urisOf } from '../resources/uris.js';
import { itemsOfAll } from '../state/planned-items.js';
import { type PlannedStep, planSteps, requireExact, runStep, undoOfSteps } from '../state/undo.js';
import { accessOfSteps, requireAccess } from '../state/undo-access.js';
import { chooseUndo, type UndoChoice } from '../state/undo-choice.js';
import { objectOf, subjectOf, type Undo, type UndoStep } from '../state/undo-step.js';
import type { UnrealWrites } from '../state/unreal-writes.js';
import type { WriteTarget } from '../state/write-target.js';
import { questionOf } from './actor-write-tools.js';
import { openQuestion, UNSAVED } from './level-tools.js';
import { guardedTool, type ToolParts } from './tool-kit.js';
import * as outputs from './write-outputs.js';

/** Actors that an undo destroys without a question. */
const MAX_DESTROYED = 5;
/** Characters of all values in an answer together. */
const MAX_VALUES = 12_000;
const MIN_VALUE = 120;
/** More than the journal keeps of one write, as a further undo needs it to go on. */
const MAX_KEPT = 256_000;
const MAX_SKIPPED = 20;

interface Wanted {
  readonly revision?: number | undefined;
  readonly since?: number | undefined;
  readonly mine: boolean;
  readonly force: boolean;
}

interface UndoPlan extends PlannedWrite {
  readonly choice: UndoChoice;
  readonly steps: readonly PlannedStep[];
}

export function undoTool({ sources, writes }: ToolParts): Tool {
  return guardedTool(writes, {
    ...undoDefinition(writes.log.names),
    output: outputs.called({
      undone: z.array(z.unknown()).describe('Each with revision, tool, what, before, after.'),
      skipped: z.array(z.unknown()).describe('Each with revision, tool, reason.'),
      next: z.string().describe('The call that undoes the rest.'),
    }),
    accessOf: (wanted, caller) => () =>
      accessOfUndo(writes.log, caller, async () => {
        requireOne(wanted);
        const { provenance } = sources.writer;
        return accessOfSteps((await chosen(writes, wanted, caller.principal, provenance)).steps);
      }),
    prepare: (wanted, context) => {
      requireOne(wanted);
      return {
        needsPlan: true,
        plan: target => planUndo(writes, wanted, context, target),
        run: (target, plan) => runUndo(writes, plan as UndoPlan, wanted, target),
      };
    },
  });
}

function requireOne({ revision, since }: Wanted): void {
  if ((revision === undefined) !== (since === undefined)) return;
  throw new WorldError(
    'InvalidArgument',
    revision === undefined
      ? 'revision and since are both missing.'
      : 'revision and since exclude each other.',
    'Give revision for one write, or since for all writes after a revision. list_writes lists them.',
  );
}

function chosen(
  { log }: UnrealWrites,
  { revision, since, mine }: Wanted,
  principal: string,
  provenance: Provenance,
): Promise<UndoChoice> {
  return chooseUndo(log, { revision, since, ...(mine && { principal }), provenance });
}

async function planUndo(
  writes: UnrealWrites,
  wanted: Wanted,
  { principal, access }: Context,
  target: WriteTarget,
): Promise<UndoPlan> {
  const { revision, since, force } = wanted;
  const choice = await chosen(writes, wanted, principal, target.provenance);
  requireAccess(choice.steps, access);
  const planned = await planSteps(choice, target);
  if (!force) requireExact(planned, { ...(revision === undefined ? { since } : { revision }), force: true });
  const steps = planned.filter(({ already }) => already === undefined);
  // The state at a revision is reached where every value is already as it was.
  const isReached = since !== undefined && planned.length > 0;
  if (steps.length === 0 && !isReached) throw nothingToUndo(wanted, planned, choice);
  const idle = planned.flatMap(({ already, ...step }) =>
    already === undefined ? [] : [{ revision: step.revision, tool: step.tool, reason: already }],
  );
  const all = { ...choice, skipped: [...choice.skipped, ...idle] };
  const done = steps.map(step => ({ step, after: step.after }));
  // What the caller did last is taken back without a question for its size.
  const isOwn = choice.newestOf === principal && !force;
  const question = undoQuestion(steps, isOwn ? Number.POSITIVE_INFINITY : MAX_DESTROYED);
  return {
    choice: all,
    steps,
    ...valuesOf(done),
    items: [...itemsOfAll(steps), ...(steps.some(losesUnsaved) ? [UNSAVED] : [])],
    answer: answerOf(done, all, wanted),
    ...(question !== undefined && { question }),
  };
}

/** A failure after the first step ends the undo: what was undone stays undone. */
async function runUndo(
  writes: UnrealWrites,
  { choice, steps }: UndoPlan,
  wanted: Wanted,
  target: WriteTarget,
): Promise<WriteResult> {
  const done: { step: PlannedStep; after: JsonValue }[] = [];
  const undos: Undo[] = [];
  const spawned = new Map<UndoStep, string>();
  let stopped: JsonObject = {};
  for (const step of steps) {
    try {
      const { after, undo } = await runStep(step, target, wanted.force, spawned);
      done.push({ step, after });
      undos.push(undo);
    } catch (thrown) {
      const { error, unsure = false } = writes.failure(thrown) ?? { error: thrown };
      if (done.length === 0 || !(error instanceof WorldError)) throw thrown;
      const state = unsure ? 'may or may not have been undone' : 'was not undone';
      stopped = {
        stopped: `Revision ${step.revision} (${step.tool}) ${state}: ${error.message} ${error.hint ?? ''}`,
      };
      break;
    }
  }
  const touched = done.flatMap(({ step }) => {
    const object = objectOf(step.step.call);
    return object === '' ? [] : urisOf(object);
  });
  return {
    ...valuesOf(done),
    answer: { ...answerOf(done, choice, wanted), ...stopped },
    undo: undoOfSteps(undos, MAX_KEPT),
    touched: [EDITOR_STATE, ...touched],
  };
}

type Done = readonly { readonly step: PlannedStep; readonly after: JsonValue }[];

function valuesOf(done: Done): { readonly before: JsonValue; readonly after: JsonValue } {
  const [first] = done;
  if (done.length === 1 && first !== undefined) return { before: first.step.now, after: first.after };
  return { before: done.map(({ step }) => step.now), after: done.map(({ after }) => after) };
}

function answerOf(done: Done, { skipped, more }: UndoChoice, { since, mine, force }: Wanted): JsonObject {
  const max = Math.max(MIN_VALUE, Math.floor(MAX_VALUES / (2 * done.length)));
  const undone = done.map(({ step: { revision, tool, step, now }, after }) => ({
    revision,
    tool,
    what: subjectOf(step.call),
    before: fitValue(now, max),
    after: fitValue(after, max),
  }));
  const left = skipped.length - MAX_SKIPPED;
  const again = { since, ...(mine && { mine }), ...(force && { force }) };
  const [only] = undone;
  return {
    ...(undone.length === 1 && only && { before: only.before, after: only.after }),
    undone,
    ...(skipped.length > 0 && { skipped: skipped.slice(0, MAX_SKIPPED) as unknown as JsonValue }),
    ...(left > 0 && { note: `${left} more writes were skipped.` }),
    ...(more && { next: undoLine('undo_write', again) }),
  };
}

/** Whether the step closes a level that may have unsaved changes. */
function losesUnsaved({ step: { call }, now, after, unsaved }: PlannedStep): boolean {
  const plan = { before: now, after, ...(unsaved && { unsaved }) };
  return call.write === 'level.open' && openQuestion(plan) !== undefined;
}

function undoQuestion(steps: readonly PlannedStep[], max: number): string | undefined {
  const questions = steps.flatMap(({ step, now, after, attached, unsaved }) => {
    const plan = { before: now, after, ...(attached && { attached }), ...(unsaved && { unsaved }) };
    if (step.call.write === 'level.open') return openQuestion(plan) ?? [];
    return step.call.write === 'actor.destroy' ? (questionOf(plan) ?? []) : [];
  });
  const destroyed = steps.filter(({ step }) => step.call.write === 'actor.destroy');
  if (destroyed.length > max) {
    const names = destroyed.slice(0, MAX_DESTROYED).map(({ step }) => subjectOf(step.call));
    questions.push(`Delete ${destroyed.length} actors: ${names.join(', ')} and others?`);
  }
  return questions.length === 0 ? undefined : questions.join(' ');
}

function nothingToUndo(
  { revision, since }: Wanted,
  planned: readonly PlannedStep[],
  { skipped }: UndoChoice,
): WorldError {
  const [already] = planned;
  const subject =
    revision === undefined
      ? `No write after revision ${since} has an effect`
      : `Revision ${revision} has no effect`;
  const reasons = [
    ...(already?.already === undefined ? [] : [already.already]),
    ...skipped
      .slice(0, MAX_DESTROYED)
      .map(each => `Revision ${each.revision} (${each.tool}): ${each.reason}`),
  ];
  return new WorldError(
    'Conflict',
    [`${subject} that is left to undo.`, ...reasons].join(' '),
    'list_writes lists the writes.',
  );
}
