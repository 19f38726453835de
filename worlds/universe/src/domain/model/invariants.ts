import { type Group, KINDS, type Star, type UniverseState } from './state.js';
import { finish, type Steps } from './steps.js';

const STEP_FINDINGS = 2_048;

/** Yields each problem, and undefined for each checked link as a place to pause. */
type Findings = Generator<string | undefined>;

/** Finds inconsistent links in a state. A universe never has any. */
export function problemsOf(state: UniverseState): string[] {
  return finish(problemSteps(state));
}

export function* problemSteps(state: UniverseState): Steps<string[]> {
  const stars = new Map<string, Star>(Object.entries(state.stars));
  const groups = new Map<string, Group>(Object.entries(state.groups));
  yield;
  const problems: string[] = [];
  let checked = 0;
  for (const found of findings(state, stars, groups)) {
    if (found !== undefined) problems.push(found);
    if (++checked % STEP_FINDINGS === 0) yield;
  }
  return problems;
}

function* findings(
  state: UniverseState,
  stars: ReadonlyMap<string, Star>,
  groups: ReadonlyMap<string, Group>,
): Findings {
  yield* keyProblems(state);
  yield* starProblems(stars, state.rootIds);
  yield* groupProblems(groups, state.rootGroupIds, stars);
  yield* timeProblems(state);
}

function* keyProblems(state: UniverseState): Findings {
  for (const kind of KINDS)
    for (const key of Object.keys(state[kind])) {
      const id = state[kind][key]?.id;
      yield id === key ? undefined : `${kind}: the entity at "${key}" has the id "${id}"`;
    }
}

function* starProblems(stars: ReadonlyMap<string, Star>, rootIds: readonly string[]): Findings {
  const listed = new Map<string, Set<string>>();
  for (const [id, star] of stars) {
    if (star.parentId !== null && !stars.has(star.parentId))
      yield `star "${id}" has the parent "${star.parentId}", which does not exist`;
    yield;
    if (star.children.length === 0) continue;
    const children = new Set(star.children);
    if (children.size !== star.children.length) yield `star "${id}" lists a child twice`;
    listed.set(id, children);
    for (const child of children) {
      yield;
      const parent = stars.get(child)?.parentId;
      if (parent === undefined) yield `star "${id}" lists the child "${child}", which does not exist`;
      else if (parent !== id)
        yield `star "${id}" lists the child "${child}", whose parent is ${quoted(parent)}`;
    }
  }
  const tree = { what: 'star', entities: stars, parentOf: (star: Star) => star.parentId };
  yield* rootProblems(tree, 'rootIds', rootIds, listed);
  yield* cycleProblems(tree);
}

function* groupProblems(
  groups: ReadonlyMap<string, Group>,
  rootGroupIds: readonly string[],
  stars: ReadonlyMap<string, Star>,
): Findings {
  const groupOfSystem = new Map<string, string>();
  const listed = new Map<string, Set<string>>();
  for (const [id, group] of groups) {
    if (group.parentGroupId !== null && !groups.has(group.parentGroupId))
      yield `group "${id}" has the parent "${group.parentGroupId}", which does not exist`;
    if (new Set(group.children.map(child => child.id)).size !== group.children.length)
      yield `group "${id}" has two children with the same id`;
    listed.set(id, new Set(group.children.filter(child => child.type === 'group').map(child => child.id)));
    for (const child of group.children) {
      yield;
      if (child.type === 'group') {
        const parent = groups.get(child.id)?.parentGroupId;
        if (parent === undefined) yield `group "${id}" lists the group "${child.id}", which does not exist`;
        else if (parent !== id)
          yield `group "${id}" lists the group "${child.id}", whose parent is ${quoted(parent)}`;
        continue;
      }
      const parent = stars.get(child.id)?.parentId;
      if (parent === undefined) yield `group "${id}" lists the system "${child.id}", which does not exist`;
      else if (parent !== null)
        yield `group "${id}" lists the system "${child.id}", which is not a root: its parent is "${parent}"`;
      const other = groupOfSystem.get(child.id);
      if (other !== undefined && other !== id)
        yield `system "${child.id}" is in two groups, "${other}" and "${id}"`;
      groupOfSystem.set(child.id, id);
    }
  }
  const tree = { what: 'group', entities: groups, parentOf: (group: Group) => group.parentGroupId };
  yield* rootProblems(tree, 'rootGroupIds', rootGroupIds, listed);
  yield* cycleProblems(tree);
}

function* timeProblems({ time }: UniverseState): Findings {
  if (!Number.isFinite(time) || time < 0)
    yield `time must be a finite number of seconds, 0 or greater, not ${time}`;
}

interface Tree<Value> {
  readonly what: string;
  readonly entities: ReadonlyMap<string, Value>;
  readonly parentOf: (entity: Value) => string | null;
}

/** Compares a list of roots, and the `listed` children of each entity, with the parents. */
function* rootProblems<Value>(
  { what, entities, parentOf }: Tree<Value>,
  list: string,
  ids: readonly string[],
  listed: ReadonlyMap<string, ReadonlySet<string>>,
): Findings {
  const roots = new Set(ids);
  if (roots.size !== ids.length) yield `${list} names a ${what} twice`;
  for (const id of roots) {
    yield;
    const entity = entities.get(id);
    const parent = entity && parentOf(entity);
    if (parent === undefined) yield `${list} names "${id}", which does not exist`;
    else if (parent !== null) yield `${list} names "${id}", whose parent is "${parent}"`;
  }
  for (const [id, entity] of entities) {
    yield;
    const parent = parentOf(entity);
    if (parent === null && !roots.has(id)) yield `${what} "${id}" has no parent but is not in ${list}`;
    if (parent !== null && entities.has(parent) && !listed.get(parent)?.has(id))
      yield `${what} "${id}" has the parent "${parent}", which does not list it`;
  }
}

/** Visits every id once: a walk ends where an earlier walk was. */
function* cycleProblems<Value>({ what, entities, parentOf }: Tree<Value>): Findings {
  const walks = new Map<string, number>();
  let walk = 0;
  for (const start of entities.keys()) {
    walk++;
    let id: string | null = start;
    while (id !== null && !walks.has(id)) {
      yield;
      walks.set(id, walk);
      const entity = entities.get(id);
      id = entity === undefined ? null : parentOf(entity);
    }
    if (id !== null && walks.get(id) === walk) yield `${what} "${id}" is its own ancestor`;
  }
}

function quoted(id: string | null): string {
  return id === null ? 'null' : `"${id}"`;
}
