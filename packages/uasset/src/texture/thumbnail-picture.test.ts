import { decodeJpeg, decodePng, encodeJpeg, encodePng, NO_PAUSES, pngHead } from '@worldwire/picture';
import { expect, it } from 'vitest';
import { thumbnailPicture } from '../index.js';

const SIZE = { width: 1, height: 1 };
const NOTE = 'Its red and blue are exchanged: the engine saves thumbnails so.';

it('a PNG has the colours of the object, which the engine exchanges', async () => {
  const data = await encodePng({ ...SIZE, pixels: Uint8Array.of(10, 20, 200), form: 'rgb' });
  const picture = await thumbnailPicture({ object: 'Material M', ...SIZE, data, mimeType: 'image/png' });
  const raster = await decodePng(pngHead(picture.data)!, SIZE, NO_PAUSES);
  expect([...raster!.pixels]).toEqual([200, 20, 10, 255]);
  expect(picture).toMatchObject({ ...SIZE, mimeType: 'image/png' });
  expect(picture.note).toBeUndefined();
});

it('a JPEG has the colours of the object too', async () => {
  const raster = { ...SIZE, pixels: Uint8Array.of(10, 20, 200, 255) };
  const data = new Uint8Array(await encodeJpeg(raster, 95, NO_PAUSES));
  const picture = await thumbnailPicture({ object: 'Material M', ...SIZE, data, mimeType: 'image/jpeg' });
  const [red = 0, , blue = 255] = (await decodeJpeg(picture.data, 1, NO_PAUSES))!.pixels;
  expect(red).toBeGreaterThan(180);
  expect(blue).toBeLessThan(30);
  expect(picture).toMatchObject({ ...SIZE, mimeType: 'image/jpeg' });
});

it.each([
  ['a damaged JPEG', 'image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 1)],
  ['a damaged PNG', 'image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
] as const)('%s stays as it is, and says so', async (_name, mimeType, data) => {
  const picture = await thumbnailPicture({ object: 'Material M', ...SIZE, data, mimeType });
  expect(picture).toEqual({ ...SIZE, data, mimeType, note: NOTE });
});
