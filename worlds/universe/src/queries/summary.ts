import { type Capture, type Entity, inSteps, KINDS, type Kind, type Steps } from '../domain/index.js';
import { FirstItems } from './first-items.js';
import { readSort, type SortKey } from './sort-order.js';

const MAX_ROOTS = 8;
const MAX_LARGEST = 5;
const MAX_GROUPS = 8;
const MAX_NAME = 64;
const BY_MASS = readSort('-mass');
const BY_SIZE = readSort('-members');

interface Brief {
  readonly id: string;
  readonly name: string;
}

/** A universe in about two kilobytes, whatever its size. */
export interface Summary {
  readonly time: number;
  readonly units: 'scene' | 'km, kg, s, radians';
  /** Entities by kind; kinds without entities are left out. */
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
  /** Bodies by bodyType. */
  readonly types: Readonly<Record<string, number>>;
  /** The systems with the most bodies around their root come first. */
  readonly roots: { readonly total: number; readonly first: readonly (Brief & { children: number })[] };
  readonly largest: readonly (Brief & { mass: number })[];
  readonly groups: { readonly total: number; readonly first: readonly (Brief & { members: number })[] };
}

export function* summarize(capture: Capture): Steps<Summary> {
  const { records, rootIds, children, members } = capture.captured;
  const types: Record<string, number> = {};
  const roots = new FirstItems<SortKey & { entity: Entity }>(BY_SIZE, MAX_ROOTS);
  const largest = new FirstItems<SortKey & { entity: Entity }>(BY_MASS, MAX_LARGEST);
  const groups = new FirstItems<SortKey & { entity: Entity }>(BY_SIZE, MAX_GROUPS);
  yield* inSteps(records.stars, entity => {
    const { id, bodyType, mass, parentId } = entity;
    const type = typeof bodyType === 'string' ? bodyType : 'none';
    types[type] = (types[type] ?? 0) + 1;
    largest.add({ id, value: mass as number, entity });
    if (parentId === null) roots.add({ id, value: children.get(id)?.length ?? 0, entity });
  });
  yield* inSteps(records.groups, entity => {
    groups.add({ id: entity.id, value: members.get(entity.id)?.length ?? 0, entity });
  });
  const first = <Name extends string>(items: FirstItems<SortKey & { entity: Entity }>, name: Name) =>
    items.finish().items.map(({ entity, value }) => ({ ...brief(entity), [name]: value })) as (Brief &
      Record<Name, number>)[];
  return {
    time: capture.time,
    units: capture.units ?? 'km, kg, s, radians',
    counts: Object.fromEntries(
      KINDS.filter(kind => records[kind].length > 0).map(kind => [kind, records[kind].length]),
    ),
    types,
    roots: { total: rootIds.length, first: first(roots, 'children') },
    largest: first(largest, 'mass'),
    groups: { total: records.groups.length, first: first(groups, 'members') },
  };
}

function brief({ id, name }: Entity): Brief {
  return { id, name: typeof name === 'string' ? name.slice(0, MAX_NAME) : id };
}
