import { ACCESS_RANK, type Access, type Tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { WorldError } from '../api/world-error.js';
import type { OpenGates } from '../api/world-host.js';
import { Gates } from './gates.js';
import type { Principal } from './principal.js';
import type { Right, Rights } from './rights.js';

/** The right that each access needs. */
export const RIGHT_OF: Readonly<Record<Access, Right>> = { read: 'read', write: 'write', danger: 'eval' };

export interface Grants {
  readonly writes?: boolean;
  readonly eval?: boolean;
  readonly readOnly?: boolean;
}

/** The rights that a principal has now, one for each of its credentials. Empty for one that has no credential any more. */
export type RightsNow = (principal: string) => readonly Rights[];

export interface PolicyOptions {
  readonly gates?: Gates;
  readonly date?: () => number;
  /** Default: not known, so that what a principal installed runs whatever became of the principal. */
  readonly rightsNow?: RightsNow | undefined;
}

/** What a call needs: an access level, for one tool or for the world as a whole. */
export interface Need {
  readonly access: Access;
  /** Undefined for resources, prompts and web routes: these need a right that is not narrowed to tools. */
  readonly tool?: string | undefined;
  /** Where it is another one than that of the access. */
  readonly right?: Right;
  /** What the ceiling must allow, where that is less than the access: permissions of a world have a flag of their own. */
  readonly ceiling?: Access;
}

/**
 * What a call of a tool needs at least: `needOfCall` has what its arguments add. A tool that changes permissions needs the
 * highest right, although it changes no world.
 */
export function needOf({ access, name, audited }: Pick<Tool, 'access' | 'name' | 'audited'>): Need {
  return { access, tool: name, ...(audited === true && { right: 'eval' }) };
}

/** The error for a principal without a right. */
export class MissingRight extends WorldError {
  constructor(
    readonly right: Right,
    readonly world: string,
    message: string,
    hint: string,
  ) {
    super('PermissionDenied', message, hint);
  }
}

/**
 * Decides what a principal may do in one world: within the operator's ceiling (`--allow`, `--read-only`), the operator's
 * gates and the principal's rights. The ceiling is fixed at start: no message of a client changes it.
 */
export class Policy {
  /** As rights and gates name it. */
  readonly world: string;
  readonly #ceiling: Access;
  readonly #readOnly: boolean;
  readonly #gates: Gates;
  /** Milliseconds since 1970, for the expiry of credentials. */
  readonly date: () => number;
  readonly #rightsNow: RightsNow | undefined;

  constructor(
    world: Pick<World, 'name' | 'opens'>,
    grants: Grants = {},
    { gates = new Gates(), date = Date.now, rightsNow }: PolicyOptions = {},
  ) {
    this.world = world.name;
    this.#readOnly = grants.readOnly === true;
    const granted: Access = grants.eval ? 'danger' : grants.writes ? 'write' : 'read';
    const opened = world.opens ?? 'read';
    const ceiling = ACCESS_RANK[granted] > ACCESS_RANK[opened] ? granted : opened;
    this.#ceiling = this.#readOnly ? 'read' : ceiling;
    this.#gates = gates;
    this.date = date;
    this.#rightsNow = rightsNow;
  }

  get readOnly(): boolean {
    return this.#readOnly;
  }

  get ceiling(): Access {
    return this.#ceiling;
  }

  /** Whether the ceiling allows it. */
  allows(access: Access): boolean {
    return ACCESS_RANK[access] <= ACCESS_RANK[this.#ceiling];
  }

  /** Whether ceiling and rights allow it: what lists show. Gates close only for a time, so that they do not count. */
  shows(rights: Rights, { access, tool, right = RIGHT_OF[access] }: Need): boolean {
    return this.allows(access) && rights.has(right, this.world, tool);
  }

  rightsOf(who: Principal): Rights {
    return who.rights(this.date);
  }

  /** The one decision on every call: undefined if it is allowed, else the error. `name` says what was called. */
  decide(who: Principal, need: Need, name: () => string): WorldError | undefined {
    return this.closed(who.name, need, name) ?? this.missing(who, need, name);
  }

  /** The first part of the decision alone, by ceiling and gates: for what a principal installed earlier, and no request asks for now. */
  closed(
    principal: string,
    { access, ceiling = access }: Pick<Need, 'access' | 'ceiling'>,
    name: () => string,
  ): WorldError | undefined {
    if (!this.allows(ceiling)) return this.#ceilingRefusal(name(), ceiling);
    const closed = this.#gates.closes(this.world, principal, access);
    if (closed === undefined) return undefined;
    return new WorldError(
      'PermissionDenied',
      `${name()} is refused. ${closed}`,
      'Only the operator can reopen it.',
    );
  }

  /**
   * Why work that a principal installed may not run now, or undefined: ceiling, gates, and the rights that it has now, if the host
   * knows them. One of `tools` must be open to it.
   */
  closedInstalled(
    principal: string,
    { access, tools }: Pick<Need, 'access'> & { readonly tools: readonly string[] },
    name: () => string,
  ): WorldError | undefined {
    const closed = this.closed(principal, { access }, name);
    if (closed !== undefined || this.#rightsNow === undefined) return closed;
    const right = RIGHT_OF[access];
    const held = this.#rightsNow(principal);
    if ([undefined, ...tools].some(tool => held.some(rights => rights.has(right, this.world, tool))))
      return undefined;
    const needed = `${this.world}:${right}`;
    const message = `${name()} was installed by ${principal}, which does not have the right ${needed} now.`;
    return new MissingRight(right, this.world, message, 'A principal that has it can install it again.');
  }

  /**
   * Why what was opened with a credential must end: it has expired, was revoked, or has no right any more in this world, or not the one
   * that is needed. Ceiling and gates end nothing that is open.
   */
  endReason(who: Principal, need?: Need): string | undefined {
    const ended = who.endReason(this.date);
    if (ended !== undefined) return ended;
    const rights = who.rights(this.date);
    const holds =
      need === undefined
        ? rights.hasAny(this.world)
        : rights.has(need.right ?? RIGHT_OF[need.access], this.world, need.tool);
    return holds ? undefined : 'The token has lost the right to this.';
  }

  get openGates(): OpenGates {
    return { open: this.#gates.openIn(this.world, 'danger'), stopped: this.#gates.state.stopped };
  }

  /** The last part of the decision alone: for the outcome of a call that was decided before, and for links of engines. */
  missing(
    who: Principal,
    { access, tool, right = RIGHT_OF[access] }: Need,
    name: () => string,
  ): MissingRight | undefined {
    if (who.rights(this.date).has(right, this.world, tool)) return undefined;
    const needed = `${this.world}:${right}`;
    const message = `${name()} needs the right ${needed}, which ${who.name} does not have.`;
    return new MissingRight(right, this.world, message, giver(who.origin, needed));
  }

  #ceilingRefusal(name: Tool['name'], access: Access): WorldError {
    const flag = access === 'danger' ? '--allow eval' : '--allow writes';
    const hint = this.#readOnly
      ? 'Only the operator can allow it, by starting the server without --read-only.'
      : `Only the operator can allow it, by starting the server with ${flag}.`;
    const does = access === 'danger' ? 'runs code in' : 'changes';
    return new WorldError('PermissionDenied', `${name} ${does} the world, which is not allowed here.`, hint);
  }
}

/** Who gives a right, and how. */
export function giver(origin: Principal['origin'], right: string): string {
  return origin === 'oauth'
    ? `Ask the authorization server for a token with the scope of ${right}.`
    : `Only the operator can give it, by adding ${right} to the line of the principal in the token file.`;
}
