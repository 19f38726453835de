import { type Group, KINDS, type Star, type UniverseState } from './state.js';
import { finish, type Steps } from './steps.js';

/** One finding costs far less than an entity does elsewhere. */
const STEP_FINDINGS = 2_048;

/** Problems as they are found. In between there is an undefined for each link that was looked at, as a place to pause. */
type Findings = Generator<string | undefined>;

/** What is wrong with the links of a state; nothing in a state that a universe can be in. Costs what the state has. */
export function problemsOf(state: UniverseState): string[] {
  return finish(problemSteps(state));
}

export function* problemSteps(state: UniverseState): Steps<string[]> {
  const stars = new Map<string, Star>(Object.entries(state.stars));
  const groups = new Map<string, Group>(Object.entries(state.groups));
  yield;
  const problems: string[] = [];
  let looked = 0;
  for (const found of findings(state, stars, groups)) {
    if (found !== undefined) problems.push(found);
    if (++looked % STEP_FINDINGS === 0) yield;
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
      yield id === key ? undefined : `${kind}: the entity under "${key}" has the id "${id}"`;
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
  const roots = new Set(rootIds);
  if (roots.size !== rootIds.length) yield 'rootIds names a star twice';
  for (const id of roots) {
    yield;
    const parent = stars.get(id)?.parentId;
    if (parent === undefined) yield `rootIds names "${id}", which does not exist`;
    else if (parent !== null) yield `rootIds names "${id}", whose parent is "${parent}"`;
  }
  for (const [id, { parentId }] of stars) {
    yield;
    if (parentId === null && !roots.has(id)) yield `star "${id}" has no parent but is not in rootIds`;
    if (parentId !== null && stars.has(parentId) && !listed.get(parentId)?.has(id))
      yield `star "${id}" has the parent "${parentId}", which does not list it`;
  }
  yield* cycleProblems('star', stars, star => star.parentId);
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
      yield `group "${id}" has two children of one id`;
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
        yield `group "${id}" lists the system "${child.id}", which is no root: its parent is "${parent}"`;
      const other = groupOfSystem.get(child.id);
      if (other !== undefined && other !== id)
        yield `system "${child.id}" is in two groups, "${other}" and "${id}"`;
      groupOfSystem.set(child.id, id);
    }
  }
  const roots = new Set(rootGroupIds);
  if (roots.size !== rootGroupIds.length) yield 'rootGroupIds names a group twice';
  for (const id of roots) {
    yield;
    const parent = groups.get(id)?.parentGroupId;
    if (parent === undefined) yield `rootGroupIds names "${id}", which does not exist`;
    else if (parent !== null) yield `rootGroupIds names "${id}", whose parent is "${parent}"`;
  }
  for (const [id, { parentGroupId }] of groups) {
    yield;
    if (parentGroupId === null && !roots.has(id))
      yield `group "${id}" has no parent but is not in rootGroupIds`;
    if (parentGroupId !== null && listed.get(parentGroupId)?.has(id) === false)
      yield `group "${id}" has the parent "${parentGroupId}", which does not list it`;
  }
  yield* cycleProblems('group', groups, group => group.parentGroupId);
}

function* timeProblems({ time }: UniverseState): Findings {
  if (!Number.isFinite(time) || time < 0)
    yield `time is ${time}; it is a finite number of seconds, not below 0`;
}

/** Every id is walked over once: a walk ends where an earlier one has been. */
function* cycleProblems<Value>(
  what: string,
  entities: ReadonlyMap<string, Value>,
  parentOf: (entity: Value) => string | null,
): Findings {
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
