import { describe, expect, it } from 'vitest';
import { encodePng } from '../png/encode-png.js';
import { smallPng } from '../png/small-png.js';
import { NO_PAUSES, TimeSlices } from '../raster/pauses.js';
import { decoded, difference, noise, quarters } from '../testing/pictures.js';
import { fitPng } from './fit-png.js';

const MAX_BYTES = 75_000;

describe('fitPng', () => {
  it.each(['png', 'jpeg'] as const)(
    'writes 2,000,000 pixels of noise within 75,000 bytes: %s',
    async format => {
      const source = await smallPng(noise(1_920, 1_080), 8, NO_PAUSES);
      expect(source.length).toBeGreaterThan(5_000_000);
      const file = await fitPng(source, { format, maxBytes: MAX_BYTES }, NO_PAUSES);
      expect(file?.data.length).toBeLessThanOrEqual(MAX_BYTES);
      expect(file?.data.length).toBeGreaterThan(MAX_BYTES / 3);
      expect(file!.width / file!.height).toBeCloseTo(16 / 9, 1);
    },
  );

  it('averages a picture down to a box', async () => {
    const source = await smallPng(quarters(400, 200), 8, NO_PAUSES);
    const file = await fitPng(source, { maxBytes: MAX_BYTES, width: 100, height: 100 }, NO_PAUSES);
    expect(difference(await decoded(file!.data), quarters(100, 50))).toBeLessThan(2);
  });

  it.each([
    ['gray', 1],
    ['rgb', 3],
    ['bgra', 4],
  ] as const)('reads a PNG of %s', async (form, bytes) => {
    const pixels = Uint8Array.from({ length: 16 * bytes }, (_, at) => at * 3);
    const source = await encodePng({ width: 4, height: 4, pixels, form });
    const { pixels: read } = await decoded((await fitPng(source, { maxBytes: MAX_BYTES }, NO_PAUSES))!.data);
    const first = { gray: [0, 0, 0, 255], rgb: [0, 3, 6, 255], bgra: [6, 3, 0, 9] };
    expect([...read.subarray(0, 4)]).toEqual(first[form]);
  });

  it('reads no damaged picture, and no other format', async () => {
    const whole = await smallPng(noise(64, 64), 8, NO_PAUSES);
    const damaged = Uint8Array.from(whole).fill(7, 200, 2_000);
    for (const file of [damaged, whole.subarray(0, 900), new Uint8Array(100), Buffer.from('<svg/>')])
      expect(await fitPng(file, { maxBytes: MAX_BYTES }, NO_PAUSES)).toBeUndefined();
  });

  it('stops when its signal aborts', async () => {
    const source = await smallPng(noise(1_000, 600), 8, NO_PAUSES);
    const left = new AbortController();
    const fitting = fitPng(source, { format: 'jpeg', maxBytes: MAX_BYTES }, new TimeSlices(left.signal));
    left.abort(new Error('left'));
    await expect(fitting).rejects.toThrow('left');
  });
});
