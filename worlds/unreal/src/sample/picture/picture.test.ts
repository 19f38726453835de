import { encodePng } from '@worldwire/picture';
import { describe, expect, it } from 'vitest';
import { box, type Colour, disc, Raster, wedge } from './raster.js';
import { decodePng } from './testing/decode-png.js';

const RED: Colour = [255, 0, 0];
const BLACK: Colour = [0, 0, 0];

describe('a picture', () => {
  it('is the same after it was written as PNG and read again', async () => {
    const raster = Raster.drawn(37, 11, (x, y) => [x * 6, y * 20, (x * y) % 256]);
    const { width, height, pixels, description } = decodePng(
      await encodePng(raster, { description: 'Über alles: 37 × 11' }),
    );
    expect([width, height, description]).toEqual([37, 11, 'Über alles: 37 × 11']);
    expect(Buffer.compare(pixels, raster.pixels)).toBe(0);
  });

  it('has no description if none is given', async () => {
    expect(decodePng(await encodePng(new Raster(1, 1))).description).toBeUndefined();
  });

  it('has a disc around its centre', () => {
    const raster = new Raster(40, 40);
    raster.fill(disc(20, 20, 5), RED);
    expect(raster.at(20, 20)).toEqual(RED);
    expect(raster.at(24, 20)).toEqual(RED);
    expect(raster.at(26, 20)).toEqual(BLACK);
    expect(raster.at(24, 24)).toEqual(BLACK);
  });

  it('has boxes along their direction: 90 degrees is to the right', () => {
    const upright = new Raster(40, 40);
    upright.fill(box(20, 20, 15, 2, 0), RED);
    expect([upright.at(20, 6), upright.at(6, 20)]).toEqual([RED, BLACK]);
    const lying = new Raster(40, 40);
    lying.fill(box(20, 20, 15, 2, 90), RED);
    expect([lying.at(20, 6), lying.at(6, 20)]).toEqual([BLACK, RED]);
  });

  it('has wedges that open to one side', () => {
    const raster = new Raster(40, 40);
    raster.fill(wedge(20, 20, 15, 90, 20), RED);
    expect([raster.at(30, 20), raster.at(10, 20), raster.at(20, 10)]).toEqual([RED, BLACK, BLACK]);
  });

  it('blends translucent shapes', () => {
    const raster = new Raster(3, 3);
    raster.fill(disc(1.5, 1.5, 1), RED, 0.5);
    expect(raster.at(1, 1)).toEqual([128, 0, 0]);
  });

  it('skips shapes outside', () => {
    const raster = new Raster(10, 10);
    expect(raster.fill(disc(1e9, 5, 3), RED)).toBe(0);
    expect(raster.fill(disc(5, 5, 1e12), RED)).toBe(100);
  });
});
