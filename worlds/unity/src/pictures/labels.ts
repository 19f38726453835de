import { Canvas, GLYPH, type PixelBox, type Raster, textWidth } from '@worldwire/picture';

const MAX_LABELS = 16;
const MAX_NAME = 24;
const MARGIN = 2;
const BOX = [20, 20, 24] as const;
const BOX_OPACITY = 0.75;
const INK = [255, 255, 255] as const;

/** An object and its pixel in a picture. */
export interface Labelled {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** A copy of the picture with the names of the first objects on them. A label that would cover another one is left out. */
export function withLabels(picture: Raster, objects: readonly Labelled[]): Raster {
  const canvas = new Canvas(picture.width, picture.height, BOX);
  canvas.picture(picture, 0, 0);
  const boxes: PixelBox[] = [];
  for (const { name, x, y } of objects) {
    if (boxes.length >= MAX_LABELS) break;
    const text = name.slice(0, MAX_NAME);
    const left = Math.round(x - textWidth(text) / 2);
    const top = Math.round(y - GLYPH.height / 2);
    const box = {
      left: left - MARGIN,
      top: top - MARGIN,
      right: left + textWidth(text) + MARGIN,
      bottom: top + GLYPH.height + MARGIN,
    };
    if (boxes.some(other => overlap(box, other))) continue;
    boxes.push(box);
    canvas.box(box, BOX, BOX_OPACITY);
    canvas.text(text, left, top, INK);
  }
  return canvas;
}

function overlap(a: PixelBox, b: PixelBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
