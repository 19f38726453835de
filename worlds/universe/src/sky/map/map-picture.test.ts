import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { solarSystem } from '../../sol/solar-system.js';
import { universeOf } from '../../testing/small-sky.js';
import { mapPicture } from './map-picture.js';
import { mapSvg } from './map-svg.js';

async function mapPng(svg: string): Promise<Uint8Array> {
  return (await mapPicture(svg, { format: 'png' })).data;
}

describe('mapPicture', () => {
  it('gives a PNG of the size of the map with something to see', async () => {
    const png = Buffer.from(await mapPng(mapSvg(solarSystem(), { title: 'Sol' })));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 800]);
    expect(new Set(pixelBytes(png)).size).toBeGreaterThan(200);
  });

  it('draws its texts', async () => {
    const [one, other] = await Promise.all(
      ['iiii', 'WWWW'].map(title => mapPng(mapSvg(universeOf(), { title }))),
    );
    expect(Buffer.compare(Buffer.from(one!), Buffer.from(other!))).not.toBe(0);
  });

  it('keeps the size that was asked for', async () => {
    const png = Buffer.from(await mapPng(mapSvg(universeOf(), { width: 320, height: 240 })));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 240]);
  });

  it('refuses invalid SVG', async () => {
    await expect(mapPng('<html/>')).rejects.toThrow();
  });
});

function pixelBytes(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue;
    parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return inflateSync(Buffer.concat(parts));
}
