import { WorldError } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import type { Provenance } from '../../port/unreal-source.js';
import { actorLives } from './actor-lives.js';
import {
  type DoneWrite,
  doneAfter,
  doneWrite,
  effective,
  JOURNAL,
  MAX_ENTRIES,
  outcomeEntry,
} from './done-writes.js';
import { outcomeIn, stepOf } from './log-entry.js';
import { followed, unwound } from './undo-chain.js';
import { isInside, type UndoStep } from './undo-step.js';
import type { WriteLog } from './write-log.js';

const MAX_STEPS = 50;

export interface UndoRequest {
  readonly revision?: number | undefined;
  /** All writes after this revision. */
  readonly since?: number | undefined;
  /** Only those of this principal. */
  readonly principal?: string | undefined;
  readonly provenance: Provenance;
}

/** A step with the write that it takes back. */
export interface ChosenStep {
  readonly revision: number;
  readonly tool: string;
  readonly step: UndoStep;
  /** A later write to the same actor that is not undone, for the undo of a spawn. */
  readonly later?: string;
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
      `Undo the newest writes first, with a larger since. ${JOURNAL}`,
    );
  }
  return chooseSince(writes, since as number, request);
}

async function chooseOne(log: WriteLog, revision: number, request: UndoRequest): Promise<UndoChoice> {
  const entry = await outcomeEntry(log, revision);
  const { outcome } = outcomeIn(entry);
  const { tool } = stepOf(entry);
  const named = `Revision ${entry.revision} (${tool})`;
  if (outcome !== 'done') {
    const state = outcome === 'failed' ? 'changed nothing: it failed' : 'may not have been done';
    throw new WorldError(
      'InvalidArgument',
      `${named} ${state}.`,
      `get_property reads the current value. ${JOURNAL}`,
    );
  }
  const write = doneWrite(entry);
  requireSource(write, request.provenance);
  const { writes } = await doneAfter(log, entry.revision);
  const { alive, undoneBy } = effective(writes);
  const by = undoneBy.get(entry.revision);
  if (by !== undefined) {
    throw new WorldError(
      'Conflict',
      `${named} was undone by revision ${by}.`,
      `${undoLine('undo_write', { revision: by })} does it again.`,
    );
  }
  if ('none' in write.undo) {
    throw new WorldError(
      'InvalidArgument',
      `${named} cannot be undone. ${write.undo.none}`,
      'get_property or get_actor reads the current value; write the one you want.',
    );
  }
  const { successorOf } = actorLives([...writes, write]);
  // An undo of several writes may have been undone in part.
  const successors = write.undo.steps.map(({ call, was }) =>
    call.write === 'actor.spawn' && was !== undefined ? successorOf(write.revision, was) : undefined,
  );
  const left = write.undo.steps.filter((_, index) => successors[index] === undefined);
  if (left.length === 0 && successors.length > 0) {
    throw new WorldError(
      'Conflict',
      `${named} was undone: its actor is ${successors.join(', ')} now.`,
      'get_actor describes it.',
    );
  }
  const steps = left.map(given => {
    const step = followed(given, write.revision, writes);
    return { ...head(write), step, ...laterThan(step, alive) };
  });
  return { steps, skipped: [], more: false };
}

function chooseSince(writes: readonly DoneWrite[], since: number, request: UndoRequest): UndoChoice {
  const { principal, provenance } = request;
  const { alive } = effective(writes);
  const { left, isWanted, isGone } = unwound(writes, since, { principal, provenance });
  const others = alive.filter(write => !isWanted(write));
  const steps: ChosenStep[] = [];
  const skipped: SkippedWrite[] = [];
  for (const [index, write] of writes.entries()) {
    const own = left.get(write) ?? [];
    const newer = others.filter(({ revision }) => revision > write.revision);
    const followers = writes.slice(0, index);
    for (const given of own) {
      const step = followed(given, write.revision, followers);
      steps.push({ ...head(write), step, ...laterThan(step, newer) });
    }
    const reason = isWanted(write) && alive.includes(write) ? reasonOf(write) : undefined;
    if (reason !== undefined) skipped.push({ ...head(write), reason });
    // The actors of another level can be read and changed only when it is open.
    const opens = own.some(({ call }) => call.write === 'level.open');
    const isLast = !writes.slice(index + 1).some(older => left.has(older));
    if (!isLast && (opens || steps.length >= MAX_STEPS)) return { steps, skipped, more: true };
  }
  return { steps, skipped, more: false };

  /** Why a write that is in effect has no step. */
  function reasonOf(write: DoneWrite): string | undefined {
    if (write.provenance !== provenance) return `It changed the source "${write.provenance}".`;
    if (isGone(write)) return 'Its actor was spawned and destroyed since then.';
    return 'none' in write.undo ? write.undo.none : undefined;
  }
}

function laterThan({ call }: UndoStep, newer: readonly DoneWrite[]): { readonly later?: string } {
  if (call.write !== 'actor.destroy') return {};
  const found = newer.find(({ object }) => isInside(object, call.params.path));
  return found === undefined
    ? {}
    : { later: `revision ${found.revision} (${found.tool} by ${found.principal})` };
}

function requireSource({ revision, tool, provenance }: DoneWrite, writer: Provenance): void {
  if (provenance === writer) return;
  throw new WorldError(
    'Conflict',
    `Revision ${revision} (${tool}) changed the source "${provenance}", and writes go to "${writer}" now.`,
    'get_editor_state reports the connected sources.',
  );
}

function head({ revision, tool }: DoneWrite): Pick<DoneWrite, 'revision' | 'tool'> {
  return { revision, tool };
}
