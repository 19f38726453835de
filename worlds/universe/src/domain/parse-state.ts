import type { z } from 'zod';
import { completeGroup } from './group-schema.js';
import { problemsOf } from './invariants.js';
import { CommandRefused } from './refused.js';
import { completeScenery, type GivenScenery, type SceneryKind } from './scenery-schema.js';
import { problemsIn } from './schema-problems.js';
import { completeStar } from './star-schema.js';
import type { Entity, Group, GroupChild, Star, UniverseState } from './state.js';
import { snapshotSchema } from './state-schema.js';

const MOST_PROBLEMS = 10;

/** A whole, consistent state from one that may leave out what follows from the rest. */
export function parseState(value: unknown): UniverseState {
  const parsed = snapshotSchema.safeParse(value);
  if (!parsed.success) throw refused(problemsIn(parsed.error));
  return completeState(parsed.data);
}

/** The same for a state whose fields have been checked already. */
export function completeState(given: z.output<typeof snapshotSchema>): UniverseState {
  const problems: string[] = [];
  const checkedEntries = <Value extends GivenScenery>(kind: string, record: Record<string, Value> = {}) => {
    const entries = Object.entries(record);
    for (const [key, { id }] of entries)
      if (id !== undefined && id !== key)
        problems.push(`${kind}: the entity under "${key}" has the id "${id}"`);
    return entries;
  };

  const stars = checkedEntries('stars', given.stars);
  const satellites = groupedBy(stars, star => star.parentId ?? null);
  const groups = checkedEntries('groups', given.groups);
  const subgroups = groupedBy(groups, group => group.parentGroupId ?? null);
  const scenery = (kind: SceneryKind): Record<string, Entity> =>
    Object.fromEntries(
      checkedEntries(kind, given[kind]).map(([id, entity]) => [id, completeScenery(kind, id, entity)]),
    );

  const state: UniverseState = {
    stars: Object.fromEntries(
      stars.map(([id, star]) => {
        const children = star.children ?? satellites.get(id) ?? [];
        return [id, { ...completeStar(id, star), children } as unknown as Star];
      }),
    ),
    rootIds: given.rootIds ?? satellites.get(null) ?? [],
    groups: Object.fromEntries(
      groups.map(([id, group]) => {
        const children = group.children ?? (subgroups.get(id) ?? []).map(asGroup);
        return [id, { ...completeGroup(id, group), children } as unknown as Group];
      }),
    ),
    rootGroupIds: given.rootGroupIds ?? subgroups.get(null) ?? [],
    belts: scenery('belts'),
    smallBodyFields: scenery('smallBodyFields'),
    protoplanetaryDisks: scenery('protoplanetaryDisks'),
    nebulae: scenery('nebulae'),
    time: given.time ?? 0,
  };
  const all = problems.concat(problemsOf(state));
  if (all.length > 0) throw refused(all);
  return state;
}

function refused(problems: readonly string[]): CommandRefused {
  const rest = problems.length - MOST_PROBLEMS;
  const named = problems.slice(0, MOST_PROBLEMS).join('; ');
  return new CommandRefused(
    'invalid',
    `This is not a consistent state: ${named}${rest > 0 ? `; and ${rest} more` : ''}.`,
    'Every child names its parent and every parent lists its children; roots have parentId null and stand in rootIds. Leave out children, rootIds and rootGroupIds to have them follow from parentId and parentGroupId.',
  );
}

function groupedBy<Value>(
  entries: readonly (readonly [string, Value])[],
  keyOf: (value: Value) => string | null,
): Map<string | null, string[]> {
  const ids = new Map<string | null, string[]>();
  for (const [id, value] of entries) {
    const key = keyOf(value);
    const list = ids.get(key);
    if (list === undefined) ids.set(key, [id]);
    else list.push(id);
  }
  return ids;
}

function asGroup(id: string): GroupChild {
  return { id, type: 'group' };
}
