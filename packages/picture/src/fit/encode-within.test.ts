import { describe, expect, it } from 'vitest';
import { pngParts } from '../png/png-parts.js';
import { NO_PAUSES } from '../raster/pauses.js';
import type { Raster } from '../raster/raster.js';
import { decoded, difference, noise } from '../testing/pictures.js';
import { encodeWithin } from './encode-within.js';

const render = (zoom: number) => noise(Math.round(200 * zoom), Math.round(100 * zoom));

function flat(colours: readonly (readonly number[])[], width = 5): Raster {
  const pixels = Array.from({ length: width * 4 }, (_, at) => colours[at % colours.length]!);
  return { width, height: 4, pixels: Uint8Array.from(pixels.flatMap(pixel => [...pixel, 255])) };
}

function png(draw: (zoom: number) => Raster, maxBytes?: number) {
  return encodeWithin(draw, { format: 'png', maxBytes }, NO_PAUSES);
}

const coloursOf = (file: Uint8Array) => (pngParts(file)?.palette.length ?? 0) / 3;

describe('a PNG with a palette', () => {
  it.each([
    [
      'few colours, in half bytes',
      [
        [5, 7, 15],
        [255, 210, 122],
        [0, 0, 0],
      ],
    ],
    ['one colour', [[1, 2, 3]]],
    ['more than 16 colours, in bytes', Array.from({ length: 20 }, (_, i) => [i * 12, 255 - i * 12, i * 5])],
  ])('has the exact colours of a picture with %s', async (_what, colours) => {
    const picture = flat(colours);
    const { data, detail } = await png(() => picture);
    expect(await decoded(data)).toEqual(picture);
    expect(detail).toBe(`${colours.length} colours`);
  });

  it('keeps 256 colours near those of the picture', async () => {
    const picture = noise(200, 100);
    const { data } = await png(() => picture);
    expect(coloursOf(data)).toBe(256);
    expect(difference(await decoded(data), picture)).toBeLessThan(12);
  });

  it.each([20_000, 12_000, 4_000, 1_500])('has at most the bytes that are allowed: %i', async maxBytes => {
    const { data, width, height } = await png(render, maxBytes);
    expect(data.length).toBeLessThanOrEqual(maxBytes);
    expect(await decoded(data)).toMatchObject({ width, height });
  });

  it('loses colours before it loses pixels', async () => {
    const whole = (await png(render)).data;
    const less = await png(render, whole.length - 1_000);
    expect([less.width, less.height]).toEqual([200, 100]);
    expect(coloursOf(less.data)).toBeLessThan(256);
    expect(coloursOf(less.data)).toBeGreaterThanOrEqual(48);
    expect((await png(render, whole.length / 3)).width).toBeLessThan(200);
  });
});

describe('a PNG with all colours', () => {
  it('keeps them where they fit, and a palette otherwise', async () => {
    const picture = noise(40, 30);
    const wanted = { format: 'png', allColours: true } as const;
    const whole = await encodeWithin(() => picture, { ...wanted, maxBytes: 5_000 }, NO_PAUSES);
    expect(await decoded(whole.data)).toEqual(picture);
    expect(whole.detail).toBe('all colours');
    const less = await encodeWithin(() => picture, { ...wanted, maxBytes: 2_500 }, NO_PAUSES);
    expect(less.detail).toMatch(/^\d+ colours$/);
  });

  it.each(['png', 'jpeg'] as const)(
    'loses colours and quality before pixels, also where the first attempt has far too many bytes: %s',
    async format => {
      const wanted = { format, allColours: true } as const;
      const whole = (await encodeWithin(render, wanted, NO_PAUSES)).data.length;
      const maxBytes = whole / (format === 'png' ? 8.5 : 4.5);
      const less = await encodeWithin(render, { ...wanted, maxBytes }, NO_PAUSES);
      expect(less.data.length).toBeLessThanOrEqual(maxBytes);
      expect(less.width).toBeGreaterThan(110);
      expect(less.detail).not.toMatch(/all colours|quality 88/);
    },
  );

  it('keeps its opacity, also with fewer bits', async () => {
    const picture = noise(40, 30, false);
    const whole = await png(() => picture);
    expect(await decoded(whole.data)).toEqual(picture);
    const less = await png(() => picture, whole.data.length - 100);
    expect(difference(await decoded(less.data), picture)).toBeLessThan(3);
  });
});

describe('a JPEG within a number of bytes', () => {
  it.each([40_000, 12_000, 6_000, 3_000])('has at most %i bytes', async maxBytes => {
    const file = await encodeWithin(render, { format: 'jpeg', maxBytes }, NO_PAUSES);
    expect(file.data.length).toBeLessThanOrEqual(maxBytes);
    expect(file.mimeType).toBe('image/jpeg');
  });

  it('loses quality before it loses pixels', async () => {
    const whole = await encodeWithin(render, { format: 'jpeg' }, NO_PAUSES);
    expect(whole.detail).toBe('quality 88');
    const half = { format: 'jpeg', maxBytes: whole.data.length / 2 } as const;
    const less = await encodeWithin(render, half, NO_PAUSES);
    expect(less.width).toBe(200);
    expect(less.detail).toMatch(/^quality (60|45|30)$/);
  });
});
