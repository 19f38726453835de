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
/** The part of a frame that is filled, and the smallest frame, in centimetres. */
const FILLED = 0.8;
const MIN_REACH = 50;
const GRID_OPACITY = 0.08;
const WHITE: Colour = [255, 255, 255];
/** Rows between two reports of progress. */
const BAND = 32;
/** Pixels between two turns of the event loop. */
const PIXELS_PER_TURN = 1_000_000;

/** Maps places to pixels: X goes up, Y to the right. The origin is in the middle unless the map has a frame. */
interface Projection {
  readonly middle: Place;
  /** Pixels per centimetre. */
  readonly scale: number;
  /** Centimetres from the middle to the nearer edges. */
  readonly reach: number;
  at(x: number, y: number): readonly [x: number, y: number];
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The part of a level that a map shows, in centimetres. */
export interface Frame extends Place {
  readonly reach: number;
}

/** A frame that some marks fill; undefined without marks. Light is left out, because it is much larger than its lamp. */
export function frameAround(marks: readonly Mark[]): Frame | undefined {
  const solid = marks
    .filter(({ opacity }) => opacity === 1)
    .map(({ x, y, shape }) => ({ x, y, ...half(shape) }));
  if (solid.length === 0) return undefined;
  const [bottom, top] = [
    Math.min(...solid.map(({ x, height }) => x - height)),
    Math.max(...solid.map(({ x, height }) => x + height)),
  ];
  const [left, right] = [
    Math.min(...solid.map(({ y, width }) => y - width)),
    Math.max(...solid.map(({ y, width }) => y + width)),
  ];
  const reach = Math.max(MIN_REACH, (top - bottom) / 2 / FILLED, (right - left) / 2 / FILLED);
  return { x: (bottom + top) / 2, y: (left + right) / 2, reach };
}

/** Half of the size of a mark in centimetres. */
function half(shape: Mark['shape']) {
  const { halfWidth: width, halfHeight: height } = shape(0, 0, 1);
  return { width, height };
}

export function projectionOf(
  { reach: least }: Pick<Ground, 'reach'>,
  places: readonly Place[],
  { width, height }: Size,
  frame?: Frame,
): Projection {
  const farthest = (max: number, { x, y }: Place) =>
    Math.max(max, Math.abs(x) + MARGIN, Math.abs(y) + MARGIN);
  const middle = frame ?? { x: 0, y: 0 };
  const reach = frame?.reach ?? places.reduce(farthest, least);
  const scale = Math.min(width, height) / (2 * reach);
  const at: Projection['at'] = (x, y) => [
    width / 2 + (y - middle.y) * scale,
    height / 2 - (x - middle.x) * scale,
  ];
  return { scale, reach, middle, at };
}

/** Draws a level from above, or the part of it in the frame. */
export async function drawMap(
  level: Ground,
  marks: readonly Mark[],
  size: Size,
  signal: AbortSignal,
  onRows: (count: number) => void,
  frame?: Frame,
): Promise<Raster> {
  const { width, height } = size;
  const raster = Raster.drawn(width, height, () => level.ground);
  const projection = projectionOf(level, marks, size, frame);
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

/** Lines at round distances from the origin. */
function gridLines({ reach, scale, middle, at }: Projection, { width, height }: Size): readonly Shape[] {
  const step = 10 ** Math.floor(Math.log10(reach));
  const length = Math.max(width, height);
  const distances = (pixels: number, from: number) => {
    const count = Math.floor(pixels / 2 / (step * scale));
    const first = Math.round(from / step) - count;
    return Array.from({ length: 2 * count + 1 }, (_, number) => (first + number) * step);
  };
  return [
    ...distances(width, middle.y).map(y => box(...at(middle.x, y), length, 0.5, 0)),
    ...distances(height, middle.x).map(x => box(...at(x, middle.y), length, 0.5, 90)),
  ];
}
