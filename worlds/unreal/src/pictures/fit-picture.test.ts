import { decodePng, encodePng, pngHead } from '@worldwire/picture';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../work/time-slice.js';
import { fitPicture } from './fit-picture.js';

const { signal } = new AbortController();

/** Noise does not compress. */
async function noise(width: number, height: number, form: 'rgb' | 'bgra' = 'rgb') {
  const pixels = new Uint8Array(width * height * (form === 'rgb' ? 3 : 4));
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    pixels[at] = state >> 16;
  }
  const data = await encodePng({ width, height, pixels, form });
  return { data, mimeType: 'image/png', width, height };
}

async function plain(width: number, height: number, colour: readonly number[]) {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => colour[at % 3] as number);
  return {
    data: await encodePng({ width, height, pixels, form: 'rgb' }),
    mimeType: 'image/png',
    width,
    height,
  };
}

/** The pixels of a PNG at its own size. */
async function pixelsOf(data: Uint8Array): Promise<Uint8Array> {
  const head = pngHead(data);
  if (head === undefined) throw new Error('this is another kind of PNG');
  const raster = await decodePng(head, head, new TimeSlice(signal));
  return raster?.pixels ?? new Uint8Array();
}

describe('fitPicture', () => {
  it('keeps a picture that fits, byte for byte', async () => {
    const picture = await noise(32, 32);
    expect(await fitPicture(picture, { maxBytes: 100_000 }, signal)).toBe(picture);
  });

  it.each(['rgb', 'bgra'] as const)(
    'makes a large PNG smaller until it fits, with its proportions: %s',
    async form => {
      const picture = await noise(640, 320, form);
      expect(picture.data.length).toBeGreaterThan(500_000);
      const fitted = await fitPicture(picture, { maxBytes: 50_000 }, signal);
      expect(fitted.data.length).toBeLessThanOrEqual(50_000);
      expect(fitted.data.length).toBeGreaterThan(20_000);
      expect(Math.abs((fitted.width as number) - 2 * (fitted.height as number))).toBeLessThanOrEqual(1);
      expect(fitted.shrunk).toMatch(/^Scaled from 640 by 320 to \d+ by \d+ pixels/);
    },
  );

  it('fits a picture into a width and a height, with the same colours', async () => {
    const fitted = await fitPicture(
      await plain(300, 200, [200, 100, 50]),
      { maxBytes: 100_000, width: 64, height: 64 },
      signal,
    );
    expect([fitted.width, fitted.height]).toEqual([64, 43]);
    expect([...(await pixelsOf(fitted.data)).subarray(0, 4)]).toEqual([200, 100, 50, 255]);
  });

  it('writes a PNG as JPEG on request, and refuses to write a JPEG as PNG', async () => {
    const picture = await plain(300, 200, [200, 100, 50]);
    const fitted = await fitPicture(picture, { maxBytes: 100_000, format: 'jpeg' }, signal);
    expect(fitted).toMatchObject({
      mimeType: 'image/jpeg',
      width: 300,
      height: 200,
      shrunk: 'It has quality 88.',
    });
    expect([...fitted.data.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(await fitPicture(fitted, { maxBytes: 100_000, format: 'jpeg' }, signal)).toBe(fitted);
    await expect(fitPicture(fitted, { maxBytes: 100_000, format: 'png' }, signal)).rejects.toMatchObject({
      kind: 'Unsupported',
      hint: 'Give format "jpeg", or leave it out.',
    });
  });

  it('does not enlarge', async () => {
    const picture = await plain(30, 20, [1, 2, 3]);
    expect(await fitPicture(picture, { maxBytes: 100_000, width: 64, height: 64 }, signal)).toBe(picture);
  });

  it('refuses a large picture that is not a PNG, with what would help', async () => {
    const picture = { data: new Uint8Array(200_000), mimeType: 'image/jpeg' };
    await expect(fitPicture(picture, { maxBytes: 100_000 }, signal)).rejects.toMatchObject({
      kind: 'Unsupported',
      hint: 'Give a smaller width and height, or a larger maxBytes.',
    });
    await expect(fitPicture(await noise(64, 64), { maxBytes: 100 }, signal)).rejects.toMatchObject({
      kind: 'Unsupported',
    });
  });

  it('refuses a damaged PNG', async () => {
    const { data, ...rest } = await noise(200, 200);
    const damaged = Uint8Array.from(data);
    damaged.fill(7, 200, 2_000);
    await expect(fitPicture({ ...rest, data: damaged }, { maxBytes: 10_000 }, signal)).rejects.toThrow(
      'damaged',
    );
  });

  it('stops when the caller leaves', async () => {
    const picture = await noise(640, 320);
    const left = new AbortController();
    const fitting = fitPicture(picture, { maxBytes: 50_000 }, left.signal);
    left.abort(new Error('left'));
    await expect(fitting).rejects.toThrow('left');
  });
});
