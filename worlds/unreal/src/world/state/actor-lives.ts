import type { DoneWrite } from './done-writes.js';
import { isInside, type UndoStep } from './undo-step.js';

/** An actor from its spawn to its end, by revisions. */
export interface Life {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** An actor over all writes. An undo of its destruction spawns a new one, perhaps with another name, which counts as the same. */
interface Lineage {
  /** Whether it existed before the writes. */
  readonly isOld: boolean;
  /** Of the actor that exists or existed last. */
  path: string;
  /** The write that spawned it last. */
  from: number;
  isAlive: boolean;
  /** The step that takes its last spawn or destruction back. */
  last: UndoStep | undefined;
}

export interface ActorLives {
  /** Of actors that did not exist before the writes, as far as they were destroyed. */
  readonly lives: readonly Life[];
  /** The steps that destroy the actors which were not there before, and spawn those which are gone. */
  readonly steps: ReadonlySet<UndoStep>;
  /** The actor that exists for one which a write destroyed, if an undo has spawned it again. */
  successorOf(revision: number, path: string): string | undefined;
}

/** What the writes (newest first) did to actors, all in all. */
export function actorLives(writes: readonly DoneWrite[]): ActorLives {
  const all: Lineage[] = [];
  const lives: Life[] = [];
  /** By the revision of the destruction and the path. */
  const dead = new Map<string, Lineage>();

  for (const write of writes.toReversed()) {
    const steps = stepsOf(write);
    for (const lineage of all.filter(each => each.isAlive && isEnd(write, each))) end(lineage, write);
    for (const step of steps.toReversed()) {
      if (step.call.write === 'actor.spawn' && step.was !== undefined) destroyed(write, step, step.was);
      if (step.call.write === 'actor.destroy') spawned(write, step, step.call.params.path);
    }
  }
  const isNet = ({ isOld, isAlive }: Lineage) => isOld !== isAlive;
  return {
    lives,
    steps: new Set(all.filter(isNet).flatMap(({ last }) => last ?? [])),
    successorOf: (revision, path) => {
      const lineage = dead.get(`${revision} ${path.toLowerCase()}`);
      return lineage?.isAlive === true ? lineage.path : undefined;
    },
  };

  function spawned(write: DoneWrite, step: UndoStep, path: string): void {
    const again = dead.get(`${step.of} ${step.was?.toLowerCase()}`);
    const lineage = again ?? { isOld: false, path, from: 0, isAlive: true, last: step };
    if (again === undefined) all.push(lineage);
    Object.assign(lineage, { path, from: write.revision, isAlive: true, last: step });
  }

  function destroyed(write: DoneWrite, step: UndoStep, path: string): void {
    const key = `${write.revision} ${path.toLowerCase()}`;
    const known = dead.get(key) ?? all.find(each => each.isAlive && isInside(path, each.path));
    const lineage = known ?? { isOld: true, path, from: 0, isAlive: false, last: step };
    if (known === undefined) all.push(lineage);
    if (lineage.isAlive) end(lineage, write);
    lineage.last = step;
    dead.set(key, lineage);
  }

  function end(lineage: Lineage, { revision }: DoneWrite): void {
    const { path, from, isOld } = lineage;
    lineage.isAlive = false;
    lineage.last = undefined;
    dead.set(`${revision} ${path.toLowerCase()}`, lineage);
    if (!isOld) lives.push({ path, from, to: revision });
  }
}

/** Whether a write destroyed an actor, also where the journal has no step that spawns it again. */
function isEnd({ tool, object, undid }: DoneWrite, { path, from }: Lineage): boolean {
  return (tool === 'destroy_actor' && isInside(object, path)) || undid.includes(from);
}

function stepsOf({ undo }: DoneWrite): readonly UndoStep[] {
  return 'none' in undo ? [] : undo.steps;
}
