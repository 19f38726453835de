import type { Command } from './commands/command-catalogue.js';
import { preparedCommand } from './commands/prepared-command.js';
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
      for (const { inverse } of outcomes.toReversed()) this.replay(inverse);
      throw error instanceof CommandRefused ? numbered(error, commands, outcomes.length) : error;
    }
  }

  /** Undoes changes if their results are still there: all of them, or none. */
  revert(changes: readonly Change[], inverse: readonly Change[]): AppliedChanges {
    const edit = new Edit(this.#store);
    attempt(edit, () => revert(edit, changes, inverse));
    return { changes: edit.changes, inverse: edit.inverse() };
  }

  /** Applies recorded changes without checks. */
  replay(changes: readonly Change[]): void {
    for (const change of changes) this.#store.perform(change);
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
