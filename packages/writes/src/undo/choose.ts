import { ACCESS_RANK, type Access, WorldError } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import {
  type DoneWrite,
  doneAfter,
  doneWrite,
  effective,
  outcomeEntry,
  revisionsOf,
} from '../log/done-writes.js';
import type { InverseStep } from '../log/inverse.js';
import { outcomeIn } from '../log/log-entry.js';
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
  readonly revision: number;
  readonly tool: string;
  readonly reason: string;
}

export interface UndoChoice {
  /** Newest first. */
  readonly steps: readonly ChosenStep[];
  readonly skipped: readonly SkippedWrite[];
}

/** The steps that take back one write, or all writes after a revision. */
export async function chooseUndo(log: WriteLog, request: UndoRequest): Promise<UndoChoice> {
  const { revision, since, principal } = request;
  if ((revision === undefined) === (since === undefined)) {
    throw new WorldError(
      'InvalidArgument',
      revision === undefined
        ? 'revision and since are both missing.'
        : 'revision and since exclude each other.',
      `Give revision for one write, or since for all writes after a revision. ${revisionsOf(log)}`,
    );
  }
  if (revision !== undefined) return { steps: await stepsOfOne(log, revision), skipped: [] };
  const { writes, isComplete } = await doneAfter(log, since as number);
  if (!isComplete) {
    throw new WorldError(
      'InvalidArgument',
      `The writes after revision ${since} are too many for one undo, or are not all kept.`,
      `Undo the newest first, with a larger since. ${revisionsOf(log)}`,
    );
  }
  // Without a principal every write is unwound, undos too: newest first, each finds exactly the value that it left.
  const wanted =
    principal === undefined
      ? writes
      : effective(writes).alive.filter(
          write => write.principal === principal && !isCancelled(write, since as number),
        );
  const final = wanted.flatMap(({ revision, tool, undo }) =>
    'none' in undo ? { revision, tool, reason: undo.none } : [],
  );
  return { steps: wanted.flatMap(stepsOf), skipped: final };
}

/** What taking these back needs: the access of the highest of them. */
export function accessOfUndo({ steps }: UndoChoice): Access {
  return steps.reduce<Access>(
    (highest, { write }) => (ACCESS_RANK[write.access] > ACCESS_RANK[highest] ? write.access : highest),
    'write',
  );
}

export function named({ revision, tool }: Pick<DoneWrite, 'revision' | 'tool'>): string {
  return `Revision ${revision} (${tool})`;
}

async function stepsOfOne(log: WriteLog, revision: number): Promise<readonly ChosenStep[]> {
  const entry = await outcomeEntry(log, revision);
  const write = doneWrite(entry, log);
  const { outcome } = outcomeIn(entry);
  if (outcome !== 'done') {
    const state = outcome === 'failed' ? 'changed nothing: it failed' : 'may not have been done';
    throw new WorldError(
      'InvalidArgument',
      `${named(write)} ${state}.`,
      `${log.names.read} reads the current value. ${revisionsOf(log)}`,
    );
  }
  const by = effective((await doneAfter(log, write.revision)).writes).undoneBy.get(write.revision);
  if (by !== undefined) {
    throw new WorldError(
      'Conflict',
      `${named(write)} was undone by revision ${by}.`,
      `${undoLine(log.names.undo, { revision: by })} does it again.`,
    );
  }
  if ('none' in write.undo) {
    throw new WorldError(
      'InvalidArgument',
      `${named(write)} cannot be undone. ${write.undo.none}`,
      `${log.names.read} reads the current value; write the one you want.`,
    );
  }
  return stepsOf(write);
}

function stepsOf(write: DoneWrite): readonly ChosenStep[] {
  return 'none' in write.undo ? [] : write.undo.steps.map(step => ({ write, step }));
}

/** An undo of writes that are all after the revision: it and they cancel each other. */
function isCancelled({ undid }: DoneWrite, since: number): boolean {
  return undid.length > 0 && undid.every(revision => revision > since);
}
