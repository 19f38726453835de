import type { Pauses } from '../raster/pauses.js';
import type { Raster } from '../raster/raster.js';
import { BitWriter } from './bit-writer.js';
import { COSINES, ZIGZAG } from './cosines.js';
import { type HuffmanTable, TABLES } from './huffman-codes.js';

/** The steps of the coefficients at quality 50, row by row. ITU-T T.81, Annex K.1. */
const BRIGHTNESS_STEPS = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const COLOUR_STEPS = [
  ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99],
  ...[47, 66, 99, 99, 99, 99, 99, 99, ...new Array<number>(32).fill(99)],
];
const ZEROS_16 = 0xf0;
const END_OF_BLOCK = 0;

/**
 * A picture as a baseline JPEG file on black, with the colours of every pixel, because thin lines and small texts lose theirs
 * otherwise. The quality is from 1 to 100. https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
export async function encodeJpeg(raster: Raster, quality: number, pauses: Pauses): Promise<Uint8Array> {
  const { width, height } = raster;
  const [bright, colour] = [stepsOf(BRIGHTNESS_STEPS, quality), stepsOf(COLOUR_STEPS, quality)];
  const { brightness: b, colour: c } = TABLES;
  const writer = new BitWriter();
  const channels = [
    new Channel(writer, bright, b.dc, b.ac),
    new Channel(writer, colour, c.dc, c.ac),
    new Channel(writer, colour, c.dc, c.ac),
  ] as const;
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      fillBlocks(raster, left, top, channels);
      for (const channel of channels) channel.write();
    }
    if (pauses.isOver) await pauses.yieldToEventLoop();
  }
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...ZIGZAG.map(at => bright[at]!), 1, ...ZIGZAG.map(at => colour[at]!)]),
    segment(0xc0, [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]),
    segment(0xc4, [0x00, ...b.dc.bytes, 0x10, ...b.ac.bytes, 0x01, ...c.dc.bytes, 0x11, ...c.ac.bytes]),
    segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
    writer.end(),
    Uint8Array.of(0xff, 0xd9),
  ]);
}

/** The blocks of brightness and colour in one place. Pixels at the edge are repeated. */
function fillBlocks({ width, height, pixels }: Raster, left: number, top: number, channels: Channels): void {
  const [y, cb, cr] = channels;
  for (let at = 0; at < 64; at++) {
    const row = Math.min(top + (at >> 3), height - 1);
    const from = 4 * (row * width + Math.min(left + (at & 7), width - 1));
    const opacity = pixels[from + 3]! / 255;
    const red = pixels[from]! * opacity;
    const green = pixels[from + 1]! * opacity;
    const blue = pixels[from + 2]! * opacity;
    y.block[at] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
    cb.block[at] = -0.168736 * red - 0.331264 * green + 0.5 * blue;
    cr.block[at] = 0.5 * red - 0.418688 * green - 0.081312 * blue;
  }
}

type Channels = readonly [Channel, Channel, Channel];

/** Writes the blocks of one channel. */
class Channel {
  readonly block = new Float64Array(64);
  readonly #half = new Float64Array(64);
  #last = 0;

  constructor(
    readonly writer: BitWriter,
    readonly steps: readonly number[],
    readonly dc: HuffmanTable,
    readonly ac: HuffmanTable,
  ) {}

  write(): void {
    this.#transform();
    const { block, steps } = this;
    const level = (at: number) => Math.round(block[at]! / steps[at]!);
    const first = level(0);
    this.#value(this.dc, 0, first - this.#last);
    this.#last = first;
    let zeros = 0;
    for (let place = 1; place < 64; place++) {
      const value = level(ZIGZAG[place]!);
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) this.writer.write(this.ac.codes[ZEROS_16]!);
      this.#value(this.ac, zeros, value);
      zeros = 0;
    }
    if (zeros > 0) this.writer.write(this.ac.codes[END_OF_BLOCK]!);
  }

  /** The code of the zeros before it and of its length, and then its bits; those of a negative value are inverted. */
  #value(table: HuffmanTable, zeros: number, value: number): void {
    const length = 32 - Math.clz32(Math.abs(value));
    this.writer.write(table.codes[(zeros << 4) | length]!);
    if (length > 0) this.writer.write({ bits: value < 0 ? value + (1 << length) - 1 : value, length });
  }

  /** The cosine transform of the block: of its rows, and then of its columns. */
  #transform(): void {
    const [block, half] = [this.block, this.#half];
    for (let row = 0; row < 64; row += 8) sums(block, row, 1, half);
    for (let column = 0; column < 8; column++) sums(half, column, 8, block);
  }
}

function sums(from: Float64Array, start: number, step: number, to: Float64Array): void {
  for (let frequency = 0; frequency < 8; frequency++) {
    let sum = 0;
    for (let at = 0; at < 8; at++) sum += from[start + at * step]! * COSINES[frequency * 8 + at]!;
    to[start + frequency * step] = sum;
  }
}

/** As the library of the Independent JPEG Group computes them. */
function stepsOf(steps: readonly number[], quality: number): readonly number[] {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return steps.map(step => Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))));
}

function segment(marker: number, bytes: readonly number[]): Uint8Array {
  const length = bytes.length + 2;
  return Uint8Array.of(0xff, marker, length >> 8, length & 255, ...bytes);
}
