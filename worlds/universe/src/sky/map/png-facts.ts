const HEADER_BYTES = 8 + 12 + 13;
const CHUNK_BYTES = 12;

/** The size and the number of colours of a PNG with a palette, from its first two chunks. */
export function pngFacts(png: Uint8Array): {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
} {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const read = (at: number) => (at + 4 <= png.byteLength ? view.getUint32(at) : 0);
  const palette = png.byteLength > HEADER_BYTES + CHUNK_BYTES ? read(HEADER_BYTES) / 3 : 0;
  return { width: read(16), height: read(20), colours: palette };
}
