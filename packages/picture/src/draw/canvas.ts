import type { Raster } from '../raster/raster.js';
import { GLYPH, glyphColumns, textWidth } from './glyphs.js';

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A box of pixels. `right` and `bottom` are the first pixels outside of it. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An opaque picture that is painted: boxes, other pictures and text. What lies outside of it is left out. */
export class Canvas implements Raster {
  readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    ground: Rgb,
  ) {
    this.pixels = new Uint8Array(width * height * 4).fill(255);
    this.box({ left: 0, top: 0, right: width, bottom: height }, ground);
  }

  /** Fills a box. An opacity below 1 lets the colour behind through. */
  box({ left, top, right, bottom }: PixelBox, colour: Rgb, opacity = 1): void {
    const [from, to] = [Math.max(0, Math.round(left)), Math.min(this.width, Math.round(right))];
    const end = Math.min(this.height, Math.round(bottom));
    for (let y = Math.max(0, Math.round(top)); y < end; y++) {
      for (let at = (y * this.width + from) * 4; at < (y * this.width + to) * 4; at += 4) {
        for (let part = 0; part < 3; part++) {
          const behind = this.pixels[at + part]!;
          this.pixels[at + part] = behind + (colour[part]! - behind) * opacity;
        }
      }
    }
  }

  /** Copies a picture with its upper left corner at a pixel. */
  picture({ width, height, pixels }: Raster, left: number, top: number): void {
    const [x, y] = [Math.round(left), Math.round(top)];
    const [from, to] = [Math.max(0, -x), Math.min(width, this.width - x)];
    if (from >= to) return;
    for (let row = Math.max(0, -y); row < Math.min(height, this.height - y); row++) {
      const line = pixels.subarray((row * width + from) * 4, (row * width + to) * 4);
      const start = ((y + row) * this.width + x + from) * 4;
      this.pixels.set(line, start);
      for (let at = start + 3; at < start + line.length; at += 4) this.pixels[at] = 255;
    }
  }

  /** Writes a line of text with its upper left corner at a pixel. */
  text(text: string, left: number, top: number, colour: Rgb, scale = 1): void {
    for (const [at, character] of [...text].entries()) {
      for (const [column, bits] of glyphColumns(character).entries()) {
        for (let row = 0; row < GLYPH.height; row++) {
          if ((bits & (1 << row)) === 0) continue;
          const x = Math.round(left) + (at * GLYPH.advance + column) * scale;
          const y = Math.round(top) + row * scale;
          this.box({ left: x, top: y, right: x + scale, bottom: y + scale }, colour);
        }
      }
    }
  }

  /** The same, ending at a pixel. */
  textBefore(text: string, right: number, top: number, colour: Rgb, scale = 1): void {
    this.text(text, right - textWidth(text) * scale, top, colour, scale);
  }
}
