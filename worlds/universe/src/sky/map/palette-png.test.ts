import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodePng, type Picture } from './palette-png.js';
import { pngFacts } from './png-facts.js';

/** A picture with as many colours as pixels, which compresses badly. */
function noise(zoom = 1): Picture {
  const [width, height] = [Math.round(200 * zoom), Math.round(100 * zoom)];
  const rgba = new Uint8Array(4 * width * height);
  let seed = 7;
  for (let i = 0; i < rgba.length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    rgba[i] = i % 4 === 3 ? 255 : seed >> 16;
  }
  return { width, height, rgba };
}

function flat(colours: readonly (readonly [number, number, number])[], width = 5): Picture {
  const pixels = Array.from(
    { length: width * 4 },
    (_, i) => colours[i % colours.length] as readonly number[],
  );
  return { width, height: 4, rgba: Uint8Array.from(pixels.flatMap(pixel => [...pixel, 255])) };
}

/** The pixels of a PNG with a palette, as RGB. */
function decode(png: Uint8Array): number[][] {
  const bytes = Buffer.from(png);
  const parts: Record<string, Buffer[]> = {};
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    parts[type] = [...(parts[type] ?? []), bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))];
  }
  const [header, palette] = [parts.IHDR?.[0] as Buffer, parts.PLTE?.[0] as Buffer];
  const [width, height, bits] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8] as number];
  const lines = inflateSync(Buffer.concat(parts.IDAT ?? []));
  const length = Math.ceil((width * bits) / 8) + 1;
  const pixels: number[][] = [];
  for (let y = 0; y < height; y++) {
    expect(lines[y * length]).toBe(0);
    for (let x = 0; x < width; x++) {
      const byte = lines[y * length + 1 + Math.floor((x * bits) / 8)] as number;
      const index = bits === 8 ? byte : x % 2 === 0 ? byte >> 4 : byte & 15;
      pixels.push([...palette.subarray(3 * index, 3 * index + 3)]);
    }
  }
  return pixels;
}

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
  ] as const)('has the exact colours of a picture with %s', (_what, colours) => {
    const picture = flat(colours as unknown as readonly [number, number, number][]);
    const wanted = Array.from({ length: 20 }, (_, i) => [...picture.rgba.subarray(4 * i, 4 * i + 3)]);
    expect(decode(encodePng(() => picture))).toEqual(wanted);
  });

  it('keeps 256 colours near those of the picture', () => {
    const picture = noise();
    const pixels = decode(encodePng(() => picture));
    const distances = pixels.map((pixel, i) =>
      Math.hypot(...pixel.map((value, channel) => value - (picture.rgba[4 * i + channel] as number))),
    );
    expect(distances.reduce((sum, one) => sum + one, 0) / distances.length).toBeLessThan(30);
  });

  it.each([20_000, 12_000, 4_000, 1_500])('has at most the bytes that are allowed: %i', maxBytes => {
    const png = encodePng(noise, maxBytes);
    expect(png.length).toBeLessThanOrEqual(maxBytes);
    expect(decode(png).length).toBe(pngFacts(png).width * pngFacts(png).height);
  });

  it('loses colours before it loses pixels', () => {
    const whole = encodePng(noise);
    expect(pngFacts(whole).colours).toBe(256);
    const less = pngFacts(encodePng(noise, whole.length - 1_000));
    expect([less.width, less.height]).toEqual([200, 100]);
    expect(less.colours).toBeLessThan(256);
    expect(less.colours).toBeGreaterThanOrEqual(48);
    expect(pngFacts(encodePng(noise, whole.length / 3)).width).toBeLessThan(200);
  });
});
