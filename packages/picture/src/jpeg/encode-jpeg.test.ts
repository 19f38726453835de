import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { NO_PAUSES } from '../raster/pauses.js';
import type { Raster } from '../raster/raster.js';
import { difference, noise, quarters } from '../testing/pictures.js';
import { encodeJpeg } from './encode-jpeg.js';

/** By the decoder of another project. */
function decodedJpeg(jpeg: Uint8Array, { width, height }: Raster): Raster {
  const data = Buffer.from(jpeg).toString('base64');
  const image = `<image width="${width}" height="${height}" href="data:image/jpeg;base64,${data}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  const drawn = new Resvg(svg).render();
  return { width: drawn.width, height: drawn.height, pixels: drawn.pixels };
}

describe('a JPEG', () => {
  it.each([
    [64, 48],
    [1, 1],
    [9, 7],
    [333, 101],
  ])('has its size, and decodes to about the same picture: %i by %i', async (width, height) => {
    const raster = quarters(width, height);
    const jpeg = Buffer.from(await encodeJpeg(raster, 90, NO_PAUSES));
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(jpeg.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    expect([jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)]).toEqual([width, height]);
    expect(difference(decodedJpeg(jpeg, raster), raster)).toBeLessThan(4);
  });

  it('keeps noise at the highest quality, with coefficients of every size', async () => {
    const raster = noise(80, 72);
    const jpeg = await encodeJpeg(raster, 100, NO_PAUSES);
    expect(difference(decodedJpeg(jpeg, raster), raster)).toBeLessThan(2);
  });

  it('is smaller and less like the picture with a lower quality', async () => {
    const raster = noise(80, 72);
    const files = await Promise.all([90, 50, 10].map(quality => encodeJpeg(raster, quality, NO_PAUSES)));
    const sizes = files.map(file => file.length);
    const errors = files.map(file => difference(decodedJpeg(file, raster), raster));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    expect(sizes[2]).toBeLessThan(sizes[0]! / 3);
  });

  it('shows transparent pixels as black', async () => {
    const pixels = new Uint8Array(4 * 64).map((_, at) => (at % 4 === 3 ? 0 : 255));
    const jpeg = await encodeJpeg({ width: 8, height: 8, pixels }, 90, NO_PAUSES);
    const black = { width: 8, height: 8, pixels: pixels.map((_, at) => (at % 4 === 3 ? 255 : 0)) };
    expect(difference(decodedJpeg(jpeg, black), black)).toBeLessThan(1);
  });
});
