import type { TimeSlices } from '@worldwire/picture';
import type { SeenObject } from '../../port/operations.js';
import type { GameObject } from '../model/game-object.js';
import type { DrawItem } from './draw-list.js';
import type { Raster } from './raster.js';

const MAX_SEEN = 40;

interface Count {
  pixels: number;
  x: number;
  y: number;
}

/** The objects that own pixels, those with the most first, and their number. Owners are items, and then elements. */
export async function seenObjects(
  { owner, width, height }: Raster,
  items: readonly DrawItem[],
  elements: readonly GameObject[],
  slices: TimeSlices,
): Promise<{ readonly seen: SeenObject[]; readonly total: number }> {
  const counts = new Map<number, Count>();
  for (let y = 0; y < height; y++) {
    if (slices.isOver) await slices.yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      const number = owner[y * width + x] as number;
      if (number === 0) continue;
      let count = counts.get(number);
      if (count === undefined) {
        count = { pixels: 0, x: 0, y: 0 };
        counts.set(number, count);
      }
      count.pixels++;
      count.x += x;
      count.y += y;
    }
  }
  const largest = [...counts].sort(([, a], [, b]) => b.pixels - a.pixels).slice(0, MAX_SEEN);
  const seen = largest.map(([number, { pixels, x, y }]) => {
    const item = items[number - 1];
    const { id, name, path } = item?.object ?? (elements[number - 1 - items.length] as GameObject);
    return {
      id,
      name,
      path,
      x: Math.round(x / pixels),
      y: Math.round(y / pixels),
      distance: round(item?.distance ?? 0, 100),
      share: round(pixels / (width * height), 10_000),
    };
  });
  return { seen, total: counts.size };
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
