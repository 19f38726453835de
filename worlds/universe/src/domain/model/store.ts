import { Capture } from './capture.js';
import type { Change, ListName } from './change.js';
import { deepEqual } from './deep-equal.js';
import { EntityRecord } from './entity-record.js';
import { type HostedKind, HostIndex } from './host-index.js';
import { OrderedIds } from './ordered-ids.js';
import { type Entity, type GroupChild, KINDS, type Kind, type UniverseState } from './state.js';
import { finish } from './steps.js';

const EMPTY = new OrderedIds();

interface Replaced {
  readonly time: number;
  readonly units: UniverseState['units'];
  readonly records: Record<Kind, EntityRecord>;
  readonly roots: OrderedIds;
  readonly rootGroups: OrderedIds;
  readonly children: Map<string, OrderedIds>;
  readonly members: Map<string, OrderedIds>;
  readonly groupOfSystem: Map<string, string>;
  readonly hosts: HostIndex;
}

/**
 * The mutable state. Entities are stored without children and replaced, never changed in place. The order of lists matters,
 * the order of records only for readers. Every change but `reset` costs what it touches. Callers check that a change is valid.
 */
export class Store {
  time = 0;
  units: UniverseState['units'];
  #records = emptyRecords();
  #roots = new OrderedIds();
  #rootGroups = new OrderedIds();
  #children = new Map<string, OrderedIds>();
  #members = new Map<string, OrderedIds>();
  #groupOfSystem = new Map<string, string>();
  #hosts = new HostIndex();
  /** The states that resets replaced since `settle`, with the places of their removed entities. */
  #replaced: Replaced[] = [];

  get size(): number {
    return KINDS.reduce((sum, kind) => sum + this.#records[kind].size, 0);
  }

  /** By id, without children. */
  record(kind: Kind): Pick<EntityRecord, 'size' | 'keys'> {
    return this.#records[kind];
  }

  get(kind: Kind, id: string): Entity | undefined {
    return this.#records[kind].get(id);
  }

  has(kind: Kind, id: string): boolean {
    return this.#records[kind].has(id);
  }

  list(name: ListName, of: string | null = null): OrderedIds {
    switch (name) {
      case 'rootIds':
        return this.#roots;
      case 'rootGroupIds':
        return this.#rootGroups;
      case 'children':
        return this.#children.get(of ?? '') ?? EMPTY;
      case 'groupChildren':
        return this.#members.get(of ?? '') ?? EMPTY;
    }
  }

  groupOfSystem(id: string): string | null {
    return this.#groupOfSystem.get(id) ?? null;
  }

  /** A group has at most one member per id, so the id determines the type. */
  memberType(groupId: string, id: string): GroupChild['type'] {
    return this.#groupOfSystem.get(id) === groupId ? 'system' : 'group';
  }

  around(kind: HostedKind, starId: string): readonly string[] {
    return this.#hosts.around(kind, starId);
  }

  /** The change that undoes this one. Call it before `perform`. */
  inverseOf(change: Change): Change {
    switch (change.op) {
      case 'add':
        return { op: 'remove', in: change.in, id: change.id };
      case 'remove':
        return { op: 'add', in: change.in, id: change.id, value: this.#existing(change.in, change.id) };
      case 'patch': {
        const entity = this.#existing(change.in, change.id);
        const names = [...Object.keys(change.value), ...(change.unset ?? [])];
        const had = names.filter(name => Object.hasOwn(entity, name));
        const unset = names.filter(name => !Object.hasOwn(entity, name));
        const value = Object.fromEntries(had.map(name => [name, entity[name]]));
        return { op: 'patch', in: change.in, id: change.id, value, ...(unset.length > 0 && { unset }) };
      }
      case 'link':
        return change.of === undefined
          ? { op: 'unlink', list: change.list, id: change.id }
          : { op: 'unlink', list: change.list, of: change.of, id: change.id };
      case 'unlink': {
        const { list, of, id } = change;
        const after = this.list(list, of).predecessorOf(id);
        const type = list === 'groupChildren' && of !== undefined ? { type: this.memberType(of, id) } : {};
        return { op: 'link', list, ...ownerOf(change), id, ...type, after };
      }
      case 'time':
        return { op: 'time', value: this.time };
      case 'reset':
        return { op: 'reset', value: this.snapshot() };
    }
  }

  perform(change: Change): void {
    switch (change.op) {
      case 'add':
        if (this.has(change.in, change.id)) throw new Error(`"${change.id}" is already in ${change.in}`);
        this.#put(change.in, change.id, change.value);
        return;
      case 'patch': {
        const next: Record<string, unknown> = { ...this.#existing(change.in, change.id), ...change.value };
        for (const name of change.unset ?? []) delete next[name];
        this.#put(change.in, change.id, next as Entity);
        return;
      }
      case 'remove':
        this.#hosts.update(change.in, this.#existing(change.in, change.id), undefined);
        this.#records[change.in].remove(change.id);
        return;
      case 'link':
        this.#growing(change.list, change.of).insertAfter(change.id, change.after);
        if (change.type === 'system') this.#groupOfSystem.set(change.id, change.of ?? '');
        return;
      case 'unlink':
        this.#unlink(change.list, change.of, change.id);
        return;
      case 'time':
        this.time = change.value;
        return;
      case 'reset':
        this.#replaced.push(this.#parts());
        this.load(change.value);
        return;
    }
  }

  /** Performs the inverse of changes that were not committed. The order of all records is then as before them. */
  takeBack(inverse: readonly Change[]): void {
    for (const change of inverse) {
      if (change.op === 'add') {
        this.#hosts.update(change.in, undefined, change.value);
        this.#records[change.in].restore(change.id, change.value);
      } else if (change.op === 'remove') {
        this.#hosts.update(change.in, this.#existing(change.in, change.id), undefined);
        this.#records[change.in].drop(change.id);
      } else if (change.op === 'reset') this.#takeBackReset(change.value);
      else this.perform(change);
    }
  }

  /** The changes are committed: removed entities give up their places. */
  settle(): void {
    if (this.#replaced.length > 0) this.#replaced = [];
    for (const kind of KINDS) this.#records[kind].settle();
  }

  load(state: UniverseState): void {
    this.time = state.time;
    this.units = state.units;
    this.#records = emptyRecords();
    this.#roots = listOf(state.rootIds);
    this.#rootGroups = listOf(state.rootGroupIds);
    this.#children = new Map();
    this.#members = new Map();
    this.#groupOfSystem = new Map();
    this.#hosts = new HostIndex();
    for (const { children, ...star } of Object.values(state.stars)) {
      this.#records.stars.set(star.id as string, star as Entity);
      if (children.length > 0) this.#children.set(star.id as string, listOf(children));
    }
    for (const { children, ...group } of Object.values(state.groups)) {
      const id = group.id as string;
      this.#records.groups.set(id, group as Entity);
      if (children.length > 0) this.#members.set(id, listOf(children.map(child => child.id)));
      for (const child of children) if (child.type === 'system') this.#groupOfSystem.set(child.id, id);
    }
    for (const kind of ['belts', 'smallBodyFields', 'protoplanetaryDisks', 'nebulae'] as const)
      for (const entity of Object.values(state[kind])) this.#put(kind, entity.id, entity);
  }

  /** With its children, as in a state. */
  entity(kind: Kind, id: string): Entity | undefined {
    const entity = this.get(kind, id);
    if (entity === undefined) return undefined;
    if (kind === 'stars') return { ...entity, children: [...this.list('children', id)] };
    if (kind === 'groups') return { ...entity, children: this.members(id) };
    return entity;
  }

  members(groupId: string): GroupChild[] {
    return Array.from(this.list('groupChildren', groupId), id => ({
      id,
      type: this.memberType(groupId, id),
    }));
  }

  plain(kind: Kind): Record<string, Entity> {
    return Object.fromEntries(
      Array.from(this.#records[kind].keys(), id => [id, this.entity(kind, id) as Entity]),
    );
  }

  snapshot(): UniverseState {
    return finish(this.capture().state());
  }

  /** Whether the state equals this one. */
  holds(state: UniverseState): boolean {
    return (
      this.time === state.time &&
      this.units === state.units &&
      isList(this.#roots, state.rootIds) &&
      isList(this.#rootGroups, state.rootGroupIds) &&
      KINDS.every(kind => this.#holdsRecord(kind, state[kind]))
    );
  }

  capture(): Capture {
    const { stars, groups, belts, smallBodyFields, protoplanetaryDisks, nebulae } = this.#records;
    return new Capture({
      time: this.time,
      units: this.units,
      records: {
        stars: stars.values(),
        groups: groups.values(),
        belts: belts.values(),
        smallBodyFields: smallBodyFields.values(),
        protoplanetaryDisks: protoplanetaryDisks.values(),
        nebulae: nebulae.values(),
      },
      rootIds: [...this.#roots],
      rootGroupIds: [...this.#rootGroups],
      children: new Map(Array.from(this.#children, ([id, list]) => [id, [...list]])),
      members: new Map(Array.from(this.#members.keys(), id => [id, this.members(id)])),
    });
  }

  #holdsRecord(kind: Kind, entities: Readonly<Record<string, Entity>>): boolean {
    const ids = Object.keys(entities);
    return (
      ids.length === this.#records[kind].size &&
      ids.every(id => deepEqual(entities[id], this.entity(kind, id)))
    );
  }

  #parts(): Replaced {
    return {
      time: this.time,
      units: this.units,
      records: this.#records,
      roots: this.#roots,
      rootGroups: this.#rootGroups,
      children: this.#children,
      members: this.#members,
      groupOfSystem: this.#groupOfSystem,
      hosts: this.#hosts,
    };
  }

  /** A reset makes new parts, so the old ones are as they were before it. */
  #takeBackReset(state: UniverseState): void {
    const parts = this.#replaced.pop();
    if (parts === undefined) return this.load(state);
    this.time = parts.time;
    this.units = parts.units;
    this.#records = parts.records;
    this.#roots = parts.roots;
    this.#rootGroups = parts.rootGroups;
    this.#children = parts.children;
    this.#members = parts.members;
    this.#groupOfSystem = parts.groupOfSystem;
    this.#hosts = parts.hosts;
  }

  #existing(kind: Kind, id: string): Entity {
    const entity = this.get(kind, id);
    if (entity === undefined) throw new Error(`"${id}" is not in ${kind}`);
    return entity;
  }

  #put(kind: Kind, id: string, entity: Entity): void {
    this.#hosts.update(kind, this.get(kind, id), entity);
    this.#records[kind].set(id, entity);
  }

  #growing(name: ListName, of = ''): OrderedIds {
    if (name === 'rootIds' || name === 'rootGroupIds') return this.list(name);
    const lists = name === 'children' ? this.#children : this.#members;
    const list = lists.get(of) ?? new OrderedIds();
    lists.set(of, list);
    return list;
  }

  #unlink(name: ListName, of = '', id: string): void {
    const list = this.list(name, of);
    list.remove(id);
    if (name === 'children' && list.size === 0) this.#children.delete(of);
    if (name !== 'groupChildren') return;
    if (list.size === 0) this.#members.delete(of);
    if (this.#groupOfSystem.get(id) === of) this.#groupOfSystem.delete(id);
  }
}

function emptyRecords(): Record<Kind, EntityRecord> {
  return {
    stars: new EntityRecord(),
    groups: new EntityRecord(),
    belts: new EntityRecord(),
    smallBodyFields: new EntityRecord(),
    protoplanetaryDisks: new EntityRecord(),
    nebulae: new EntityRecord(),
  };
}

function isList(list: OrderedIds, ids: readonly string[]): boolean {
  return list.size === ids.length && deepEqual([...list], ids);
}

function listOf(ids: readonly string[]): OrderedIds {
  const list = new OrderedIds();
  for (const id of ids) list.append(id);
  return list;
}

function ownerOf({ of }: { readonly of?: string }): { readonly of?: string } {
  return of === undefined ? {} : { of };
}
