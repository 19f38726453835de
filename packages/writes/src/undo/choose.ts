import { WorldError } from '@worldwire/server';
import {
  type DoneWrite,
  doneAfter,
  doneWrite,
  effective,
  named,
  outcomeEntry,
  revisionsOf,
  undoLineOf,
} from '../log/done-writes.js';
import type { InverseStep } from '../log/inverse.js';
import { hasEffect, outcomeIn, stateText } from '../log/log-entry.js';
import type { WriteLog } from '../log/write-log.js';

export interface UndoRequest {
  readonly revision?: number | undefined;
  /** All writes after this revision. */
  readonly since?: number | undefined;
  /** Only those of this principal. */
  readonly principal?: string | undefined;
}

/** A write to take back, with the step that does it. */
export interface ChosenStep {
  readonly write: DoneWrite;
  readonly step: InverseStep;
}

export interface SkippedWrite {
  readonly write: DoneWrite;
  readonly reason: string;
}

export interface UndoChoice {
  /** Newest first. */
  readonly steps: readonly ChosenStep[];
  readonly skipped: readonly SkippedWrite[];
}

/** What a step changes: steps with the same subject change the same value. */
export type SubjectOf = (step: InverseStep) => string;

/** The steps that take back one write, or all writes after a revision. */
export async function chooseUndo(
  log: WriteLog,
  request: UndoRequest,
  subjectOf: SubjectOf,
): Promise<UndoChoice> {
  const { revision, since, principal } = request;
  if ((revision === undefined) === (since === undefined)) {
    const { id = 'revision' } = log.names;
    throw new WorldError(
      'InvalidArgument',
      revision === undefined ? `${id} and since are both missing.` : `${id} and since exclude each other.`,
      `Give ${id} for one write, or since for all writes after a revision. ${revisionsOf(log)}`,
    );
  }
  if (revision !== undefined) return { steps: await stepsOfOne(log, revision, subjectOf), skipped: [] };
  const { writes, isComplete } = await doneAfter(log, since as number);
  if (!isComplete) {
    throw new WorldError(
      'InvalidArgument',
      `The writes after revision ${since} are too many for one undo, or are not all kept.`,
      `Undo the newest first, with a larger since. ${revisionsOf(log)}`,
    );
  }
  const isWanted = (owner: string) => principal === undefined || owner === principal;
  const skipped = effective(writes).alive.flatMap(write =>
    'none' in write.undo && isWanted(write.principal) ? { write, reason: write.undo.none } : [],
  );
  return { steps: unwound(writes, subjectOf).filter(({ owner }) => isWanted(owner)), skipped };
}

interface OwnedStep extends ChosenStep {
  /** The principal of the write, or of the one that it undid. */
  readonly owner: string;
}

/**
 * The steps that lead back to the values before all writes, newest first. An undo and what it undid cancel each other only where
 * no write to the same value is between them: otherwise the undo left another value than the one before, and both are steps.
 */
function unwound(writes: readonly DoneWrite[], subjectOf: SubjectOf): readonly OwnedStep[] {
  const chains = new Map<string, OwnedStep[]>();
  const owners = new Map<string, string>();
  for (const write of writes.toReversed()) {
    for (const { step } of stepsOf(write).toReversed()) {
      const subject = subjectOf(step);
      const chain = chains.get(subject) ?? [];
      chains.set(subject, chain);
      const owner = owners.get(`${step.of} ${subject}`) ?? write.principal;
      owners.set(`${write.revision} ${subject}`, owner);
      if (step.of !== undefined && chain.at(-1)?.write.revision === step.of) chain.pop();
      else chain.push({ write, step, owner });
    }
  }
  const left = new Map([...chains.values()].flat().map(each => [each.step, each]));
  return writes.flatMap(stepsOf).flatMap(({ step }) => left.get(step) ?? []);
}

async function stepsOfOne(
  log: WriteLog,
  revision: number,
  subjectOf: SubjectOf,
): Promise<readonly ChosenStep[]> {
  const entry = await outcomeEntry(log, revision);
  const write = doneWrite(entry, log);
  if (!hasEffect(outcomeIn(entry))) {
    throw new WorldError(
      'InvalidArgument',
      `${named(write, log)} ${stateText(entry)}.`,
      `${log.names.read} reads the current value. ${revisionsOf(log)}`,
    );
  }
  const { alive, undoneBy } = effective((await doneAfter(log, write.revision)).writes);
  const by = undoneBy.get(write.revision);
  const left =
    by === undefined ? stepsOf(write) : openSteps(write, alive, subjectOf).map(step => ({ write, step }));
  if (by !== undefined && left.length === 0) {
    throw new WorldError(
      'Conflict',
      `${named(write, log)} was undone by revision ${by}.`,
      `${undoLineOf(log, by)} does it again. ${revisionsOf(log)}`,
    );
  }
  if ('none' in write.undo) {
    throw new WorldError(
      'InvalidArgument',
      `${named(write, log)} cannot be undone: ${write.undo.none.replace(/^Not possible: /, '')}`,
      `${log.names.read} reads the current value; write the one you want.`,
    );
  }
  return left;
}

/** The steps that no undo has done: an undo of several writes may have been undone in part. */
export function openSteps(
  write: DoneWrite,
  alive: readonly DoneWrite[],
  subjectOf: SubjectOf,
): readonly InverseStep[] {
  if ('none' in write.undo) return [];
  const undos = alive.filter(({ undid }) => undid.includes(write.revision));
  // The steps of an undo that has none itself are not known.
  if (undos.some(({ undo }) => 'none' in undo)) return [];
  const done = undos
    .flatMap(stepsOf)
    .flatMap(({ step }) => (step.of === write.revision ? subjectOf(step) : []));
  return write.undo.steps.filter(step => {
    const at = done.indexOf(subjectOf(step));
    if (at !== -1) done.splice(at, 1);
    return at === -1;
  });
}

export function stepsOf(write: DoneWrite): readonly ChosenStep[] {
  return 'none' in write.undo ? [] : write.undo.steps.map(step => ({ write, step }));
}
