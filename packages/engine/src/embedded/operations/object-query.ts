import { EngineError } from '../../port/engine-error.js';
import type { Near, ObjectFilter, Page } from '../../port/operations.js';
import type { GameObject } from '../model/game-object.js';
import { worldPosition } from '../model/placement.js';
import type { Scene } from '../model/scene.js';
import type { World } from '../model/world.js';
import { checkFlags, checkTexts, shown } from '../params/check-params.js';
import type { ReflectedType } from '../reflection/reflected-type.js';
import { isSingle } from '../reflection/single.js';
import type { Eye } from '../view/eye.js';
import { visibilityOf } from '../view/visibility.js';

/** Candidate objects in order, and their number. */
interface Source {
  readonly size: number;
  readonly objects: Iterable<GameObject>;
}

/** The type of objects themselves, which all have. */
const OBJECT = 'UnityEngine.GameObject';

type Test = (object: GameObject) => boolean;

/** The objects that match a filter, all but its motion. */
export interface Query {
  /** One page, with the number of all. Without tests a page costs offset and limit, whatever the size of the scene. */
  page(limit: number, offset: number): Page<GameObject>;
  all(): GameObject[];
}

/**
 * A type costs the objects that have it; text, places and visibility scan all objects. Throws if the filter is not valid.
 */
export function queryOf(world: World, filter: ObjectFilter, eye: () => Eye | undefined): Query {
  checkFlags(filter, 'activeOnly', 'active', 'visible', 'moving');
  checkTexts(filter, 'scene', 'parent', 'query', 'name', 'type', 'path');
  const type = filter.type === undefined ? undefined : world.types.get(filter.type);
  const sources = sourcesOf(world, filter, type);
  const test = testOf(filter, eye);
  if (filter.near !== undefined) {
    const found = nearestFirst(sources, test as Test, filter.near);
    return {
      page: (limit, offset) => ({ total: found.length, items: found.slice(offset, offset + limit) }),
      all: () => found,
    };
  }
  return {
    page: (limit, offset) =>
      test === undefined ? slice(sources, offset, limit) : scan(sources, test, offset, limit),
    all: () => sources.flatMap(({ objects }) => [...(test === undefined ? objects : only(objects, test))]),
  };
}

function sourcesOf(world: World, filter: ObjectFilter, type: ReflectedType | undefined): Source[] {
  const active = filter.activeOnly ? true : filter.active;
  if (filter.parent !== undefined) {
    const { children } = world.get(filter.parent);
    if (filter.scene !== undefined) world.scene(filter.scene);
    if (type === undefined && active === undefined) return [{ size: children.size, objects: children }];
    return [
      counted(
        children,
        child =>
          (type === undefined || isA(child, type)) && (active === undefined || child.active === active),
      ),
    ];
  }
  const scenes = filter.scene === undefined ? world.allScenes() : [world.scene(filter.scene)];
  return [...scenes].map(scene => sourceIn(scene, type, active));
}

function sourceIn(scene: Scene, type: ReflectedType | undefined, active: boolean | undefined): Source {
  const isWanted: Test = object => object.active === active;
  if (type !== undefined) {
    const found = scene.withType(type.name);
    return active === undefined ? found : counted(found.objects, isWanted);
  }
  const { objects, inactive } = scene;
  if (active === undefined || (active && inactive === 0)) return { size: objects.size, objects };
  return { size: active ? objects.size - inactive : inactive, objects: only(objects, isWanted) };
}

/** Filters that need a scan. */
function testOf(
  { parent, scene, query, name, path, visible, near }: ObjectFilter,
  eye: () => Eye | undefined,
): Test | undefined {
  const tests: Test[] = [];
  const word = name?.toLowerCase();
  if (word) tests.push(object => object.lowerName.includes(word));
  const way = path?.toLowerCase();
  if (way) tests.push(object => object.lowerPath.includes(way));
  const anything = query?.toLowerCase();
  if (anything) tests.push(object => object.lowerPath.includes(anything) || hasTypeLike(object, anything));
  if (parent !== undefined && scene !== undefined) tests.push(object => object.scene.id === scene);
  if (near !== undefined) tests.push(inSphere(near));
  if (visible !== undefined) {
    const camera = eye();
    tests.push(object => visibilityOf(object, camera).visible === visible);
  }
  return tests.length < 2 ? tests[0] : object => tests.every(test => test(object));
}

function inSphere(near: Near): Test {
  const parts = typeof near === 'object' && near !== null ? [near.x, near.y, near.z, near.radius] : [];
  if (parts.length < 4 || !parts.every(isSingle) || near.radius < 0) {
    throw new EngineError(
      'invalid',
      `near is ${shown(near)}`,
      'send {x, y, z, radius}, with a radius of 0 or more',
    );
  }
  return ({ node }) => worldPosition(node).distanceTo(near as never) <= near.radius;
}

function nearestFirst(sources: readonly Source[], test: Test, near: Near): GameObject[] {
  const found = sources.flatMap(({ objects }) => [...only(objects, test)]);
  const distances = new Map(
    found.map(object => [object, worldPosition(object.node).distanceTo(near as never)]),
  );
  return found.sort((a, b) => (distances.get(a) as number) - (distances.get(b) as number));
}

function isA({ components }: GameObject, { name }: ReflectedType): boolean {
  return name === OBJECT || components.some(({ type }) => type.isA(name));
}

function hasTypeLike({ components }: GameObject, word: string): boolean {
  return components.some(({ type }) => type.name.toLowerCase().includes(word));
}

function slice(sources: readonly Source[], offset: number, limit: number): Page<GameObject> {
  const items: GameObject[] = [];
  let skip = offset;
  for (const { size, objects } of sources) {
    if (items.length >= limit) break;
    if (skip >= size) {
      skip -= size;
      continue;
    }
    for (const object of objects) {
      if (skip > 0) skip--;
      else if (items.push(object) >= limit) break;
    }
  }
  return { total: sources.reduce((sum, { size }) => sum + size, 0), items };
}

function scan(sources: readonly Source[], test: Test, offset: number, limit: number): Page<GameObject> {
  const items: GameObject[] = [];
  let total = 0;
  for (const { objects } of sources) {
    for (const object of objects) {
      if (!test(object)) continue;
      if (total >= offset && items.length < limit) items.push(object);
      total++;
    }
  }
  return { total, items };
}

function counted(objects: Iterable<GameObject>, test: Test): Source {
  const found = [...only(objects, test)];
  return { size: found.length, objects: found };
}

function* only(objects: Iterable<GameObject>, test: Test): Iterable<GameObject> {
  for (const object of objects) if (test(object)) yield object;
}
