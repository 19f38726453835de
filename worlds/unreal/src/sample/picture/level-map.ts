import { setImmediate } from 'node:timers/promises';
import { box, type Colour, Raster, type Shape } from './raster.js';

/** Something on the map, at a place in centimetres. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  /** Higher marks cover lower ones. */
  readonly height: number;
  readonly colour: Colour;
  readonly opacity: number;
  /** The area around a pixel. `scale` is pixels per centimetre. */
  shape(x: number, y: number, scale: number): Shape;
}

interface Ground {
  readonly ground: Colour;
  /** The smallest distance from the origin that the map shows, in centimetres. */
  readonly reach: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 200;
const GRID_OPACITY = 0.08;
const WHITE: Colour = [255, 255, 255];
/** Rows between two reports of progress. */
const BAND = 32;
/** Pixels between two turns of the event loop. */
const PIXELS_PER_TURN = 1_000_000;

/** Maps places to pixels: X goes up, Y to the right, the origin is in the middle. */
interface Projection {
  /** Pixels per centimetre. */
  readonly scale: number;
  /** Centimetres from the middle to the nearer edges. */
  readonly reach: number;
  at(x: number, y: number): readonly [x: number, y: number];
}

export function projectionOf(
  { reach: least }: Pick<Ground, 'reach'>,
  places: readonly { readonly x: number; readonly y: number }[],
  { width, height }: Size,
): Projection {
  const farthest = (max: number, { x, y }: { readonly x: number; readonly y: number }) =>
    Math.max(max, Math.abs(x) + MARGIN, Math.abs(y) + MARGIN);
  const reach = places.reduce(farthest, least);
  const scale = Math.min(width, height) / (2 * reach);
  return { scale, reach, at: (x, y) => [width / 2 + y * scale, height / 2 - x * scale] };
}

/** Draws a level from above. */
export async function drawMap(
  level: Ground,
  marks: readonly Mark[],
  size: Size,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<Raster> {
  const { width, height } = size;
  const raster = Raster.drawn(width, height, () => level.ground);
  const projection = projectionOf(level, marks, size);
  const lines = gridLines(projection, size);
  const upwards = marks
    .toSorted((a, b) => a.height - b.height)
    .map(mark => ({ ...mark, area: mark.shape(...projection.at(mark.x, mark.y), projection.scale) }));
  let spent = width * height;
  for (let top = 0; top < height; top += BAND) {
    const band = { top, bottom: Math.min(top + BAND, height) - 1 };
    for (const line of lines) raster.fill(line, WHITE, GRID_OPACITY, band);
    for (const { area, colour, opacity } of upwards) {
      spent += raster.fill(area, colour, opacity, band);
      if (spent < PIXELS_PER_TURN) continue;
      spent = 0;
      await setImmediate();
      signal.throwIfAborted();
    }
    onRows(band.bottom + 1 - top);
  }
  return raster;
}

/** Lines at round distances from the middle. */
function gridLines({ reach, scale, at }: Projection, { width, height }: Size): readonly Shape[] {
  const step = 10 ** Math.floor(Math.log10(reach));
  const length = Math.max(width, height);
  const distances = (pixels: number) => {
    const count = Math.floor(pixels / 2 / (step * scale));
    return Array.from({ length: 2 * count + 1 }, (_, number) => (number - count) * step);
  };
  return [
    ...distances(width).map(y => box(...at(0, y), length, 0.5, 0)),
    ...distances(height).map(x => box(...at(x, 0), length, 0.5, 90)),
  ];
}
