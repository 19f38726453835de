import type { TimeSlices } from '@worldwire/picture';
import type { Canvas } from '../components/canvas.js';
import { groupAlpha } from '../components/canvas-group.js';
import { Graphic, Text } from '../components/user-interface.js';
import type { GameObject } from '../model/game-object.js';
import { SCREEN } from '../model/screen.js';
import type { World } from '../model/world.js';
import { pixelBox } from '../view/bounds.js';
import { canvases } from '../view/ui-pick.js';
import type { Raster, Rgb } from './raster.js';
import { LINE, textWidth, writeText } from './text.js';

/** Characters of the font for one unit of the font size. */
const FONT_SCALE = 1 / 10;

/** An element that is drawn. */
interface Element {
  readonly object: GameObject;
  readonly graphic: Graphic;
  readonly canvas: Canvas;
}

/** Draws the elements of all canvases over a picture, in their order. Owners have numbers from `first` on. Returns the owners. */
export async function paintElements(
  world: World,
  raster: Raster,
  first: number,
  slices: TimeSlices,
  maxMs: number,
): Promise<{ readonly elements: readonly GameObject[]; readonly left: number }> {
  const elements = canvases(world).flatMap(canvas => [...drawnBelow(canvas.object, canvas)]);
  const until = slices.spent + maxMs;
  let drawn = 0;
  for (const element of elements) {
    if (slices.isOver) await slices.yieldToEventLoop();
    if (slices.spent > until) break;
    paint(element, raster, first + drawn);
    drawn++;
  }
  return { elements: elements.map(({ object }) => object), left: elements.length - drawn };
}

/** In drawing order: parents before children, siblings in their order. */
function* drawnBelow(object: GameObject, canvas: Canvas): Iterable<Element> {
  if (!object.active) return;
  const graphic = object.components.find(each => each instanceof Graphic);
  if (graphic?.enabled && graphic.color.alpha * groupAlpha(object) > 0) yield { object, graphic, canvas };
  for (const child of object.children) yield* drawnBelow(child, canvas);
}

function paint({ object, graphic, canvas }: Element, raster: Raster, owner: number): void {
  const { min, max } = pixelBox(object);
  const across = raster.width / SCREEN.width;
  const down = raster.height / SCREEN.height;
  const { r, g, b } = graphic.color.color;
  const color = [r, g, b].map(part => Math.round(255 * Math.min(1, Math.max(0, part)))) as unknown as Rgb;
  const coat = { color, alpha: Math.min(1, graphic.color.alpha) * groupAlpha(object), owner, ground: false };
  const [left, top, right, bottom] = [min.x * across, min.y * down, max.x * across, max.y * down] as const;
  if (!(graphic instanceof Text)) return raster.rectangle(left, top, right, bottom, coat);
  const size = graphic.fontSize * canvas.scaleFactor * down;
  const scale = Math.max(1, Math.round(size * FONT_SCALE));
  const [line = ''] = graphic.text.split('\n');
  const x = (left + right - textWidth(line) * scale) / 2;
  const y = (top + bottom - LINE * scale) / 2;
  writeText(raster, line, Math.round(x), Math.round(y), scale, coat);
}
