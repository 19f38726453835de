import { describe, expect, it } from 'vitest';
import { NO_PAUSES } from '../raster/pauses.js';
import { difference, noise, quarters } from '../testing/pictures.js';
import { BitWriter } from './bit-writer.js';
import { decodeJpeg } from './decode-jpeg.js';
import { encodeJpeg } from './encode-jpeg.js';
import { TABLES } from './huffman-codes.js';

const MAX_PIXELS = 1_000_000;
/** 32 by 16 pixels by the encoder of ffmpeg, with one colour for four pixels: the left half is red, the right one blue. */
const RED_AND_BLUE = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgI',
    'CAgJCQoKCgwMCwsODg4RERT/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsBAAMBAQEBAQEBAQEAAAAAAAABAgME',
    'BQYHCAkKCxAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJico',
    'KSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2',
    't7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6EQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFR',
    'B2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1',
    'dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T1',
    '9vf4+fr/wAARCAAQACADASIAAhEAAxEA/9oADAMBAAIRAxEAPwDi6KKK+UP385Ciiiv6qP5rP//Z',
  ].join(''),
  'base64',
);

/** Grey blocks, row by row. A level of 2 is 25 brighter than grey. */
function greyJpeg(columns: number, levels: readonly number[], sampling: number): Uint8Array {
  const { dc, ac } = TABLES.brightness;
  const segment = (marker: number, bytes: readonly number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes];
  const writer = new BitWriter();
  for (const [at, level] of levels.entries()) {
    const change = level - (levels[at - 1] ?? 0);
    const length = 32 - Math.clz32(Math.abs(change));
    writer.write(dc.codes[length]!);
    if (length > 0) writer.write({ bits: change < 0 ? change + (1 << length) - 1 : change, length });
    writer.write(ac.codes[0]!);
  }
  const height = (8 * levels.length) / columns;
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...new Array<number>(64).fill(100)]),
    ...segment(0xc0, [8, 0, height, 0, 8 * columns, 1, 1, sampling, 0]),
    ...segment(0xc4, [0x00, ...dc.bytes, 0x10, ...ac.bytes]),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    ...writer.end(),
    ...[0xff, 0xd9],
  ]);
}

describe('a baseline JPEG', () => {
  it.each([
    [64, 48],
    [1, 1],
    [9, 7],
    [333, 101],
  ])('decodes to about the picture that was encoded: %i by %i', async (width, height) => {
    const raster = quarters(width, height);
    const decoded = await decodeJpeg(await encodeJpeg(raster, 90, NO_PAUSES), MAX_PIXELS, NO_PAUSES);
    expect(decoded).toMatchObject({ width, height });
    expect(difference(decoded!, raster)).toBeLessThan(4);
  });

  it('decodes colours that are sampled half as often', async () => {
    const decoded = await decodeJpeg(RED_AND_BLUE, MAX_PIXELS, NO_PAUSES);
    expect(decoded).toMatchObject({ width: 32, height: 16 });
    for (const [x, y] of [
      [0, 0],
      [7, 15],
      [15, 8],
      [16, 0],
      [24, 12],
      [31, 15],
    ] as const) {
      const [red = 0, green = 0, blue = 0] = decoded!.pixels.subarray((y * 32 + x) * 4);
      expect(Math.abs(red - (x < 16 ? 254 : 0))).toBeLessThan(6);
      expect(green).toBeLessThan(6);
      expect(Math.abs(blue - (x < 16 ? 0 : 254))).toBeLessThan(6);
    }
  });

  it.each([0x11, 0x22, 0x21])(
    'of one channel has its blocks row by row, with sampling %i',
    async sampling => {
      const levels = [-4, 0, 4, 2, -2, 6];
      const decoded = await decodeJpeg(greyJpeg(3, levels, sampling), MAX_PIXELS, NO_PAUSES);
      const middles = levels.map((_, at) => (Math.floor(at / 3) * 8 + 4) * 24 + (at % 3) * 8 + 4);
      expect(middles.map(at => decoded?.pixels[at * 4])).toEqual(levels.map(level => 128 + level * 12.5));
    },
  );

  it('serves other events between the rows of its blocks and those of its pixels', async () => {
    let yields = 0;
    const pauses = { isOver: true, yieldToEventLoop: async () => void yields++ };
    await decodeJpeg(await encodeJpeg(quarters(8, 64), 90, NO_PAUSES), MAX_PIXELS, pauses);
    expect(yields).toBe(8 + 64);
  });

  it('decodes coefficients of every size', async () => {
    const raster = noise(80, 72);
    const decoded = await decodeJpeg(await encodeJpeg(raster, 100, NO_PAUSES), MAX_PIXELS, NO_PAUSES);
    expect(difference(decoded!, raster)).toBeLessThan(2);
  });

  it('with more pixels than allowed is not decoded', async () => {
    const jpeg = await encodeJpeg(quarters(64, 48), 90, NO_PAUSES);
    expect(await decodeJpeg(jpeg, 64 * 48, NO_PAUSES)).toBeDefined();
    expect(await decodeJpeg(jpeg, 64 * 48 - 1, NO_PAUSES)).toBeUndefined();
  });

  it('that is cut off or progressive is not decoded', async () => {
    const jpeg = Buffer.from(await encodeJpeg(noise(64, 48), 90, NO_PAUSES));
    expect(await decodeJpeg(jpeg.subarray(0, jpeg.length / 2), MAX_PIXELS, NO_PAUSES)).toBeUndefined();
    jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc2;
    expect(await decodeJpeg(jpeg, MAX_PIXELS, NO_PAUSES)).toBeUndefined();
  });

  it('that is damaged is a picture of its size or undefined', async () => {
    const jpeg = await encodeJpeg(noise(24, 24), 80, NO_PAUSES);
    for (let at = 0; at < jpeg.length; at++) {
      for (const byte of [0, 0xff, jpeg[at]! ^ 0x55]) {
        const damaged = Uint8Array.from(jpeg);
        damaged[at] = byte;
        const raster = await decodeJpeg(damaged, 100_000, NO_PAUSES);
        if (raster !== undefined) expect(raster.pixels.length).toBe(raster.width * raster.height * 4);
      }
    }
  });
});
