import { Canvas, NO_PAUSES, smallPng } from '@worldwire/picture';
import { expect, it } from 'vitest';
import { pngOf } from './watch.js';

const WIDTH_AT = 16;

it('a picture of a video has a head with a size that ffmpeg can allocate', async () => {
  const png = Buffer.from(await smallPng(new Canvas(4, 4, [9, 9, 9]), 8, NO_PAUSES));
  const picture = { mimeType: 'image/png', width: 4, height: 4, seen: [] } as const;
  const info = (data: Buffer) => ({ ...picture, data: data.toString('base64') }) as never;
  expect(pngOf(info(png))).toEqual(png);
  const large = Buffer.from(png);
  large.writeUInt32BE(30_000, WIDTH_AT);
  large.writeUInt32BE(30_000, WIDTH_AT + 4);
  expect(() => pngOf(info(large))).toThrow('cannot be put on a video');
  expect(() => pngOf(info(Buffer.from('text')))).toThrow('cannot be put on a video');
});
