import { crc32, inflateSync } from 'node:zlib';
import type { Colour } from '../raster.js';

export interface DecodedPng {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly pixels: Buffer;
  readonly description: string | undefined;
  at(x: number, y: number): Colour;
}

/** Reads a plain PNG: eight bits of three colours, no filter, no interlacing. */
export function decodePng(bytes: Uint8Array): DecodedPng {
  const chunks = [...chunksOf(Buffer.from(bytes))];
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
  if (header.subarray(8).toString('hex') !== '0802000000') throw new Error('this is another kind of PNG');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const row = width * 3;
  const rows = inflateSync(
    Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []))),
  );
  if (rows.length !== (row + 1) * height)
    throw new Error(`${rows.length} bytes are not ${width} by ${height}`);
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    if (rows[y * (row + 1)] !== 0) throw new Error(`row ${y} is filtered`);
    rows.copy(pixels, y * row, y * (row + 1) + 1, (y + 1) * (row + 1));
  }
  const text = chunks.find(({ type }) => type === 'iTXt')?.data.toString('utf8');
  const at = (x: number, y: number): Colour => {
    const place = (y * width + x) * 3;
    return [pixels.readUInt8(place), pixels.readUInt8(place + 1), pixels.readUInt8(place + 2)];
  };
  return { width, height, pixels, description: text?.split('\0').at(-1), at };
}

function* chunksOf(png: Buffer): Iterable<{ readonly type: string; readonly data: Buffer }> {
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.readUInt32BE(end) !== crc32(png.subarray(at + 4, end)))
      throw new Error(`the sum at ${end} is wrong`);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) };
    at = end + 4;
  }
}
