import { ACCESS_RANK, type Access } from '../api/tool.js';

/** What the operator closed while the server runs. */
export interface GateState {
  /** The highest access that is open in each world with a gate. */
  readonly worlds: Readonly<Record<string, Access>>;
  /** Principals whose writes are stopped. */
  readonly stopped: readonly string[];
  /** Whether the writes of all principals are stopped, in all worlds. */
  readonly allStopped: boolean;
}

/**
 * Gates that the operator closes and reopens while the server runs, below the ceiling that was fixed at its start. Shared by
 * all worlds of a process.
 */
export class Gates {
  readonly #worlds = new Map<string, Access>();
  readonly #stopped = new Set<string>();
  #allStopped = false;

  /** Sets the highest access that is open in a world. Undefined opens it up to the ceiling. */
  set(world: string, access: Access | undefined): void {
    if (access === undefined) this.#worlds.delete(world);
    else this.#worlds.set(world, access);
  }

  /** Closes or reopens every write of a principal in all worlds. Undefined stands for all principals. */
  setStopped(principal: string | undefined, stopped: boolean): void {
    if (principal === undefined) this.#allStopped = stopped;
    else if (stopped) this.#stopped.add(principal);
    else this.#stopped.delete(principal);
  }

  /** Why a call is closed now, or undefined. */
  closes(world: string, principal: string, access: Access): string | undefined {
    if (access === 'read') return undefined;
    if (this.#allStopped) return 'The operator stopped all writes.';
    if (this.#stopped.has(principal)) return `The operator stopped the writes of ${principal}.`;
    const open = this.#worlds.get(world);
    if (open === undefined || ACCESS_RANK[access] <= ACCESS_RANK[open]) return undefined;
    return `The operator closed ${access === 'danger' && open === 'write' ? 'code' : 'writes'} in ${world}.`;
  }

  /** The highest access that is open in a world with this ceiling. */
  openIn(world: string, ceiling: Access): Access {
    const open = this.#allStopped ? 'read' : (this.#worlds.get(world) ?? ceiling);
    return ACCESS_RANK[open] < ACCESS_RANK[ceiling] ? open : ceiling;
  }

  get state(): GateState {
    return {
      worlds: Object.fromEntries(this.#worlds),
      stopped: [...this.#stopped],
      allStopped: this.#allStopped,
    };
  }
}
