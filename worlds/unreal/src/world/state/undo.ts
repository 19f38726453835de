import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { cutText, undoLine } from '@worldwire/server/kit';
import type { ActorInfo, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { WriteCall } from '../../port/write-plan.js';
import { worldError } from '../sources/source-errors.js';
import type { ChosenStep } from './chosen-step.js';
import { readBackDiffers } from './read-back.js';
import type { UndoChoice } from './undo-choice.js';
import { actorState, changedMembers, isSameState, stateAfter } from './undo-state.js';
import { isInside, objectOf, subjectOf, type Undo, type UndoStep, undoOf } from './undo-step.js';
import type { WriteTarget } from './write-target.js';

const MAX_SHOWN = 200;
const MAX_NAMED = 5;
const NO_ACTOR = 'The actor no longer exists.';

/** A step with the state that it finds and leaves. */
export interface PlannedStep extends ChosenStep {
  readonly now: JsonValue;
  readonly after: JsonValue;
  readonly classPath?: string;
  readonly attached?: readonly string[];
  readonly unsaved?: readonly string[];
  /** Why nothing has to be done. */
  readonly already?: string;
  /** Why the step does not restore exactly what was before. */
  readonly obstacle?: string;
  /** Whether steps before this one change the actor, so that it is compared only when they are done. */
  readonly compareLater?: boolean;
  /** Whether its actor is spawned by a step before this one, so that its state is read only then. */
  readonly readLater?: boolean;
}

/** Plans the steps in their order: each finds what the one before leaves. */
export async function planSteps(choice: UndoChoice, target: WriteTarget): Promise<readonly PlannedStep[]> {
  const left = new Map<string, JsonValue>();
  const planned: PlannedStep[] = [];
  for (const chosen of choice.steps) {
    const { call } = chosen.step;
    const known = left.get(chosen.state);
    const isNew = chosen.spawns.length > 0;
    const step = isNew ? planLater(chosen, known) : await planStep(chosen, target, known, choice.steps);
    const changesActor = ({ step: { call: other } }: PlannedStep) =>
      call.write === 'actor.destroy' && isInside(objectOf(other), call.params.path);
    if (step.already !== NO_ACTOR) left.set(chosen.state, step.after);
    planned.push(planned.some(changesActor) ? compareLater(step) : step);
  }
  const unneeded = withoutEffect(planned);
  return planned.map(step => (unneeded.has(step) ? done(step) : step));
}

/** The steps to states that are already as the last of these steps would leave them. */
function withoutEffect(planned: readonly PlannedStep[]): ReadonlySet<PlannedStep> {
  const byState = new Map<string, PlannedStep[]>();
  for (const step of planned) {
    byState.set(step.state, [...(byState.get(step.state) ?? []), step]);
  }
  const unneeded = [...byState.values()].filter(steps => {
    const [first, last] = [steps[0], steps.at(-1)] as [PlannedStep, PlannedStep];
    const { call } = last.step;
    if (steps.some(({ readLater, already }) => readLater || already === NO_ACTOR)) return false;
    return steps.length > 1 && call.write !== 'actor.spawn' && isSameState(call, last.after, first.now);
  });
  return new Set(unneeded.flat());
}

function done({ obstacle: _obstacle, ...step }: PlannedStep): PlannedStep {
  return { ...step, already: 'It has the value before these writes.' };
}

/** Throws where steps do not restore exactly what was before. */
export function requireExact(steps: readonly PlannedStep[], force: object): void {
  const obstacles = steps.flatMap(({ obstacle }) => obstacle ?? []);
  if (obstacles.length === 0) return;
  const more = obstacles.length > MAX_NAMED ? ` And ${obstacles.length - MAX_NAMED} more.` : '';
  throw new WorldError(
    'Conflict',
    `${obstacles.slice(0, MAX_NAMED).join(' ')}${more} Nothing was changed.`,
    `${undoLine('undo_write', force)} restores the old values all the same.`,
  );
}

/** Does one step. Returns the state after it, and how to take it back. */
export async function runStep(
  planned: PlannedStep,
  target: WriteTarget,
  force: boolean,
  /** The paths of the actors that steps spawned. */
  spawned: Map<UndoStep, string>,
): Promise<{ readonly after: JsonValue; readonly undo: Undo }> {
  const { step, classPath, revision } = planned;
  const { was } = step;
  const call = planned.callAfter(spawned);
  const isLate = planned.readLater === true || planned.compareLater === true;
  const found = isLate ? await currentState(call, target) : undefined;
  const now = found?.now ?? planned.now;
  const wanted = found === undefined ? planned.after : stateAfter(call, now);
  if (planned.compareLater === true && !force) {
    requireExact([{ ...planned, ...obstacle(planned, now, null) }], { revision, force: true });
  }
  const after = await written(call, target);
  if (call.write !== 'actor.spawn' && !isSameState(call, wanted, after)) {
    throw readBackDiffers(target.provenance, wanted, now, after);
  }
  const undo = undoOf(call, { before: now, after }, classPath ?? found?.classPath);
  if ('none' in undo) return { after, undo };
  const isSpawn = call.write === 'actor.spawn' && was !== undefined;
  if (isSpawn) spawned.set(step, (after as unknown as ActorInfo).path);
  const more = { of: revision, ...(isSpawn && { was }) };
  return { after, undo: { steps: undo.steps.map(back => ({ ...back, ...more })) } };
}

/** A step for an actor that does not exist yet. */
function planLater(chosen: ChosenStep, left: JsonValue | undefined): PlannedStep {
  const now = left ?? null;
  return { ...chosen, now, after: stateAfter(chosen.step.call, now ?? {}), readLater: true };
}

async function planStep(
  chosen: ChosenStep,
  target: WriteTarget,
  left: JsonValue | undefined,
  all: readonly ChosenStep[],
): Promise<PlannedStep> {
  const { step } = chosen;
  const { call } = step;
  try {
    const { spawned, ...found } = left === undefined ? await currentState(call, target) : { now: left };
    const { now } = found;
    const after = spawned ?? stateAfter(call, now);
    const planned = { ...chosen, ...found, after };
    if (call.write !== 'actor.spawn' && isSameState(call, after, now)) {
      return { ...planned, already: 'It has the value before this write.' };
    }
    return { ...planned, ...obstacle(chosen, now, after) };
  } catch (thrown) {
    if (!(thrown instanceof UnrealError) || thrown.kind !== 'not-found') throw thrown;
    // An actor that this undo destroys may have been destroyed by other means.
    const destroys = ({ step: { call: other } }: ChosenStep) =>
      other.write === 'actor.destroy' && isInside(objectOf(call), other.params.path);
    if (all.slice(all.indexOf(chosen)).some(destroys)) {
      return { ...chosen, now: null, after: null, already: NO_ACTOR };
    }
    const { message, hint } = worldError(thrown);
    throw new WorldError('Conflict', `${nameOf(chosen)} cannot be undone: ${message}`, hint);
  }
}

interface CurrentState extends Pick<PlannedStep, 'now' | 'classPath' | 'attached' | 'unsaved'> {
  /** The actor that would be spawned. */
  readonly spawned?: JsonValue;
}

/** The state that a step would find, read without a change. */
export async function currentState(call: WriteCall, target: WriteTarget): Promise<CurrentState> {
  const plan = await target.call('write.plan', call);
  const { classPath, attached, unsaved } = plan;
  const facts = {
    ...(classPath !== undefined && { classPath }),
    ...(attached !== undefined && { attached }),
    ...(unsaved !== undefined && { unsaved }),
  };
  if (call.write === 'actor.spawn') return { ...facts, now: null, spawned: plan.after };
  if (call.write !== 'actor.destroy') return { ...facts, now: plan.before };
  return { ...facts, now: actorState(await target.call('actor.get', { path: call.params.path })) };
}

function compareLater({ obstacle: _obstacle, ...step }: PlannedStep): PlannedStep {
  return { ...step, compareLater: true };
}

function obstacle(chosen: ChosenStep, now: JsonValue, after: JsonValue): { readonly obstacle?: string } {
  const found = obstacleOf(chosen, now, after);
  return found === undefined ? {} : { obstacle: found };
}

function obstacleOf(chosen: ChosenStep, now: JsonValue, after: JsonValue): string | undefined {
  const { step, later } = chosen;
  const { call, expect, lost } = step;
  if (lost !== undefined) {
    return `${nameOf(chosen)} cannot be undone exactly: a new actor of the same class, label and transform can be spawned. Lost: ${lost}.`;
  }
  if (call.write === 'actor.destroy') {
    const changed = changedMembers(expect as JsonObject, now as JsonObject);
    if (later === undefined && changed.length === 0) return undefined;
    const what = changed.length > 0 ? changed.slice(0, MAX_NAMED).join(', ') : `by ${later}`;
    return `${nameOf(chosen)} spawned ${subjectOf(call)}, which has changed since: ${what}.`;
  }
  if (isSameState(call, expect, now)) return undefined;
  const [is, was] = [now, after].map(value =>
    call.write === 'actor.transform' ? partsOf(value, expect) : value,
  );
  return `${nameOf(chosen)} left ${subjectOf(call)} at ${shown(expect)}, and now it is ${shown(is)}; the value before was ${shown(was)}.`;
}

/** Does the call, and returns the state after it. */
export async function written(call: WriteCall, target: WriteTarget): Promise<JsonValue> {
  const result = await target.call(call.write, call.params as never);
  if (call.write === 'actor.destroy') return null;
  if (call.write === 'actor.spawn') return result as unknown as JsonValue;
  return (result as ResultOf<'property.write'>).after;
}

function nameOf({ revision, tool }: ChosenStep): string {
  return `Revision ${revision} (${tool})`;
}

/** The members that a comparison is about. */
function partsOf(value: JsonValue, like: JsonValue): JsonValue {
  const names = Object.keys(like as JsonObject);
  return Object.fromEntries(names.map(name => [name, (value as JsonObject)[name] as JsonValue]));
}

function shown(value: JsonValue | undefined): string {
  return cutText(JSON.stringify(value), MAX_SHOWN);
}

/** How to take back an undo: its steps in reverse order. */
export function undoOfSteps(undos: readonly Undo[], max: number): Undo {
  if (undos.length === 0) return { none: 'Not needed: nothing was changed.' };
  const steps: UndoStep[] = [];
  for (const undo of undos) {
    if ('none' in undo) return undo;
    steps.unshift(...undo.steps);
  }
  return JSON.stringify(steps).length > max
    ? { none: 'Not possible: the values are too long for the journal.' }
    : { steps };
}
