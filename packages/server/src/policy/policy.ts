import type { Access, Tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { WorldError } from '../api/world-error.js';

const RANK: Readonly<Record<Access, number>> = { read: 0, write: 1, danger: 2 };

export interface Grants {
  readonly writes?: boolean;
  readonly eval?: boolean;
  readonly readOnly?: boolean;
}

/** The operator's ceiling on access (`--allow`, `--read-only`). Fixed at start: no message of a client changes it. */
export class Policy {
  readonly #ceiling: Access;
  readonly #readOnly: boolean;

  constructor(world: Pick<World, 'opens'>, grants: Grants = {}) {
    this.#readOnly = grants.readOnly === true;
    const granted: Access = grants.eval ? 'danger' : grants.writes ? 'write' : 'read';
    const opened = world.opens ?? 'read';
    const ceiling = RANK[granted] > RANK[opened] ? granted : opened;
    this.#ceiling = this.#readOnly ? 'read' : ceiling;
  }

  get readOnly(): boolean {
    return this.#readOnly;
  }

  get ceiling(): Access {
    return this.#ceiling;
  }

  allows(access: Access): boolean {
    return RANK[access] <= RANK[this.#ceiling];
  }

  /** The error of a refused call. Its hint tells the operator what to change. */
  refusal(tool: Pick<Tool, 'name' | 'access'>): WorldError {
    const flag = tool.access === 'danger' ? '--allow eval' : '--allow writes';
    const hint = this.#readOnly
      ? 'Only the operator can allow it, by starting the server without --read-only.'
      : `Only the operator can allow it, by starting the server with ${flag}.`;
    const does = tool.access === 'danger' ? 'runs code in' : 'changes';
    return new WorldError(
      'PermissionDenied',
      `${tool.name} ${does} the world, which is not allowed here.`,
      hint,
    );
  }
}
