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

/** What was done, and how it is taken back. */
export interface AppliedChanges {
  readonly changes: readonly Change[];
  /** In the order in which it must be replayed. */
  readonly inverse: readonly Change[];
}

export interface Outcome extends AppliedChanges {
  /** As it was understood, with the defaults filled in. */
  readonly command: Command;
  readonly events: readonly DomainEvent[];
}

/** The parts in the order in which a view has them. */
const VIEWED: readonly Part[] = [...KINDS, 'rootIds', 'rootGroupIds', 'time', 'units'];

/** The parts that a view of these has, in its order. */
export function viewedParts(include: readonly Part[] = VIEWED): readonly Part[] {
  return VIEWED.filter(part => include.includes(part));
}

/** A universe that is alive. A command costs what it touches, whatever the size of the rest. */
export class Universe {
  readonly #store = new Store();

  static empty(): Universe {
    return new Universe();
  }

  /** Missing records are empty and missing lists follow from the links; refuses what is inconsistent. */
  static from(state: unknown): Universe {
    const universe = new Universe();
    universe.#store.load(parseState(state));
    return universe;
  }

  /** Takes what `prepareCommand` gives, too. Throws CommandRefused when the command cannot apply; everything is as it was then. */
  apply(command: unknown): Outcome {
    const prepared = preparedCommand(command);
    const edit = new Edit(this.#store);
    const events = attempt(edit, () => prepared.handle(edit));
    return { command: prepared.command, events, changes: edit.changes, inverse: edit.inverse() };
  }

  /** All of them or none. */
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

  /** Undo: takes changes back where what they left is still there, all of them or none. */
  revert(changes: readonly Change[], inverse: readonly Change[]): AppliedChanges {
    const edit = new Edit(this.#store);
    attempt(edit, () => revert(edit, changes, inverse));
    return { changes: edit.changes, inverse: edit.inverse() };
  }

  /** For changes that were recorded: they are not questioned. */
  replay(changes: readonly Change[]): void {
    for (const change of changes) this.#store.perform(change);
  }

  /** All there is, as a plain object of its own. Costs the size of the universe. */
  snapshot(): UniverseState {
    return this.#store.snapshot();
  }

  /** All there is, for what is made of it in steps while the universe goes on. */
  capture(): Capture {
    return this.#store.capture();
  }

  /**
   * Some of what there is: only the parts named, and only the entities named. With `ids` it costs what was asked
   * for, and the lists of roots come only when they are named.
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

  /** How many entities there are, of all kinds. */
  get size(): number {
    return this.#store.size;
  }

  count(kind: Kind): number {
    return this.#store.record(kind).size;
  }

  has(kind: Kind, id: string): boolean {
    return this.#store.has(kind, id);
  }

  /** As it stands in a state, with its children. */
  entity(kind: Kind, id: string): Entity | undefined {
    return this.#store.entity(kind, id);
  }

  /** Without its children, so that it costs the same however many there are. */
  bare(kind: Kind, id: string): Entity | undefined {
    return this.#store.get(kind, id);
  }

  /** All of a kind, without children. */
  all(kind: Kind): Iterable<Entity> {
    return this.#store.record(kind).values();
  }

  get rootIds(): Iterable<string> {
    return this.#store.list('rootIds');
  }

  get rootGroupIds(): Iterable<string> {
    return this.#store.list('rootGroupIds');
  }

  childrenOf(starId: string): Iterable<string> {
    return this.#store.list('children', starId);
  }

  childCount(starId: string): number {
    return this.#store.list('children', starId).size;
  }

  membersOf(groupId: string): readonly GroupChild[] {
    return this.#store.members(groupId);
  }

  /** The group that a system is in. */
  groupOf(starId: string): string | null {
    return this.#store.groupOfSystem(starId);
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
