import { inflateSync } from 'node:zlib';

const SIGNATURE = '89504e470d0a1a0a';
const CHANNELS = 3;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue from 0 to 255, counted from the upper left corner. */
  at(x: number, y: number): readonly number[];
}

/** Reads a PNG with eight bits of red, green and blue, which is what the bridge makes. */
export function readPng(bytes: Buffer): Picture {
  if (bytes.toString('hex', 0, 8) !== SIGNATURE) throw new Error('this is no PNG');
  let header = Buffer.alloc(0);
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') header = Buffer.from(body);
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  if (header[8] !== 8 || header[9] !== 2 || header[12] !== 0) throw new Error('this is another kind of PNG');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixels = unfilter(inflateSync(Buffer.concat(data)), width * CHANNELS, height);
  return {
    width,
    height,
    at: (x, y) => [...pixels.subarray((y * width + x) * CHANNELS, (y * width + x + 1) * CHANNELS)],
  };
}

/** Each line says in its first byte how it was foretold from its left, upper and upper left neighbours. */
function unfilter(raw: Buffer, stride: number, height: number): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] as number;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < CHANNELS ? 0 : (pixels[at - CHANNELS] as number);
      const up = y === 0 ? 0 : (pixels[at - stride] as number);
      const corner = x < CHANNELS || y === 0 ? 0 : (pixels[at - stride - CHANNELS] as number);
      const foretold = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] as number;
      pixels[at] = (raw[y * (stride + 1) + 1 + x] as number) + foretold;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
