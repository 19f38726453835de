import type { Provenance } from '../../port/unreal-source.js';
import { actorLives } from './actor-lives.js';
import type { DoneWrite } from './done-writes.js';
import { stateKey } from './undo-state.js';
import { isInside, objectOf, redirected, type UndoStep } from './undo-step.js';

interface Wanted {
  /** Only the writes of this principal, and the undos of these. */
  readonly principal?: string | undefined;
  readonly provenance: Provenance;
}

export interface Unwound {
  /** The steps that lead back to the state before all writes. Writes without such a step are not in it. */
  readonly left: ReadonlyMap<DoneWrite, readonly UndoStep[]>;
  isWanted(write: DoneWrite): boolean;
  /** Whether a write changed only an actor that was spawned and destroyed among these writes. */
  isGone(write: DoneWrite): boolean;
}

interface Link {
  readonly write: DoneWrite;
  readonly step: UndoStep;
}

/**
 * The steps that lead from the state after `writes` (newest first) back to the state at `since`. An undo and the write that it
 * undid cancel each other only where no write to the same state is between them: otherwise the undo left another value than the
 * one at that time, and both stay in the chain.
 */
export function unwound(writes: readonly DoneWrite[], since: number, wanted: Wanted): Unwound {
  const { lives, steps: ofActors } = actorLives(writes);
  const isWanted = wantedBy(writes, wanted.principal);
  const isInLife = ({ revision }: DoneWrite, object: string) =>
    lives.some(({ path, from, to }) => from <= revision && revision <= to && isInside(object, path));
  const chains = new Map<string, Link[]>();
  for (const write of writes.toReversed()) {
    if ('none' in write.undo || write.provenance !== wanted.provenance || !isWanted(write)) continue;
    // The journal has the steps in the order of an undo, the newest first.
    for (const step of write.undo.steps.toReversed()) {
      if (isOfActors(step)) continue;
      const key = stateKey(step.call);
      const chain = chains.get(key) ?? [];
      chains.set(key, chain);
      if (!cancelled(chain, step)) chain.push({ write, step });
    }
  }
  const isUnneeded = ({ write, step }: Link) =>
    isInLife(write, write.object) || isInLife(write, objectOf(step.call));
  const kept = new Set([...chains.values()].flat().flatMap(link => (isUnneeded(link) ? [] : link.step)));
  const isDone = (write: DoneWrite) => write.provenance === wanted.provenance && isWanted(write);
  const left = new Map<DoneWrite, readonly UndoStep[]>();
  for (const write of writes) {
    const steps = stepsOf(write).filter(step => kept.has(step) || (ofActors.has(step) && isDone(write)));
    if (steps.length > 0) left.set(write, steps);
  }
  return { left, isWanted, isGone: write => isGone(write) };

  function isGone(write: DoneWrite): boolean {
    const steps = stepsOf(write);
    return (
      isInLife(write, write.object) ||
      (steps.length > 0 && steps.every(({ call }) => isInLife(write, objectOf(call))))
    );
  }

  /** Removes what the step undid, where it restored the state before that. */
  function cancelled(chain: Link[], step: UndoStep): boolean {
    const { of } = step;
    if (of === undefined || of <= since) return false;
    const at = chain.length - 1;
    if (chain[at]?.write.revision !== of) return false;
    chain.splice(at, 1);
    return true;
  }
}

/**
 * The step of a write for the actors that exist now: an undo of a destruction spawned new actors, perhaps with other names. `newer`
 * has all writes after it, newest first.
 */
export function followed(step: UndoStep, revision: number, newer: readonly DoneWrite[]): UndoStep {
  let { call } = step;
  for (const write of newer.toReversed()) {
    for (const { call: back, was, of = 0 } of stepsOf(write)) {
      // A write after the destruction is about another actor that got the same name.
      if (was === undefined || back.write !== 'actor.destroy' || of < revision) continue;
      call = redirected(call, new Map([[was.toLowerCase(), back.params.path]]));
    }
  }
  return { ...step, call };
}

/** An undo belongs to the principal whose write it undid. */
function wantedBy(
  writes: readonly DoneWrite[],
  principal: string | undefined,
): (write: DoneWrite) => boolean {
  const owners = new Map<number, string>();
  for (const write of writes.toReversed()) {
    const undone = write.undid.find(revision => owners.has(revision));
    owners.set(write.revision, (undone !== undefined && owners.get(undone)) || write.principal);
  }
  return ({ revision }) => principal === undefined || owners.get(revision) === principal;
}

function stepsOf({ undo }: DoneWrite): readonly UndoStep[] {
  return 'none' in undo ? [] : undo.steps;
}

function isOfActors({ call }: UndoStep): boolean {
  return call.write === 'actor.destroy' || call.write === 'actor.spawn';
}
