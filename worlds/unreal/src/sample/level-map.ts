import { setImmediate } from 'node:timers/promises';
import type { LevelPlan } from './model/level-plan.js';
import { type Colour, Raster, type Shape } from './picture/raster.js';

/** Something on the map. Places and lengths are in centimetres, angles are yaws. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  /** What lies higher is drawn later. */
  readonly height: number;
  readonly colour: Colour;
  readonly form:
    | { readonly kind: 'box'; readonly along: number; readonly across: number }
    | { readonly kind: 'glow'; readonly radius: number }
    | { readonly kind: 'beam'; readonly radius: number; readonly spread: number }
    /** As large as it is to be seen, whatever the scale. */
    | { readonly kind: 'dot'; readonly pixels: number };
}

const MARGIN = 200;
const GRID_OPACITY = 0.08;
const WHITE: Colour = [255, 255, 255];
/** Rows that are drawn as one: who waits hears how many are done. */
const BAND = 32;
/** Pixels after which others have their turn. */
const TURN = 1_000_000;

/** Where a place is on the picture: X goes up and Y to the right, with the origin in the middle. */
export interface Projection {
  readonly pixelsPerCentimetre: number;
  /** Centimetres from the middle to the nearer edges. */
  readonly reach: number;
  at(x: number, y: number): { readonly x: number; readonly y: number };
}

export function projectionOf(
  { reach }: Pick<LevelPlan, 'reach'>,
  places: readonly { readonly x: number; readonly y: number }[],
  { width, height }: { readonly width: number; readonly height: number },
): Projection {
  const farthest = places.reduce(
    (most, { x, y }) => Math.max(most, Math.abs(x) + MARGIN, Math.abs(y) + MARGIN),
    reach,
  );
  const scale = Math.min(width, height) / (2 * farthest);
  return {
    pixelsPerCentimetre: scale,
    reach: farthest,
    at: (x, y) => ({ x: width / 2 + y * scale, y: height / 2 - x * scale }),
  };
}

/** A level from above. */
export async function drawMap(
  level: Pick<LevelPlan, 'reach' | 'ground'>,
  marks: readonly Mark[],
  size: { readonly width: number; readonly height: number },
  signal: AbortSignal,
  drawn: (rows: number) => void,
): Promise<Raster> {
  const { width, height } = size;
  const raster = Raster.drawn(width, height, () => level.ground);
  const projection = projectionOf(level, marks, size);
  const lines = gridLines(projection, size);
  const upwards = marks.toSorted((a, b) => a.height - b.height);
  let spent = width * height;
  for (let top = 0; top < height; top += BAND) {
    const band = { top, bottom: Math.min(top + BAND, height) - 1 };
    for (const line of lines) raster.fill(line, WHITE, GRID_OPACITY, band);
    for (const mark of upwards) {
      spent += raster.fill(shapeOf(mark, projection), mark.colour, opacityOf(mark), band);
      if (spent < TURN) continue;
      spent = 0;
      await setImmediate();
      signal.throwIfAborted();
    }
    drawn(band.bottom + 1 - top);
  }
  return raster;
}

function shapeOf({ x, y, yaw, form }: Mark, projection: Projection): Shape {
  const middle = projection.at(x, y);
  const scale = projection.pixelsPerCentimetre;
  switch (form.kind) {
    case 'box':
      // Thin things stay visible.
      return {
        kind: 'box',
        ...middle,
        along: Math.max(0.75, form.along * scale),
        across: Math.max(0.75, form.across * scale),
        angle: yaw,
      };
    case 'glow':
      return { kind: 'disc', ...middle, radius: form.radius * scale };
    case 'beam':
      return { kind: 'wedge', ...middle, radius: form.radius * scale, angle: yaw, spread: form.spread };
    case 'dot':
      return { kind: 'disc', ...middle, radius: form.pixels };
  }
}

function opacityOf({ form }: Mark): number {
  return form.kind === 'glow' ? 0.16 : form.kind === 'beam' ? 0.4 : 1;
}

/** Lines at round distances from the middle. */
function gridLines(
  { reach, pixelsPerCentimetre, at }: Projection,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Shape[] {
  const step = 10 ** Math.floor(Math.log10(reach));
  const half = { along: Math.max(width, height), across: 0.5 };
  const lines = (pixels: number, line: (distance: number) => Shape) => {
    const count = Math.floor(pixels / 2 / (step * pixelsPerCentimetre));
    return Array.from({ length: 2 * count + 1 }, (_, number) => line((number - count) * step));
  };
  return [
    ...lines(width, east => ({ kind: 'box', ...at(0, east), ...half, angle: 0 })),
    ...lines(height, north => ({ kind: 'box', ...at(north, 0), ...half, angle: 90 })),
  ];
}
