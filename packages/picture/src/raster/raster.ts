/** Pixels in memory: red, green, blue and opacity, row by row from the top. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function isOpaque({ pixels }: Raster): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}
