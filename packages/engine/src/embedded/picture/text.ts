import { GLYPH, glyphColumns } from '@worldwire/picture';
import type { Paint, Raster } from './raster.js';

/** Pixels from one character to the next, at the scale 1. */
export const ADVANCE = GLYPH.advance;
export const LINE = GLYPH.height + 1;
const MAX_CHARACTERS = 120;

/** Writes a line of text with its upper left corner at a pixel. Other characters than ASCII are question marks. */
export function writeText(
  raster: Raster,
  text: string,
  left: number,
  top: number,
  scale: number,
  paint: Paint,
): void {
  for (const [at, character] of [...text.slice(0, MAX_CHARACTERS)].entries()) {
    for (const [column, bits] of glyphColumns(character).entries()) {
      for (let row = 0; row < GLYPH.height; row++) {
        if ((bits & (1 << row)) === 0) continue;
        const x = left + (at * ADVANCE + column) * scale;
        const y = top + row * scale;
        raster.rectangle(x, y, x + scale, y + scale, paint);
      }
    }
  }
}

/** In pixels at the scale 1. */
export function textWidth(text: string): number {
  return Math.min([...text].length, MAX_CHARACTERS) * ADVANCE - 1;
}
