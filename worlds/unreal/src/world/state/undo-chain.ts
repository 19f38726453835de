import type { DoneWrite } from '@worldwire/writes';
import type { Provenance } from '../../port/unreal-source.js';
import { type Actor, type ActorLives, isGone } from './actor-lives.js';
import { stateKey } from './undo-state.js';
import { redirected, stepsOf, type UndoStep } from './undo-step.js';

interface Wanted {
  /** Only the writes of this principal, and the undos of these. */
  readonly principal?: string | undefined;
  readonly provenance: Provenance;
}

export interface Unwound {
  /** The steps that lead back to the state before all writes. Writes without such a step are not in it. */
  readonly left: ReadonlyMap<DoneWrite, readonly UndoStep[]>;
  isWanted(write: DoneWrite): boolean;
  /** Whether a write changed only actors that were spawned and destroyed among these writes. */
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
export function unwound(
  writes: readonly DoneWrite[],
  since: number,
  wanted: Wanted,
  lives: ActorLives,
): Unwound {
  const isWanted = wantedBy(writes, wanted.principal);
  const isDone = (write: DoneWrite) => write.provenance === wanted.provenance && isWanted(write);
  const done = writes.filter(isDone);
  const ofActors = new Set(done.flatMap(write => stepsOf(write).filter(step => lives.steps.has(step))));
  const chains = new Map<string, Link[]>();
  for (const write of done.toReversed()) {
    // The journal has the steps in the order of an undo, the newest first.
    for (const given of stepsOf(write).toReversed()) {
      const step = valueStep(given);
      if (step === undefined) continue;
      const key = stateOf(step, lives.actorsOf(step));
      const chain = chains.get(key) ?? [];
      chains.set(key, chain);
      if (!cancelled(chain, step)) chain.push({ write, step });
    }
  }
  const links = [...chains.values()].flat();
  const kept = new Set(links.flatMap(({ write, step }) => (isUnneeded(write, step) ? [] : step)));
  const left = new Map<DoneWrite, readonly UndoStep[]>();
  for (const write of done) {
    const steps = stepsOf(write).flatMap(step => {
      const value = valueStep(step);
      return ofActors.has(step) ? step : value !== undefined && kept.has(value) ? value : [];
    });
    if (steps.length > 0) left.set(write, steps);
  }
  return { left, isWanted, isGone: isOfGone };

  /** The step for a value, which the spawn of an actor has where it changed the place. */
  function valueStep(step: UndoStep): UndoStep | undefined {
    const isOfActor = step.call.write === 'actor.destroy' || step.call.write === 'actor.spawn';
    return isOfActor ? lives.moves.get(step) : step;
  }

  /** Whether the actor is gone, or will be destroyed. A selection is of several actors. */
  function isUnneeded(write: DoneWrite, step: UndoStep): boolean {
    if (step.call.write === 'selection.set') return false;
    return [...lives.actorsOf(step).values()].some(
      actor => isGone(actor, write) && (actor.end !== undefined || isDestroyed(actor)),
    );
  }

  function isDestroyed({ last }: Actor): boolean {
    return last !== undefined && ofActors.has(last);
  }

  function isOfGone(write: DoneWrite): boolean {
    const steps = stepsOf(write);
    const own = steps.length === 0 ? [...lives.actorsOf(write).values()] : steps.flatMap(actorsOrNone);
    return own.length > 0 && own.every(actor => actor !== undefined && isGone(actor, write));
  }

  function actorsOrNone(step: UndoStep): readonly (Actor | undefined)[] {
    const actors = [...lives.actorsOf(step).values()];
    return actors.length === 0 ? [undefined] : actors;
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

/** Steps with the same result change the same thing, also where its actor has another name now. */
export function stateOf({ call }: UndoStep, actors: ReadonlyMap<string, Actor>): string {
  const [actor] = actors.values();
  if (call.write === 'actor.spawn') return `${call.write} #${actor?.id}`;
  return stateKey(redirected(call, new Map([...actors].map(([path, { id }]) => [path, `#${id}`]))));
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
