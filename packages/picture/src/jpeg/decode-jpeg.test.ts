import { describe, expect, it } from 'vitest';
import { NO_PAUSES } from '../raster/pauses.js';
import { difference, noise, quarters } from '../testing/pictures.js';
import { decodeJpeg } from './decode-jpeg.js';
import { encodeJpeg } from './encode-jpeg.js';

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
