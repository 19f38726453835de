import type { Pauses } from './pauses.js';
import type { Raster, Size } from './raster.js';

/** Averages rows of pixels down to a smaller picture. */
export class Scaler {
  readonly #columns: Uint32Array;
  readonly #rows: number;
  readonly #width: number;
  readonly #height: number;
  readonly #sums: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(from: Size, { width, height }: Size) {
    this.#columns = Uint32Array.from({ length: from.width }, (_, x) => Math.floor((x * width) / from.width));
    this.#rows = from.height;
    this.#width = width;
    this.#height = height;
    this.#sums = new Uint32Array(width * height * 4);
    this.#counts = new Uint32Array(width * height);
  }

  /** A row of red, green, blue and opacity. */
  add(rgba: Uint8Array, y: number): void {
    const [columns, sums, counts] = [this.#columns, this.#sums, this.#counts];
    const top = Math.floor((y * this.#height) / this.#rows) * this.#width;
    for (let x = 0; x < columns.length; x++) {
      const place = top + columns[x]!;
      counts[place]!++;
      for (let part = 0; part < 4; part++) sums[place * 4 + part]! += rgba[x * 4 + part]!;
    }
  }

  raster(): Raster {
    const pixels = new Uint8Array(this.#sums.length);
    for (let at = 0; at < pixels.length; at++) {
      pixels[at] = Math.round(this.#sums[at]! / Math.max(1, this.#counts[at >> 2]!));
    }
    return { width: this.#width, height: this.#height, pixels };
  }
}

/** The raster at a smaller size. */
export async function shrunkRaster(raster: Raster, smaller: Size, pauses: Pauses): Promise<Raster> {
  const { width, height, pixels } = raster;
  if (smaller.width === width && smaller.height === height) return raster;
  const scaler = new Scaler(raster, smaller);
  for (let y = 0; y < height; y++) {
    scaler.add(pixels.subarray(y * width * 4, (y + 1) * width * 4), y);
    if (pauses.isOver) await pauses.yieldToEventLoop();
  }
  return scaler.raster();
}
