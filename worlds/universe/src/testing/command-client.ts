import type { EffectCommand } from '../constructor/effect-commands.js';
import { KINDS, type UniverseState } from '../domain/index.js';

type Fields = Record<string, unknown>;
type Body = Fields & { children: string[]; parentId: string | null };
type Member = { id: string; type: string };
type Group = Fields & { children: Member[]; parentGroupId: string | null };

/**
 * A client of the solar-system-constructor project, which applies commands to a copy of the state. Its commands differ from
 * ours: addStar adds no defaults, detachStar moves a body to the position of its parent, removeStar keeps scenery,
 * removeGroup drops its members from all lists, and no command sets a position in a list.
 */
export class CommandClient {
  stars = new Map<string, Body>();
  groups = new Map<string, Group>();
  scenery = new Map<string, Map<string, Fields>>();
  rootIds: string[] = [];
  rootGroupIds: string[] = [];
  time = 0;

  constructor(state: UniverseState) {
    this.#load(state as unknown as Fields);
    this.time = state.time;
  }

  apply(command: EffectCommand): void {
    const { type } = command;
    const {
      id = '',
      childId = '',
      parentId = '',
      groupId = '',
      planetId = '',
    } = command as Fields as Record<string, string>;
    const payload = command.payload as Fields;
    switch (type) {
      case 'tick':
        this.time += command.dt as number;
        return;
      case 'addStar':
        return this.#addStar(id, payload);
      case 'updateStar':
        return merge(this.stars, id, payload);
      case 'removeStar':
        return this.#removeStar(id);
      case 'attachStar':
        this.#leaveParent(childId);
        (this.stars.get(childId) as Body).parentId = parentId;
        this.stars.get(parentId)?.children.push(childId);
        return;
      case 'detachStar':
        this.#leaveParent(childId);
        merge(this.stars, childId, { parentId: null, orbitalDistance: 0 });
        this.rootIds.push(childId);
        return;
      case 'removeRing':
        return merge(this.stars, planetId, { ring: undefined });
      case 'addGroup':
        return this.#addGroup(id, payload);
      case 'updateGroup':
        return merge(this.groups, id, payload);
      case 'removeGroup':
        return this.#removeGroup(id);
      case 'addToGroup': {
        const child = command.child as Member;
        const group = this.groups.get(groupId) as Group;
        if (!group.children.some(member => isSame(member, child))) group.children.push(child);
        return;
      }
      case 'moveToGroup':
        return this.#moveToGroup(command);
      case 'replaceSnapshot':
        return this.#load(command.snapshot as Fields);
      default:
        return this.#scenery(command);
    }
  }

  /** Without the order of lists and without null fields, for comparison. */
  seen(): object {
    return comparable({
      stars: Object.fromEntries(this.stars),
      groups: Object.fromEntries(this.groups),
      ...Object.fromEntries([...this.scenery].map(([kind, record]) => [kind, Object.fromEntries(record)])),
      rootIds: this.rootIds,
      rootGroupIds: this.rootGroupIds,
      time: this.time,
    });
  }

  #load(state: Fields): void {
    const copy = structuredClone(state) as Record<string, Record<string, never>>;
    for (const kind of KINDS) this.scenery.set(kind, new Map(Object.entries(copy[kind] ?? {})));
    this.stars = this.scenery.get('stars') as never;
    this.groups = this.scenery.get('groups') as never;
    this.scenery.delete('stars');
    this.scenery.delete('groups');
    this.rootIds = copy.rootIds as never;
    this.rootGroupIds = copy.rootGroupIds as never;
  }

  #addStar(id: string, payload: Fields): void {
    const { parentId } = payload as Body;
    this.stars.set(id, { ...payload, id, children: [] } as never);
    if (parentId === null) this.rootIds.push(id);
    else this.stars.get(parentId)?.children.push(id);
  }

  #removeStar(id: string): void {
    this.#leaveParent(id);
    const gone = [id];
    for (const one of gone) gone.push(...(this.stars.get(one)?.children ?? []));
    for (const one of gone) this.stars.delete(one);
  }

  #leaveParent(id: string): void {
    const { parentId } = this.stars.get(id) as Body;
    const parent = parentId === null ? undefined : this.stars.get(parentId);
    if (parent !== undefined) parent.children = parent.children.filter(child => child !== id);
    this.rootIds = this.rootIds.filter(root => root !== id);
  }

  #addGroup(id: string, payload: Fields): void {
    const { parentGroupId } = payload as Group;
    this.groups.set(id, { ...payload, id } as never);
    if (parentGroupId === null) this.rootGroupIds.push(id);
    else this.groups.get(parentGroupId)?.children.push({ id, type: 'group' });
  }

  #removeGroup(id: string): void {
    const { children, parentGroupId } = this.groups.get(id) as Group;
    if (children.length > 0) throw new Error(`The members of "${id}" would be in no list.`);
    this.groups.delete(id);
    this.rootGroupIds = this.rootGroupIds.filter(root => root !== id);
    const parent = parentGroupId === null ? undefined : this.groups.get(parentGroupId);
    if (parent !== undefined)
      parent.children = parent.children.filter(member => member.id !== id || member.type !== 'group');
  }

  #moveToGroup({ childId, childType, targetGroupId }: EffectCommand): void {
    const child = { id: childId, type: childType } as Member;
    for (const group of this.groups.values())
      group.children = group.children.filter(member => !isSame(member, child));
    if (child.type === 'group') {
      this.rootGroupIds = this.rootGroupIds.filter(root => root !== child.id);
      merge(this.groups, child.id, { parentGroupId: targetGroupId });
      if (targetGroupId === null) this.rootGroupIds.push(child.id);
    }
    this.groups.get(targetGroupId as string)?.children.push(child);
  }

  #scenery({ type, id, patch, disk, fields, disks, nebulae }: EffectCommand): void {
    const [, verb, name] = /^(set|add|update|remove)(\w+?)s?$/.exec(type) ?? [];
    const kind =
      { SmallBodyField: 'smallBodyFields', ProtoplanetaryDisk: 'protoplanetaryDisks' }[name ?? ''] ??
      'nebulae';
    if (verb === undefined || (kind === 'nebulae' && !/Nebula/.test(type)))
      throw new Error(`Not a command of the origin: ${type}`);
    const record = this.scenery.get(kind) as Map<string, Fields>;
    if (verb === 'set') {
      this.scenery.set(
        kind,
        new Map(Object.entries(structuredClone(fields ?? disks ?? nebulae) as Record<string, Fields>)),
      );
    } else if (verb === 'add') record.set((disk as Member).id, disk as Fields);
    else if (verb === 'update') merge(record, id as string, patch as Fields);
    else record.delete(id as string);
  }
}

/** The same for our states. */
export function comparable(state: object): object {
  return JSON.parse(JSON.stringify(state), (_name, value) => {
    if (Array.isArray(value)) {
      return value.map(item => JSON.stringify(item)).toSorted();
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
  });
}

function merge<Value extends Fields>(record: Map<string, Value>, id: string, fields: Fields): void {
  const entity = record.get(id);
  if (entity !== undefined) record.set(id, { ...entity, ...fields });
}

function isSame(one: Member, other: Member): boolean {
  return one.id === other.id && one.type === other.type;
}
