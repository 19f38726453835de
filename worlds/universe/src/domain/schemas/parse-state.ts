import type { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import { problemSteps } from '../model/invariants.js';
import type { Entity, Group, GroupChild, Star, UniverseState } from '../model/state.js';
import { finish, inSteps, type Steps } from '../model/steps.js';
import { completeGroup } from './group-schema.js';
import { readSnapshot } from './read-snapshot.js';
import { completeScenery, type GivenScenery, type SceneryKind } from './scenery-schema.js';
import { completeStar } from './star-schema.js';
import type { snapshotSchema } from './state-schema.js';

const MAX_PROBLEMS = 10;
const FIELDS =
  'Correct or leave out what is named, and send the state again. GET /openapi.json has its schema as Snapshot.';
const LINKS =
  'Each child must name its parent, each parent must list its children, and roots must have parentId null and be in rootIds. Or leave out children, rootIds and rootGroupIds: they follow from parentId and parentGroupId.';

/** Validates a state and adds what follows from the rest. */
export function parseState(value: unknown): UniverseState {
  return finish(parseStateSteps(value));
}

export function* parseStateSteps(value: unknown): Steps<UniverseState> {
  const read = yield* readSnapshot(value);
  if ('problems' in read) throw refused('invalid', read.problems, FIELDS);
  return yield* completeState(read.snapshot);
}

/** For a snapshot that has passed its schema. */
export function* completeState(given: z.output<typeof snapshotSchema>): Steps<UniverseState> {
  const problems: string[] = [];
  const stars = Object.entries(given.stars ?? {});
  const satellites = groupedBy(stars, star => star.parentId ?? null);
  const groups = Object.entries(given.groups ?? {});
  const subgroups = groupedBy(groups, group => group.parentGroupId ?? null);
  yield;
  const completed = function* <Value extends GivenScenery>(
    kind: string,
    entries: readonly (readonly [string, Value])[],
    complete: (id: string, value: Value) => Entity,
  ): Steps<Record<string, Entity>> {
    const record: [string, Entity][] = [];
    yield* inSteps(entries, ([key, value]) => {
      if (value.id !== undefined && value.id !== key)
        problems.push(`${kind}: the entity at "${key}" has the id "${value.id}"`);
      record.push([key, complete(key, value)]);
    });
    return Object.fromEntries(record);
  };
  const scenery = (kind: SceneryKind) =>
    completed(kind, Object.entries(given[kind] ?? {}), (id, entity) => completeScenery(kind, id, entity));

  const state: UniverseState = {
    stars: (yield* completed('stars', stars, (id, star) => {
      const children = star.children ?? satellites.get(id) ?? [];
      return { ...completeStar(id, star), children };
    })) as Record<string, Star>,
    rootIds: rootsOf(given.rootIds, satellites.get(null) ?? [], given.stars),
    groups: (yield* completed('groups', groups, (id, group) => {
      const children = group.children ?? (subgroups.get(id) ?? []).map(asGroup);
      return { ...completeGroup(id, group), children };
    })) as Record<string, Group>,
    rootGroupIds: given.rootGroupIds ?? subgroups.get(null) ?? [],
    belts: yield* scenery('belts'),
    smallBodyFields: yield* scenery('smallBodyFields'),
    protoplanetaryDisks: yield* scenery('protoplanetaryDisks'),
    nebulae: yield* scenery('nebulae'),
    time: given.time ?? 0,
    ...(given.units === 'scene' && { units: given.units }),
  };
  for (const problem of yield* problemSteps(state)) problems.push(problem);
  if (problems.length > 0) throw refused('inconsistent', problems, LINKS);
  return state;
}

/** Clients of the solar-system-constructor project leave rogue planets out of `rootIds`; here every body without a parent is a root. */
function rootsOf(
  given: readonly string[] | undefined,
  roots: readonly string[],
  stars: z.output<typeof snapshotSchema>['stars'],
): string[] {
  if (given === undefined) return [...roots];
  const rogues = roots.filter(id => stars?.[id]?.isRoguePlanet === true);
  if (rogues.length === 0) return [...given];
  const listed = new Set(given);
  return [...given, ...rogues.filter(id => !listed.has(id))];
}

function refused(what: string, problems: readonly string[], hint: string): CommandRefused {
  const rest = problems.length - MAX_PROBLEMS;
  const named = problems.slice(0, MAX_PROBLEMS).join('; ');
  return new CommandRefused(
    'invalid',
    `The state is ${what}: ${named}${rest > 0 ? `; and ${rest} more` : ''}.`,
    hint,
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
