import { deflateSync, inflateSync } from 'node:zlib';
import { encodePng, pngFile } from '@worldwire/picture';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../format/limits.js';
import { swapRedAndBlue } from './png-swap.js';

/** A PNG of so many pixels in a few bytes, in the way of those who want to fill a memory. */
function bomb(width: number, height: number, channels = 4): Uint8Array {
  const row = Buffer.alloc(width * channels + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2], 8);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 9 });
  return file(header, data);
}

function file(header: Uint8Array, data: Uint8Array): Uint8Array {
  const chunk = (type: string, bytes: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, Buffer.from(type), bytes, Buffer.alloc(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PNG of many pixels in few bytes', () => {
  it('is refused by its header, before a byte of it is decompressed', async () => {
    const png = bomb(6_000, 5_500);
    expect(png.length).toBeLessThan(200 * 1024);
    const refused = 'The source is a PNG of 6000 by 5500 pixels; the limit is 16777216.';
    await expect(swapRedAndBlue(png, DEFAULT_LIMITS)).rejects.toThrow(refused);
  });

  it.each([
    ['more', 1],
    ['fewer', -1],
  ])('is damaged where it has %s bytes than its size says', async (_more, difference) => {
    const header = Buffer.from('000000020000000208060000', 'hex');
    const rows = Buffer.alloc(2 * 9 + difference);
    const png = file(Buffer.concat([header, Buffer.alloc(1)]), deflateSync(rows));
    await expect(swapRedAndBlue(png, DEFAULT_LIMITS)).rejects.toThrow('damaged PNG');
  });

  it('is damaged where its data are cut off or no data of zlib', async () => {
    const png = bomb(64, 64);
    const header = png.slice(16, 29);
    const data = deflateSync(Buffer.alloc(64 * 257));
    for (const broken of [data.subarray(0, -8), Buffer.alloc(200, 7)])
      await expect(swapRedAndBlue(file(header, broken), DEFAULT_LIMITS)).rejects.toThrow('damaged PNG');
  });

  it('stops when its signal aborts', async () => {
    const stop = new AbortController();
    const swapping = swapRedAndBlue(bomb(4_096, 4_096), DEFAULT_LIMITS, stop.signal);
    stop.abort();
    await expect(swapping).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a large picture', () => {
  it.each([3, 4])('is the same behind two exchanges of red and blue, with %i channels', async channels => {
    const [width, height] = [701, 307];
    const rows = Buffer.alloc(height * (width * channels + 1));
    for (let at = 0; at < rows.length; at++) rows[at] = (at * 2_654_435_761) >>> 24;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, channels === 4 ? 6 : 2], 8);
    const png = await pngFile(header, [rows]);
    const once = await swapRedAndBlue(png, DEFAULT_LIMITS);
    expect(pixelsOf(once).equals(rows)).toBe(false);
    for (let y = 0; y < height; y += 50) {
      for (let x = 0; x < width; x += 50) {
        const at = y * (width * channels + 1) + 1 + x * channels;
        const [red, green, blue] = rows.subarray(at, at + 3);
        expect([...pixelsOf(once).subarray(at, at + 3)]).toEqual([blue, green, red]);
      }
    }
    expect(pixelsOf(await swapRedAndBlue(once, DEFAULT_LIMITS)).equals(rows)).toBe(true);
  });

  it('is refused as a file over the limit', async () => {
    const pixels = Uint8Array.from({ length: 300 * 300 }, (_, at) => (at * 2_654_435_761) >>> 24);
    const picture = { width: 300, height: 300, pixels, form: 'gray' } as const;
    await expect(encodePng(picture, { maxBytes: 1_000 })).rejects.toThrow('more than 1000 bytes as a PNG');
  });
});

/** All rows of a PNG, each behind its filter. */
function pixelsOf(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png);
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length));
  }
  return inflateSync(Buffer.concat(parts));
}
