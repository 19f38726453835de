import { WorldError } from '@worldwire/server';
import type { Scene } from '../scene/scene.js';

const PAGE = 200;
const MAX_CONTROLS = 2_000;
/** Pixels of the picture in which other objects are found. */
const WIDTH = 320;
const CAPTURE_MS = 20_000;

export interface Place {
  readonly x: number;
  readonly y: number;
  /** x and y are from 0 to 1. */
  readonly normalized?: true;
}

/** The middle of a visible control, or of what the picture shows of an object. */
export async function placeOnScreen(scene: Scene, id: string): Promise<Place> {
  const place = (await controlPlace(scene, id)) ?? (await seenPlace(scene, id));
  if (place !== undefined) return place;
  throw new WorldError(
    'NotFound',
    `${id} is not seen: it is no visible control, and not among the largest objects of the picture.`,
    'ListControls lists the visible controls, and Screenshot has `seen`. GetObject with the field Visible says why an object is not seen.',
  );
}

async function controlPlace(scene: Scene, id: string): Promise<Place | undefined> {
  for (let offset = 0; offset < MAX_CONTROLS; offset += PAGE) {
    const { items, total } = await scene.call('ui.list', { limit: PAGE, offset });
    const found = items.find(item => item.id === id);
    if (found !== undefined) {
      const { min, max } = found.bounds;
      return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
    }
    if (offset + items.length >= total || items.length === 0) return undefined;
  }
  return undefined;
}

/** Pictures have another size than the screen, so that the place is a part of both. */
async function seenPlace(scene: Scene, id: string): Promise<Place | undefined> {
  const options = { deadline: CAPTURE_MS };
  const { width, height, seen } = await scene.call('view.capture', { width: WIDTH }, options);
  const found = seen?.find(each => each.id === id);
  return found && { x: found.x / width, y: found.y / height, normalized: true };
}
