import type { ObjectFilter, ObjectInfo, Page } from '../../port/operations.js';
import type { GameObject } from '../model/game-object.js';
import type { Scene } from '../model/scene.js';
import type { World } from '../model/world.js';
import { pageBounds } from './handlers.js';

/** Candidate objects in order, and their number. */
interface Source {
  readonly size: number;
  readonly objects: Iterable<GameObject>;
}

type Test = (object: GameObject) => boolean;

/**
 * One page of objects. Without filters a page costs offset and limit, whatever the size of the scene; a type costs the objects that have it;
 * only text filters scan all objects.
 */
export function listObjects(world: World, filter: ObjectFilter): Page<ObjectInfo> {
  const { limit, offset } = pageBounds(filter);
  const sources = sourcesOf(world, filter);
  const test = testOf(filter);
  return test === undefined ? slice(sources, offset, limit) : scan(sources, test, offset, limit);
}

function sourcesOf(world: World, filter: ObjectFilter): Source[] {
  if (filter.parent !== undefined) {
    const { children } = world.get(filter.parent);
    const { type } = filter;
    if (type === undefined) return [{ size: children.size, objects: children }];
    const objects = [...children].filter(child => child.component(type) !== undefined);
    return [{ size: objects.length, objects }];
  }
  const scenes = filter.scene === undefined ? world.visibleScenes() : [world.scene(filter.scene)];
  return [...scenes].map(scene => sourceIn(scene, world, filter));
}

function sourceIn(scene: Scene, world: World, { type: name, activeOnly }: ObjectFilter): Source {
  if (name !== undefined) {
    const type = world.types.find(name);
    const found = type === undefined ? { size: 0, objects: [] } : scene.withType(type.name);
    return activeOnly ? counted(found.objects, object => object.active) : found;
  }
  if (!activeOnly || scene.inactive === 0) return { size: scene.objects.size, objects: scene.objects };
  return { size: scene.objects.size - scene.inactive, objects: only(scene.objects, object => object.active) };
}

/** Filters that need a scan. */
function testOf({ parent, scene, query, name, path, activeOnly }: ObjectFilter): Test | undefined {
  const tests: Test[] = [];
  const word = name?.toLowerCase();
  if (word) tests.push(object => object.lowerName.includes(word));
  const way = path?.toLowerCase();
  if (way) tests.push(object => object.lowerPath.includes(way));
  const anything = query?.toLowerCase();
  if (anything) tests.push(object => object.lowerPath.includes(anything) || hasType(object, anything));
  if (parent !== undefined && scene !== undefined) tests.push(object => object.scene.id === scene);
  if (parent !== undefined && activeOnly) tests.push(object => object.active);
  return tests.length < 2 ? tests[0] : object => tests.every(test => test(object));
}

function hasType({ components }: GameObject, word: string): boolean {
  return components.some(({ type }) => type.name.toLowerCase().includes(word));
}

function slice(sources: readonly Source[], offset: number, limit: number): Page<ObjectInfo> {
  const items: ObjectInfo[] = [];
  let skip = offset;
  for (const { size, objects } of sources) {
    if (items.length >= limit) break;
    if (skip >= size) {
      skip -= size;
      continue;
    }
    for (const object of objects) {
      if (skip > 0) skip--;
      else if (items.push(object.describe()) >= limit) break;
    }
  }
  return { total: sources.reduce((sum, { size }) => sum + size, 0), items };
}

function scan(sources: readonly Source[], test: Test, offset: number, limit: number): Page<ObjectInfo> {
  const items: ObjectInfo[] = [];
  let total = 0;
  for (const { objects } of sources) {
    for (const object of objects) {
      if (!test(object)) continue;
      if (total >= offset && items.length < limit) items.push(object.describe());
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
