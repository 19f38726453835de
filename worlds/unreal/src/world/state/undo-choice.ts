import { WorldError } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import {
  type DoneWrite,
  doneAfter,
  doneWrite,
  effective,
  MAX_ENTRIES,
  openSteps,
  outcomeEntry,
  outcomeIn,
  revisionsOf,
  stateText,
  stepOf,
  type WriteLog,
} from '@worldwire/writes';
import type { Provenance } from '../../port/unreal-source.js';
import { type Actor, type ActorLives, actorLives } from './actor-lives.js';
import { type ChosenStep, chosenStep, spawnsIn } from './chosen-step.js';
import { stateOf, unwound } from './undo-chain.js';
import { stepsOf, type UndoStep } from './undo-step.js';

const MAX_STEPS = 50;

export interface UndoRequest {
  readonly revision?: number | undefined;
  /** All writes after this revision. */
  readonly since?: number | undefined;
  /** Only those of this principal. */
  readonly principal?: string | undefined;
  readonly provenance: Provenance;
}

export interface SkippedWrite {
  readonly revision: number;
  readonly tool: string;
  readonly reason: string;
}

export interface UndoChoice {
  /** Newest first. */
  readonly steps: readonly ChosenStep[];
  readonly skipped: readonly SkippedWrite[];
  /** Whether older writes are left for another call. */
  readonly more: boolean;
  /** The principal of the newest write, where it is the only one that is taken back. */
  readonly newestOf?: string;
}

/** The steps that undo one write, or all writes after a revision. */
export async function chooseUndo(log: WriteLog, request: UndoRequest): Promise<UndoChoice> {
  const { revision, since } = request;
  if (revision !== undefined) return chooseOne(log, revision, request);
  const { writes, isComplete } = await doneAfter(log, since as number);
  if (!isComplete) {
    throw new WorldError(
      'InvalidArgument',
      `More than ${MAX_ENTRIES} entries of the journal are newer than revision ${since}.`,
      `Undo the newest writes first, with a larger since. ${revisionsOf(log)}`,
    );
  }
  const lives = await livesAfter(log, since as number, writes, request.provenance);
  return chooseSince(writes, since as number, request, lives);
}

async function chooseOne(log: WriteLog, revision: number, request: UndoRequest): Promise<UndoChoice> {
  const entry = await outcomeEntry(log, revision);
  const { outcome } = outcomeIn(entry);
  const { tool } = stepOf(entry);
  const named = `Revision ${entry.revision} (${tool})`;
  if (outcome !== 'done') {
    throw new WorldError(
      'InvalidArgument',
      `${named} ${stateText(entry)}.`,
      `get_property reads the current value. ${revisionsOf(log)}`,
    );
  }
  const write = doneWrite(entry, log);
  requireSource(write, request.provenance);
  const { writes } = await doneAfter(log, entry.revision);
  const { alive, undoneBy } = effective(writes);
  if ('none' in write.undo) {
    throw new WorldError(
      'InvalidArgument',
      `${named} cannot be undone. ${write.undo.none}`,
      'get_property or get_actor reads the current value; write the one you want.',
    );
  }
  const lives = await livesAfter(log, entry.revision - 1, [...writes, write], request.provenance);
  // A write with several steps may have been undone in part.
  const by = undoneBy.get(entry.revision);
  const keyOf = (step: UndoStep) => stateOf(step, lives.actorsOf(step));
  const open = by === undefined ? stepsOf(write) : openSteps(write, alive, step => keyOf(step as UndoStep));
  const done = stepsOf(write).flatMap(step => doneActor(step, lives) ?? []);
  const steps = (open as readonly UndoStep[]).filter(step => !isDoneStep(step, done, lives));
  if (steps.length === 0 && by !== undefined) {
    throw new WorldError(
      'Conflict',
      `${named} was undone by revision ${by}.`,
      `${undoLine('undo_write', { revision: by })} does it again.`,
    );
  }
  const [actor] = done;
  if (steps.length === 0 && actor !== undefined) {
    const { end, path } = actor;
    throw new WorldError(
      'Conflict',
      end === undefined
        ? `${named} was undone: its actor is ${path} now.`
        : `${named} has no effect that is left to undo: its actor does not exist since revision ${end.revision} (${end.tool}).`,
      end === undefined ? 'get_actor describes it.' : revisionsOf(log),
    );
  }
  const choosing = { lives, spawns: spawnsIn(steps, lives), newer: alive };
  const newest = writes.length === 0 && { newestOf: write.principal };
  return { steps: steps.map(step => chosenStep(write, step, choosing)), skipped: [], more: false, ...newest };
}

/** What all the writes after a revision did to actors. */
async function livesAfter(
  log: WriteLog,
  since: number,
  writes: readonly DoneWrite[],
  source: Provenance,
): Promise<ActorLives> {
  let all = writes;
  // Writes that spawned an actor again name the one that destroyed it, which may be older.
  for (let from = since, end = oldestEnd(all); end <= from; end = oldestEnd(all)) {
    from = end - 1;
    const older = (await doneAfter(log, from)).writes.filter(({ revision }) => revision <= since);
    all = [...writes, ...older];
  }
  // Several sources have actors with the same paths.
  return actorLives(
    all.filter(({ provenance }) => provenance === source),
    since,
  );
}

/** The oldest destruction of an actor that one of the writes spawned again. */
function oldestEnd(writes: readonly DoneWrite[]): number {
  const ends = writes.flatMap(stepsOf).flatMap(({ call, was, of }) => {
    return call.write === 'actor.destroy' && was !== undefined && of !== undefined ? of : [];
  });
  return ends.reduce((oldest, end) => Math.min(oldest, end), Number.POSITIVE_INFINITY);
}

/** The actor of a step that spawns or destroys one, if it exists or is gone already. */
function doneActor(step: UndoStep, lives: ActorLives): Actor | undefined {
  const { write } = step.call;
  const [actor] = lives.actorsOf(step).values();
  if (actor === undefined || (write !== 'actor.spawn' && write !== 'actor.destroy')) return undefined;
  return (actor.end === undefined) === (write === 'actor.spawn') ? actor : undefined;
}

/** Whether a step is done, or is for an actor that it would have destroyed afterwards. */
function isDoneStep(step: UndoStep, done: readonly Actor[], lives: ActorLives): boolean {
  if (doneActor(step, lives) !== undefined) return true;
  const actors = [...lives.actorsOf(step).values()];
  const isDestroyed = (actor: Actor) => actor.end !== undefined && done.includes(actor);
  return step.call.write !== 'selection.set' && actors.some(isDestroyed);
}

function chooseSince(
  writes: readonly DoneWrite[],
  since: number,
  request: UndoRequest,
  lives: ActorLives,
): UndoChoice {
  const { principal, provenance } = request;
  const { alive } = effective(writes);
  const { left, isWanted, isGone } = unwound(writes, since, { principal, provenance }, lives);
  const spawns = spawnsIn([...left.values()].flat(), lives);
  const others = alive.filter(write => !isWanted(write));
  const steps: ChosenStep[] = [];
  const skipped: SkippedWrite[] = [];
  for (const [index, write] of writes.entries()) {
    const own = left.get(write) ?? [];
    const newer = others.filter(({ revision }) => revision > write.revision);
    steps.push(...own.map(step => chosenStep(write, step, { lives, spawns, newer })));
    const reason = isWanted(write) && alive.includes(write) ? reasonOf(write) : undefined;
    if (reason !== undefined) skipped.push({ revision: write.revision, tool: write.tool, reason });
    // The actors of another level can be read and changed only when it is open.
    const opens = own.some(({ call }) => call.write === 'level.open');
    const isLast = !writes.slice(index + 1).some(older => left.has(older));
    if (!isLast && (opens || steps.length >= MAX_STEPS)) return { steps, skipped, more: true };
  }
  return { steps, skipped, more: false };

  /** Why a write that is in effect has no step. */
  function reasonOf(write: DoneWrite): string | undefined {
    if (write.provenance !== provenance) return `It changed the source "${write.provenance}".`;
    if (isGone(write) && !left.has(write)) return 'Its actor was spawned and destroyed since then.';
    return 'none' in write.undo ? write.undo.none : undefined;
  }
}

function requireSource({ revision, tool, provenance }: DoneWrite, writer: Provenance): void {
  if (provenance === writer) return;
  throw new WorldError(
    'Conflict',
    `Revision ${revision} (${tool}) changed the source "${provenance}", and writes go to "${writer}" now.`,
    'get_editor_state reports the connected sources.',
  );
}
