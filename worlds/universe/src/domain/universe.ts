import { adviceOn, insideOther } from './commands/advice.js';
import { createdId, withBatchIds } from './commands/batch-references.js';
import type { Command } from './commands/command-catalogue.js';
import { requireEntity, requireFreeId } from './commands/entity-checks.js';
import { preparedCommand } from './commands/prepared-command.js';
import { addGenerated } from './generate/generate.js';
import type { GenerateRequest } from './generate/generate-request.js';
import type { Generated } from './generate/generated.js';
import type { Capture, Part } from './model/capture.js';
import type { Change } from './model/change.js';
import { CommandRefused } from './model/command-refused.js';
import { Edit } from './model/edit.js';
import type { DomainEvent } from './model/event.js';
import { revert } from './model/revert.js';
import { type Entity, type GroupChild, KINDS, type Kind, type UniverseState } from './model/state.js';
import { Store } from './model/store.js';
import { parseState } from './schemas/parse-state.js';

/** Changes with their inverse. */
export interface AppliedChanges {
  readonly changes: readonly Change[];
  /** In the order of replay. */
  readonly inverse: readonly Change[];
}

export interface Outcome extends AppliedChanges {
  /** With defaults. */
  readonly command: Command;
  readonly events: readonly DomainEvent[];
}

export interface BatchOutcome extends AppliedChanges {
  /** With ids and defaults. */
  readonly command: { readonly type: 'batch'; readonly commands: readonly Command[] };
  readonly events: readonly DomainEvent[];
  /** What may be a mistake. */
  readonly advice: readonly string[];
}

const MAX_ADVICE = 10;

const VIEWED: readonly Part[] = [...KINDS, 'rootIds', 'rootGroupIds', 'time', 'units'];

/** The parts in the order of a view. */
export function viewedParts(include: readonly Part[] = VIEWED): readonly Part[] {
  return VIEWED.filter(part => include.includes(part));
}

/** A universe that commands change. The cost of a command does not depend on the size of the universe. */
export class Universe {
  readonly #store = new Store();

  static empty(): Universe {
    return new Universe();
  }

  /** Absent records are empty, and absent lists follow from the links. Throws CommandRefused if the state is inconsistent. */
  static from(state: unknown): Universe {
    const universe = new Universe();
    universe.#store.load(parseState(state));
    return universe;
  }

  /** Also takes the result of `prepareCommand`. Throws CommandRefused without an effect if the command cannot be applied. */
  apply(command: unknown): Outcome {
    const prepared = preparedCommand(command);
    const edit = new Edit(this.#store);
    const events = attempt(edit, () => prepared.handle(edit));
    return { command: prepared.command, events, changes: edit.changes, inverse: edit.inverse() };
  }

  /** Applies all commands, or none. */
  applyAll(commands: readonly unknown[]): Outcome[] {
    const outcomes: Outcome[] = [];
    try {
      for (const command of commands) outcomes.push(this.apply(command));
      return outcomes;
    } catch (error) {
      this.takeBack(outcomes);
      throw error instanceof CommandRefused ? numbered(error, commands, outcomes.length) : error;
    }
  }

  /**
   * Applies all commands, or none, as one. "$1" in a command is the id that the first one created, and a command that creates
   * an entity needs no id.
   */
  applyBatch(commands: readonly unknown[]): BatchOutcome {
    const outcomes: Outcome[] = [];
    const created: (string | undefined)[] = [];
    const advice: string[] = [];
    try {
      for (const command of commands) {
        const given = withBatchIds(command, created, this.#store);
        outcomes.push(this.apply(given));
        created.push(createdId(given));
        if (advice.length < MAX_ADVICE) advice.push(...this.advice(given));
      }
    } catch (error) {
      this.takeBack(outcomes);
      throw error instanceof CommandRefused ? numbered(error, commands, outcomes.length) : error;
    }
    return {
      command: { type: 'batch', commands: outcomes.map(({ command }) => command) },
      events: outcomes.flatMap(({ events }) => events),
      ...joined(outcomes),
      advice: advice.slice(0, MAX_ADVICE),
    };
  }

  /** Adds generated entities, all or none. */
  addGenerated(
    request: GenerateRequest,
    generated: Generated,
  ): AppliedChanges & { readonly events: readonly DomainEvent[] } {
    const { group, bodies, smallBodyField } = generated;
    if (this.#store.units === 'scene')
      throw new CommandRefused(
        'invalid',
        'generate makes bodies in km and kg, but this universe has units "scene".',
        'Use a universe with standard units; createUniverse makes one.',
      );
    const { id: prefix, groupId } = request;
    const other = `${groupId ?? prefix}-b`;
    const instead = `Give another name or id, which is the prefix of all ids, such as "${other}".`;
    if (request.parentId !== undefined) requireEntity(this.#store, 'stars', request.parentId);
    if (groupId !== undefined) requireEntity(this.#store, 'groups', groupId);
    if (
      group !== undefined &&
      groupId !== undefined &&
      this.#store.list('groupChildren', groupId).has(group.id)
    )
      throw new CommandRefused(
        'duplicate',
        `The group "${groupId}" has a member "${group.id}" already.`,
        instead,
      );
    if (group !== undefined) requireFreeId(this.#store, 'groups', group.id, instead);
    if (smallBodyField !== undefined)
      requireFreeId(this.#store, 'smallBodyFields', smallBodyField.id, instead);
    for (const { id } of bodies) requireFreeId(this.#store, 'stars', id, instead);
    const edit = new Edit(this.#store);
    const events = attempt(edit, () => addGenerated(edit, request, generated));
    return { events, changes: edit.changes, inverse: edit.inverse() };
  }

  /** Replaces the whole state by one that is valid. */
  replaceWith(state: UniverseState): AppliedChanges {
    const edit = new Edit(this.#store);
    if (!this.#store.holds(state)) edit.make({ op: 'reset', value: state });
    return { changes: edit.changes, inverse: edit.inverse() };
  }

  /** Whether generated bodies that were just added lie inside older ones: one warning at most. */
  adviceOnGenerated({ bodies }: Generated): readonly string[] {
    for (const body of bodies.slice(0, MAX_ADVICE)) {
      if (body.parentId !== null) continue;
      const [inside] = insideOther(this.#store, body);
      if (inside !== undefined) return [`${inside} Or give another position to generate.`];
    }
    return [];
  }

  /** What may be a mistake in a command that was just applied. */
  advice(given: unknown): readonly string[] {
    return adviceOn(this.#store, given);
  }

  /**
   * Undoes changes if their results are still there: all of them, or none. `force` replaces later values too, where the links
   * allow it.
   */
  revert(changes: readonly Change[], inverse: readonly Change[], force = false): AppliedChanges {
    const edit = new Edit(this.#store);
    attempt(edit, () => revert(edit, changes, inverse, force));
    return { changes: edit.changes, inverse: edit.inverse() };
  }

  /** Applies recorded changes without checks. */
  replay(changes: readonly Change[]): void {
    for (const change of changes) this.#store.perform(change);
    this.#store.settle();
  }

  /** Takes back changes that were not committed, in the order in which they were made. The order of records is kept. */
  takeBack(applied: readonly Pick<AppliedChanges, 'inverse'>[]): void {
    this.#store.takeBack(applied.toReversed().flatMap(({ inverse }) => inverse));
  }

  /** The changes so far are committed. */
  settle(): void {
    this.#store.settle();
  }

  /** A copy of the state. The cost is the size of the universe. */
  snapshot(): UniverseState {
    return this.#store.snapshot();
  }

  /** An immutable view, for work in steps. */
  capture(): Capture {
    return this.#store.capture();
  }

  /**
   * The named parts and entities of the state. With `ids` the cost is the number of ids, and the lists of roots are returned
   * only if they are named.
   */
  view(
    wanted: { readonly include?: readonly Part[]; readonly ids?: readonly string[] } = {},
  ): Partial<UniverseState> {
    const { ids } = wanted;
    const parts = wanted.include ?? (ids === undefined ? undefined : ([...KINDS, 'time', 'units'] as const));
    const viewed = viewedParts(parts).map(part => [part, this.#part(part, ids)] as const);
    return Object.fromEntries(viewed.filter(([, value]) => value !== undefined));
  }

  get time(): number {
    return this.#store.time;
  }

  /** The number of entities of all kinds. */
  get size(): number {
    return this.#store.size;
  }

  has(kind: Kind, id: string): boolean {
    return this.#store.has(kind, id);
  }

  /** With its children, as in a state. */
  entity(kind: Kind, id: string): Entity | undefined {
    return this.#store.entity(kind, id);
  }

  /** Without its children, in constant time. */
  bare(kind: Kind, id: string): Entity | undefined {
    return this.#store.get(kind, id);
  }

  membersOf(groupId: string): readonly GroupChild[] {
    return this.#store.members(groupId);
  }

  #part(part: Part, ids: readonly string[] | undefined): unknown {
    if (part === 'time') return this.time;
    if (part === 'units') return this.#store.units;
    if (part === 'rootIds' || part === 'rootGroupIds') return [...this.#store.list(part)];
    if (ids === undefined) return this.#store.plain(part);
    const found = ids.filter(id => this.#store.has(part, id));
    return Object.fromEntries(found.map(id => [id, this.#store.entity(part, id)]));
  }
}

/** The changes of several outcomes in their order, as one. */
export function joined(outcomes: readonly AppliedChanges[]): AppliedChanges {
  const [only] = outcomes;
  if (only !== undefined && outcomes.length === 1) return { changes: only.changes, inverse: only.inverse };
  return {
    changes: outcomes.flatMap(({ changes }) => changes),
    inverse: outcomes.toReversed().flatMap(({ inverse }) => inverse),
  };
}

function attempt<Result>(edit: Edit, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    edit.rollBack();
    throw error;
  }
}

function numbered(refused: CommandRefused, commands: readonly unknown[], index: number): CommandRefused {
  const type: unknown = (commands[index] as { type?: unknown } | null | undefined)?.type;
  const named = typeof type === 'string' && type.length <= 60 ? ` (${type})` : '';
  const message = `Command ${index + 1} of ${commands.length}${named}: ${refused.message}`;
  return new CommandRefused(refused.reason, message, refused.hint);
}
