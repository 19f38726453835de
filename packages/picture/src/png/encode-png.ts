import { type Encoding, PIECE_BYTES, pngFile, pngHeader } from './png-file.js';

/** Bytes per pixel, and the PNG colour type. */
const FORMS = {
  gray: { bytes: 1, colour: 0 },
  rgb: { bytes: 3, colour: 2 },
  bgra: { bytes: 4, colour: 6 },
} as const;

/** Pixels, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly form: keyof typeof FORMS;
}

/**
 * A picture as a PNG file, written fast, with all its colours.
 *
 *     const file = await encodePng({ width: 1, height: 1, pixels: Uint8Array.of(255, 0, 0), form: 'rgb' });
 */
export async function encodePng(picture: Pixels, options: Encoding = {}): Promise<Uint8Array> {
  const { width, height, form } = picture;
  return pngFile(pngHeader(width, height, 8, FORMS[form].colour), rowsOf(picture), options);
}

/** Swaps the first and third byte of every pixel in a piece of one row. */
export function swapInRow(row: Uint8Array, pixelBytes: number): void {
  for (let at = 0; at + 2 < row.length; at += pixelBytes) {
    const first = row[at]!;
    row[at] = row[at + 2]!;
    row[at + 2] = first;
  }
}

/** Some rows at a time, each after its filter byte 0. */
function* rowsOf({ width, height, pixels, form }: Pixels): Iterable<Uint8Array> {
  const pixelBytes = FORMS[form].bytes;
  const rowBytes = width * pixelBytes;
  const atOnce = Math.max(1, Math.floor(PIECE_BYTES / (rowBytes + 1)));
  for (let top = 0; top < height; top += atOnce) {
    const count = Math.min(atOnce, height - top);
    const piece = new Uint8Array(count * (rowBytes + 1));
    for (let y = 0; y < count; y++) {
      const row = piece.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1));
      row.set(pixels.subarray((top + y) * rowBytes, (top + y + 1) * rowBytes));
      if (form === 'bgra') swapInRow(row, pixelBytes);
    }
    yield piece;
  }
}
