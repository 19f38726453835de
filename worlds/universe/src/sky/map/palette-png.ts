import { crc32, deflateSync } from 'node:zlib';
import { type Indexed, reduceColours } from './palette.js';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INDEXED = 3;
/** At most so many colours have indices of four bits. */
const HALF_BYTE_COLOURS = 16;
/** Tried in this order until the file is small enough. */
const COLOURS = [256, 160, 96, 64, 48];
/** Fewer colours make a file smaller by this factor at most. */
const GAIN_OF_COLOURS = 1.7;
/** Of the sides, from one attempt to the next. */
const [MIN_SHRINK, MAX_SHRINK] = [0.25, 0.85];
/** A picture of fewer pixels shows nothing. */
const MIN_WIDTH = 64;
/** A larger picture is compressed faster, and less. */
const SLOW_PIXELS = 1_500_000;

/** Pixels as RGBA. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/**
 * A PNG with a palette in at most `maxBytes`: with fewer colours, and smaller where that is not enough. `render` draws the
 * picture in a part of its size. Without `maxBytes` it has 256 colours and the whole size.
 */
export function encodePng(
  render: (zoom: number) => Picture,
  maxBytes = Number.POSITIVE_INFINITY,
): Uint8Array {
  for (let zoom = 1; ; ) {
    const picture = render(zoom);
    let png = new Uint8Array(0);
    for (const colours of COLOURS) {
      png = writePng(picture, reduceColours(picture.rgba, colours));
      if (png.length <= maxBytes) return png;
      if (png.length > GAIN_OF_COLOURS * maxBytes) break;
    }
    if (picture.width <= MIN_WIDTH) return png;
    zoom *= Math.max(MIN_SHRINK, Math.min(MAX_SHRINK, Math.sqrt(maxBytes / png.length)));
  }
}

function writePng({ width, height }: Picture, { colours, pixels }: Indexed): Uint8Array<ArrayBuffer> {
  const bits = colours.length <= 3 * HALF_BYTE_COLOURS ? 4 : 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = INDEXED;
  const lines = bits === 8 ? byteLines(pixels, width, height) : halfByteLines(pixels, width, height);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(lines, { level: width * height > SLOW_PIXELS ? 6 : 9, memLevel: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Each line begins with the number of its filter; 0 is none, which is best for a palette. */
function byteLines(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return lines;
}

function halfByteLines(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const length = Math.ceil(width / 2) + 1;
  const lines = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * length + 1 + (x >> 1);
      lines[at] = (lines[at] as number) | ((pixels[y * width + x] as number) << (x % 2 === 0 ? 4 : 0));
    }
  }
  return lines;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
