import { type Access, WorldError } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import type { DoneWrite } from '@worldwire/writes';
import type { WriteCall } from '../../port/write-plan.js';
import type { Actor, ActorLives } from './actor-lives.js';
import { stateOf } from './undo-chain.js';
import { redirected, type UndoStep } from './undo-step.js';

/** A step with the write that it takes back. */
export interface ChosenStep {
  readonly revision: number;
  readonly tool: string;
  /** Of the call that is taken back. */
  readonly access: Access;
  readonly step: UndoStep;
  /** Steps with the same one change the same thing. */
  readonly state: string;
  /** The steps before this one that spawn its actors. */
  readonly spawns: readonly UndoStep[];
  /** The call when these are done, for the paths that they led to. */
  callAfter(spawned: ReadonlyMap<UndoStep, string>): WriteCall;
  /** A later write to the same actor that is not undone, for the undo of a spawn. */
  readonly later?: string;
}

interface Choosing {
  readonly lives: ActorLives;
  /** The chosen steps that spawn actors. */
  readonly spawns: ReadonlyMap<Actor, UndoStep>;
  /** Later writes that are not undone. */
  readonly newer: readonly DoneWrite[];
}

/** The steps among these that spawn actors. */
export function spawnsIn(steps: readonly UndoStep[], lives: ActorLives): ReadonlyMap<Actor, UndoStep> {
  const spawns = steps.filter(({ call }) => call.write === 'actor.spawn');
  return new Map(
    spawns.flatMap(step => [...lives.actorsOf(step).values()].map(actor => [actor, step] as const)),
  );
}

/** The step of a write for the actors that exist now, or that steps before it spawn. */
export function chosenStep(write: DoneWrite, given: UndoStep, choosing: Choosing): ChosenStep {
  const { lives, spawns, newer } = choosing;
  const actors = lives.actorsOf(given);
  const { revision, tool, access } = write;
  const common = { revision, tool, access, state: stateOf(given, actors) };
  if (given.call.write === 'actor.spawn') {
    return { ...common, step: given, spawns: [], callAfter: () => given.call };
  }
  const isMissing = (actor: Actor) => actor.end !== undefined && !spawns.has(actor);
  const missing = [...actors].filter(([, actor]) => isMissing(actor));
  const call = withoutActors(write, given.call, missing);
  const own = [...actors.values()].flatMap(actor => spawns.get(actor) ?? []);
  const callAfter = (spawned: ReadonlyMap<UndoStep, string>) => {
    const pathOf = (actor: Actor) => {
      const spawn = spawns.get(actor);
      return (spawn && spawned.get(spawn)) ?? actor.path;
    };
    return redirected(call, new Map([...actors].map(([path, actor]) => [path, pathOf(actor)])));
  };
  const [actor] = actors.values();
  const later = newer.find(each => actor !== undefined && [...lives.actorsOf(each).values()].includes(actor));
  return {
    ...common,
    step: { ...given, call: callAfter(new Map()) },
    spawns: own,
    callAfter,
    ...(later !== undefined && {
      later: `revision ${later.revision} (${later.tool} by ${later.by})`,
    }),
  };
}

/** A selection without actors that do not exist. Other calls need theirs. */
function withoutActors(
  write: DoneWrite,
  call: WriteCall,
  missing: readonly (readonly [string, Actor])[],
): WriteCall {
  if (call.write === 'selection.set') {
    const names = missing.map(([path]) => path);
    return {
      ...call,
      params: { paths: call.params.paths.filter(path => !names.includes(path.toLowerCase())) },
    };
  }
  const [[, actor] = []] = missing;
  if (actor?.end === undefined) return call;
  const { end, last } = actor;
  throw new WorldError(
    'Conflict',
    `Revision ${write.revision} (${write.tool}) cannot be undone: its actor does not exist since revision ${end.revision} (${end.tool}). Nothing was changed.`,
    last === undefined
      ? 'list_actors lists the actors that exist.'
      : `${undoLine('undo_write', { revision: end.revision, force: true })} spawns a similar one.`,
  );
}
