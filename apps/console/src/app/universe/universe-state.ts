import type { Entity as BareEntity, Group, Star, UniverseState } from '@worldwire/universe/sky';
import { isRecord } from '../link/host-link.js';
import type { Entity, UniverseModel } from './universe-model.js';

/**
 * The entities as a state that can be drawn. A part of a large universe is complete in itself: a body whose parent is not in it
 * is a root, and lists name only what is in it.
 */
export function stateOf(model: UniverseModel): UniverseState {
  const stars: Record<string, Star> = {};
  const groups: Record<string, Group> = {};
  const others = { belts: {}, smallBodyFields: {}, protoplanetaryDisks: {}, nebulae: {} } as Record<
    string,
    Record<string, BareEntity>
  >;
  const has = (kind: string, id: unknown) => model.entities.has(`${kind}/${String(id)}`);
  for (const entity of model.entities.values()) {
    const { in: kind, ...bare } = entity;
    if (kind === 'stars') {
      const parentId = has('stars', bare.parentId) ? bare.parentId : null;
      stars[bare.id] = { ...bare, parentId, children: childrenOf(entity, has) } as unknown as Star;
    } else if (kind === 'groups') {
      const parentGroupId = has('groups', bare.parentGroupId) ? bare.parentGroupId : null;
      groups[bare.id] = { ...bare, parentGroupId, children: membersOf(entity, has) } as unknown as Group;
    } else if (others[kind] !== undefined) others[kind][bare.id] = bare as BareEntity;
  }
  const rootIds = Object.values(stars).filter(({ parentId }) => parentId === null);
  const rootGroupIds = Object.values(groups).filter(group => group.parentGroupId === null);
  return {
    stars,
    rootIds: rootIds.map(({ id }) => id),
    groups,
    rootGroupIds: rootGroupIds.map(({ id }) => id),
    ...(others as Pick<UniverseState, 'belts' | 'smallBodyFields' | 'protoplanetaryDisks' | 'nebulae'>),
    time: model.time,
    units: model.units,
  };
}

type GroupChild = Group['children'][number];
type Has = (kind: string, id: unknown) => boolean;

function childrenOf({ children }: Entity, has: Has): string[] {
  return Array.isArray(children) ? children.filter(id => typeof id === 'string' && has('stars', id)) : [];
}

function membersOf({ children }: Entity, has: Has): GroupChild[] {
  if (!Array.isArray(children)) return [];
  return children.filter(
    child => isRecord(child) && has(child.type === 'group' ? 'groups' : 'stars', child.id),
  ) as GroupChild[];
}
