import type { JsonValue } from '@worldwire/protocol';
import type { DoneWrite, NamedCall } from '@worldwire/writes';
import { unwrapReference } from '../../port/object-path.js';
import type { ActorInfo } from '../../port/operations.js';
import { isSameState } from './undo-state.js';
import { pathsOf, stepsOf, type UndoStep } from './undo-step.js';

/** An actor over all writes. An undo of its destruction spawns a new one, perhaps with another name, which counts as the same. */
export interface Actor {
  readonly id: number;
  /** Whether it existed at the revision that an undo leads back to. */
  readonly isOld: boolean;
  /** Its path now, or the one that it had last. */
  readonly path: string;
  /** The write that spawned it last. */
  readonly from: number;
  /** The write that destroyed it, if it does not exist. */
  readonly end: DoneWrite | undefined;
  /** The step that takes its last spawn or destruction back. */
  readonly last: UndoStep | undefined;
}

type Changing = { -readonly [Member in keyof Actor]: Actor[Member] };

export interface ActorLives {
  /** The steps that destroy the actors which were not there before, and spawn those which are gone. */
  readonly steps: ReadonlySet<UndoStep>;
  /**
   * Moves to the places where actors were destroyed, by the steps that destroy them again. Only of actors that an undo spawned at
   * another place, because it took an earlier destruction back.
   */
  readonly moves: ReadonlyMap<UndoStep, UndoStep>;
  /** The actors of a step, or of a write with its parts, by the paths that they had at that time, in lower case. */
  actorsOf(of: UndoStep | DoneWrite): ReadonlyMap<string, Actor>;
}

/**
 * What the writes (newest first) after `since` did to actors. Older writes tell which actors are the same. A path does not: a new
 * actor can get the name of a destroyed one.
 */
export function actorLives(writes: readonly DoneWrite[], since: number): ActorLives {
  const all: Changing[] = [];
  const moves = new Map<UndoStep, UndoStep>();
  /** By the revision of the destruction and the path. */
  const destroyed = new Map<string, Changing>();
  /** The actors that exist, by their paths in lower case. */
  const existing = new Map<string, Changing>();
  const found = new Map<UndoStep | DoneWrite, Map<string, Changing>>();
  /** What is about assets, or about actors that existed before the writes, by the paths in lower case and all that these are inside. */
  const unknown = new Map<string, (UndoStep | DoneWrite)[]>();

  const inOrder = writes.toReversed();
  for (const write of inOrder.filter(({ revision }) => revision <= since)) follow(write);
  for (const actor of all) actor.isOld = actor.end === undefined;
  for (const write of inOrder.filter(({ revision }) => revision > since)) follow(write);
  const isChanged = ({ isOld, end }: Actor) => isOld !== (end === undefined);
  return {
    steps: new Set(all.filter(isChanged).flatMap(({ last }) => last ?? [])),
    moves,
    actorsOf: of => found.get(of) ?? new Map(),
  };

  function follow(write: DoneWrite): void {
    for (const call of callsOf(write)) {
      const object = objectOf(call);
      if (object !== '') find(write, object);
    }
    if ('none' in write.undo) followUnknown(write);
    // The journal has the steps in the order of an undo, the newest first.
    for (const step of stepsOf(write).toReversed()) {
      if (step.call.write === 'actor.destroy') spawn(write, step, step.call.params.path);
      for (const path of pathsOf(step)) find(step, path);
      if (step.call.write === 'actor.spawn' && step.was !== undefined) destroy(write, step.was, step);
    }
  }

  function find(of: UndoStep | DoneWrite, path: string): void {
    const actor = actorAt(path);
    if (actor !== undefined) return add(of, actor);
    for (const outer of outerPaths(path)) {
      if (unknown.get(outer)?.push(of) === undefined) unknown.set(outer, [of]);
    }
  }

  function actorAt(path: string): Changing | undefined {
    return outerPaths(path).flatMap(outer => existing.get(outer) ?? [])[0];
  }

  function add(of: UndoStep | DoneWrite, actor: Changing): void {
    found.set(of, (found.get(of) ?? new Map()).set(actor.path.toLowerCase(), actor));
  }

  function spawn(write: DoneWrite, step: UndoStep, path: string): void {
    // An actor with this path was destroyed by other means than a write.
    if (actorAt(path) !== undefined || unknown.has(path.toLowerCase())) destroy(write, path);
    const key = keyOf(step.of, step.was);
    const known = step.was === undefined ? undefined : destroyed.get(key);
    const actor = known ?? newActor(path, false);
    // The destruction may be older than the writes, and can be taken back more than once.
    if (step.was !== undefined) destroyed.set(key, actor);
    const move = actor.last && moveBack(path, actor.last, step);
    existing.set(path.toLowerCase(), actor);
    Object.assign(actor, { path, from: write.revision, end: undefined, last: step });
    if (move === undefined) return;
    moves.set(step, move);
    add(move, actor);
  }

  function destroy(write: DoneWrite, path: string, step?: UndoStep): void {
    const actor = actorAt(path) ?? oldActor(path);
    existing.delete(actor.path.toLowerCase());
    Object.assign(actor, { end: write, last: step });
    if (step !== undefined) destroyed.set(keyOf(write.revision, path), actor);
  }

  function newActor(path: string, isOld: boolean): Changing {
    const actor = { id: all.length, isOld, path, from: 0, end: undefined, last: undefined };
    all.push(actor);
    return actor;
  }

  /** It had its path from the beginning, so that the writes to this path were to it. */
  function oldActor(path: string): Changing {
    const actor = newActor(path, true);
    for (const of of unknown.get(path.toLowerCase()) ?? []) add(of, actor);
    unknown.delete(path.toLowerCase());
    return actor;
  }

  /** A write whose steps the journal does not have. */
  function followUnknown(write: DoneWrite): void {
    for (const call of callsOf(write)) if (call.tool === 'destroy_actor') destroy(write, objectOf(call));
    for (const actor of all) {
      const { end, from, path } = actor;
      if (end !== undefined && write.undid.includes(end.revision)) {
        Object.assign(actor, { from: write.revision, end: undefined, last: undefined });
      } else if (end === undefined && write.undid.includes(from)) destroy(write, path);
    }
  }
}

/** Whether an actor was not there before the writes, and was destroyed after this one. */
export function isGone({ isOld, end, from }: Actor, { revision }: DoneWrite): boolean {
  return !isOld && (end !== undefined || revision < from);
}

/** The move to the place where an actor was destroyed, if it was spawned at another place. */
function moveBack(path: string, { call }: UndoStep, { expect }: UndoStep): UndoStep | undefined {
  if (call.write !== 'actor.spawn') return undefined;
  const { class: _class, name: _name, ...place } = call.params;
  const move = { write: 'actor.transform', params: { path, ...place } } as const;
  const { location, rotation, scale } = expect as unknown as ActorInfo;
  const parts = Object.entries({ location, rotation, scale }).filter(([part]) => part in place);
  const now = Object.fromEntries(parts) as unknown as JsonValue;
  return isSameState(move, place as unknown as JsonValue, now) ? undefined : { call: move, expect: now };
}

/** The path in lower case, then those of the objects that it is inside. */
function outerPaths(path: string): readonly string[] {
  const names = path.toLowerCase().split('.');
  return names.map((_, index) => names.slice(0, names.length - index).join('.'));
}

function keyOf(revision: number | undefined, path: string | undefined): string {
  return `${revision} ${path?.toLowerCase()}`;
}

/** The parts of a batch, or the write itself. The journal may have cut the arguments of a long one. */
function callsOf(write: DoneWrite): readonly NamedCall[] {
  const { writes } = write.arguments;
  return Array.isArray(writes) ? (writes as unknown as NamedCall[]) : [write];
}

/** The actor or asset that a write was called for. */
function objectOf({ arguments: { object, path } }: NamedCall): string {
  return unwrapReference(String(object ?? path ?? '').trim());
}
