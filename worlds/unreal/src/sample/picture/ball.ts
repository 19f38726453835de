import { type Colour, Raster } from './raster.js';

const SIZE = 128;
const RADIUS = 56;
const BACK: Colour = [38, 38, 42];
/** The direction to the light: left, above, in front. */
const LIGHT = [-0.48, -0.6, 0.64] as const;

/** A lit ball, as a content browser shows a material. */
export function ball(colour: Colour): Raster {
  return Raster.drawn(SIZE, SIZE, (column, row) => {
    const x = (column + 0.5 - SIZE / 2) / RADIUS;
    const y = (row + 0.5 - SIZE / 2) / RADIUS;
    const squared = x * x + y * y;
    if (squared > 1) return BACK;
    const towards = x * LIGHT[0] + y * LIGHT[1] + Math.sqrt(1 - squared) * LIGHT[2];
    const brightness = 0.2 + 0.8 * Math.max(0, towards);
    return colour.map(part => Math.round(part * brightness)) as unknown as Colour;
  });
}
