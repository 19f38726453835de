import { DataTexture, LinearFilter, RGBAFormat } from 'three';
import type { Rgb } from './colour.js';
import { seeded } from './seeded.js';

const WIDTH = 512;

/** The brightness and opacity of a ring from its inner to its outer edge: bands, ringlets and gaps. */
export function ringMap(seed: string, tint: Rgb, density: number): DataTexture {
  const random = seeded(`ring ${seed}`);
  const waves = Array.from({ length: 7 }, (_, index) => ({
    rate: 4 * 1.9 ** index * (0.8 + 0.4 * random()),
    phase: random() * 6.28,
    size: 0.62 ** index,
  }));
  const gaps = Array.from({ length: 3 }, () => ({
    at: 0.25 + 0.7 * random(),
    width: 0.004 + 0.008 * random(),
  }));
  // One wide gap at two thirds, as the Cassini division has.
  gaps.push({ at: 0.685, width: 0.028 });
  const data = new Uint8Array(WIDTH * 4);
  for (let index = 0; index < WIDTH; index++) {
    const share = index / (WIDTH - 1);
    const sum = waves.reduce(
      (total, { rate, phase, size }) => total + size * Math.sin(share * rate * 6.28 + phase),
      0,
    );
    const grain = 0.5 + 0.22 * sum + 0.08 * (random() - 0.5);
    const broad = share < 0.2 ? 0.28 + 1.4 * share : share < 0.685 ? 0.96 : 0.72;
    const edge = Math.min(1, share * 30, (1 - share) * 30);
    const open = gaps.reduce((least, { at, width }) => Math.min(least, Math.abs(share - at) / width), 1);
    const alpha = Math.max(0, Math.min(1, broad * (0.55 + 0.6 * grain) * edge * (0.08 + 0.92 * open ** 2)));
    const bright = 0.72 + 0.4 * grain;
    for (let part = 0; part < 3; part++)
      data[index * 4 + part] = Math.max(0, Math.min(255, 255 * tint[part]! * bright));
    data[index * 4 + 3] = 255 * alpha * Math.min(1, 0.6 + 0.5 * density);
  }
  const texture = new DataTexture(data, WIDTH, 1, RGBAFormat);
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
