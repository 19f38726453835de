import type { PictureInfo, SeenObject, Vector3 } from '@worldwire/engine';
import { cutText } from '@worldwire/server/kit';
import type { Scene } from '../scene/scene.js';

/** A scene with more objects is compared by what the pictures show. */
const MAX_OBJECTS = 500;
const MAX_MOVED = 20;
const MAX_PATH = 200;
/** Smaller moves are not told. */
const MIN_MOVE = { world: 0.01, pixels: 2 };

/** An object with its place, as numbers. */
interface Placed {
  readonly id: string;
  readonly path: string;
  readonly at: readonly number[];
}

export type Places = ReadonlyMap<string, Placed>;

export interface MovedDto {
  readonly path: string;
  readonly from?: readonly number[];
  readonly to?: readonly number[];
}

/** The places of all objects in the world. Undefined if there are too many, or the engine does not tell them. */
export async function placesOf(scene: Scene): Promise<Places | undefined> {
  const filter = { fields: ['position'] as const, limit: MAX_OBJECTS };
  const found = await scene.call('object.list', filter);
  if (found.total > found.items.length) return undefined;
  const placed = found.items.flatMap(({ id, path, position }) =>
    position === undefined ? [] : [{ id, path, at: numbersOf(position) }],
  );
  return placed.length === 0 ? undefined : byId(placed);
}

/** The places of objects in a picture, in its pixels. */
export function seenIn({ seen }: PictureInfo): Places | undefined {
  return seen && byId(seen.map(({ id, path, x, y }: SeenObject) => ({ id, path, at: [x, y] })));
}

/** Whether a picture tells all of its objects. */
export function isWhole({ seen = [], seenTotal = 0 }: PictureInfo): boolean {
  return seenTotal <= seen.length;
}

/** What moved, the farthest first; then, if both lists are whole, what came (`to` alone) and what went (`from` alone). */
export function movedBetween(
  before: Places,
  after: Places,
  unit: keyof typeof MIN_MOVE,
  comes = true,
): readonly MovedDto[] {
  const moved = [...after.values()].flatMap(now => {
    const then = before.get(now.id);
    const far =
      then === undefined ? 0 : Math.hypot(...now.at.map((part, index) => part - (then.at[index] ?? 0)));
    return then === undefined || far < MIN_MOVE[unit] ? [] : [{ far, now, then }];
  });
  moved.sort((a, b) => b.far - a.far);
  const came = comes ? [...after.values()].filter(({ id }) => !before.has(id)) : [];
  const went = comes ? [...before.values()].filter(({ id }) => !after.has(id)) : [];
  return [
    ...moved.map(({ now, then }) => ({ path: shown(now), from: rounded(then), to: rounded(now) })),
    ...came.map(now => ({ path: shown(now), to: rounded(now) })),
    ...went.map(then => ({ path: shown(then), from: rounded(then) })),
  ].slice(0, MAX_MOVED);
}

function byId(placed: readonly Placed[]): Places {
  return new Map(placed.map(each => [each.id, each]));
}

function numbersOf({ x, y, z }: Vector3): readonly number[] {
  return [x, y, z];
}

function shown({ path }: Placed): string {
  return cutText(path, MAX_PATH);
}

function rounded({ at }: Placed): readonly number[] {
  return at.map(part => Math.round(part * 100) / 100);
}
