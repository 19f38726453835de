import { describe, expect, it } from 'vitest';
import { NO_PAUSES } from '../raster/pauses.js';
import { difference, noise, quarters } from '../testing/pictures.js';
import { decodeJpeg } from './decode-jpeg.js';
import { encodeJpeg } from './encode-jpeg.js';

const MAX_PIXELS = 1_000_000;

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
