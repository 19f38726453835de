import { compactPng, TimeSlices } from '@worldwire/picture';
import { Vector3 } from 'three';
import { EngineError } from '../../port/engine-error.js';
import type { ParamsOf, PictureInfo } from '../../port/operations.js';
import { DEFAULT_VIEW, SCREEN, type View } from '../model/screen.js';
import type { World } from '../model/world.js';
import { Eye } from '../view/eye.js';
import { paintElements } from './draw-elements.js';
import { type DrawItem, drawItems, lightDirection } from './draw-list.js';
import { MeshPainter } from './draw-mesh.js';
import { viewOn } from './focus.js';
import { Raster } from './raster.js';
import { paintDetails, paintSky } from './scenery.js';
import { seenObjects } from './seen-objects.js';

const DEFAULT_WIDTH = 640;
const MIN_SIDE = 16;
const MAX_SIDE = 2048;
const MAX_PIXELS = 1920 * 1080;
/** Milliseconds of drawing objects, and of drawing elements. Objects that are left then are not drawn; they are the farthest. */
const MAX_DRAWING_MS = 1500;
const MAX_WAITING = 8;

/** Pictures of a scene, one at a time, drawn without a display. */
export class Pictures {
  readonly #world: World;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(world: World) {
    this.#world = world;
  }

  take(params: ParamsOf<'view.capture'>, view: () => View | undefined): Promise<PictureInfo> {
    const size = sizeOf(params);
    if (this.#waiting >= MAX_WAITING) {
      throw new EngineError(
        'not-ready',
        `${MAX_WAITING} pictures are being drawn already`,
        'retry in a second',
      );
    }
    this.#waiting++;
    const picture = this.#last
      .then(() => this.#draw(size, params, view() ?? DEFAULT_VIEW))
      .finally(() => this.#waiting--);
    this.#last = picture.catch(() => {});
    return picture;
  }

  async #draw(
    { width, height }: Size,
    { focus }: ParamsOf<'view.capture'>,
    view: View,
  ): Promise<PictureInfo> {
    const slices = new TimeSlices();
    const eye = new Eye(focus === undefined ? view : viewOn(this.#world.get(focus), view));
    const raster = new Raster(width, height);
    const items = await drawItems(this.#world, eye, slices);
    await paintSky(raster, eye, slices);
    const meshesLeft = await paintMeshes(this.#world, eye, raster, items, slices);
    await paintDetails(raster, eye, items, slices);
    // The user interface would cover the object that is focused.
    const { elements, left } =
      focus === undefined
        ? await paintElements(this.#world, raster, items.length + 1, slices, MAX_DRAWING_MS)
        : { elements: [], left: 0 };
    const notDrawn = meshesLeft + left;
    const { seen, total } = await seenObjects(raster, items, elements, slices);
    const png = await compactPng(raster.color, { width, height }, slices);
    const data = Buffer.from(png).toString('base64');
    const objects = { seen, seenTotal: total, ...(notDrawn > 0 && { notDrawn }) };
    return { data, mimeType: 'image/png', width, height, ...objects };
  }
}

/** Opaque objects from the nearest on, and then transparent ones from the farthest on. Returns how many are left when the time is over. */
async function paintMeshes(
  world: World,
  eye: Eye,
  raster: Raster,
  items: readonly DrawItem[],
  slices: TimeSlices,
): Promise<number> {
  const turn = eye.view.rotation.clone().invert();
  const lighting = {
    light: lightDirection(world).applyQuaternion(turn),
    up: new Vector3(0, 1, 0).applyQuaternion(turn),
  };
  const painter = new MeshPainter(raster, eye, lighting);
  const until = slices.spent + MAX_DRAWING_MS;
  const numbers = items.map((_, at) => at);
  const isOpaque = (at: number) => (items[at] as DrawItem).tint.alpha >= 1;
  const order = [...numbers.filter(isOpaque), ...numbers.filter(at => !isOpaque(at)).reverse()];
  for (const [count, at] of order.entries()) {
    if (slices.isOver) await slices.yieldToEventLoop();
    if (slices.spent > until) return order.length - count;
    painter.draw(items[at] as DrawItem, at + 1);
  }
  return 0;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** One side is computed from the other by the shape of the screen. */
function sizeOf({ width, height }: ParamsOf<'view.capture'>): Size {
  for (const [name, side] of Object.entries({ width, height })) {
    if (side === undefined || (Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE)) continue;
    const hint = `send a whole number from ${MIN_SIDE} to ${MAX_SIDE}, or leave it out`;
    throw new EngineError('invalid', `${name} is ${side}`, hint);
  }
  const shape = SCREEN.width / SCREEN.height;
  const wide = width ?? (height === undefined ? DEFAULT_WIDTH : Math.round(height * shape));
  const size = { width: wide, height: height ?? Math.max(1, Math.round(wide / shape)) };
  if (size.width * size.height <= MAX_PIXELS) return size;
  const about = `a picture of ${size.width} by ${size.height} has too many pixels`;
  throw new EngineError('invalid', about, `send a width of 1920 at most, or ${MAX_PIXELS} pixels in all`);
}
