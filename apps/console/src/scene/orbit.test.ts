import { describe, expect, it } from 'vitest';
import {
  eyeOf,
  framed,
  framedBox,
  type Orbit,
  panned,
  readOrbit,
  turned,
  writeOrbit,
  zoomed,
} from './orbit.js';

const ORBIT: Orbit = { target: [1, 2, 3], distance: 10, yaw: 0.5, pitch: 0.3 };

describe('the orbit of the camera', () => {
  it('keeps the distance when it turns', () => {
    const eye = eyeOf(turned(ORBIT, 1, 0.5));
    expect(Math.hypot(eye[0] - 1, eye[1] - 2, eye[2] - 3)).toBeCloseTo(10);
  });

  it('does not turn over the pole', () => {
    expect(turned(ORBIT, 0, 99).pitch).toBeLessThan(Math.PI / 2);
  });

  it('pans at a right angle to the view', () => {
    const moved = panned(ORBIT, 0.3, 0.2);
    const eye = eyeOf(ORBIT);
    const view = ORBIT.target.map((value, axis) => value - eye[axis]!);
    const step = moved.target.map((value, axis) => value - ORBIT.target[axis]!);
    expect(view.reduce((sum, value, axis) => sum + value * step[axis]!, 0)).toBeCloseTo(0);
    expect(Math.hypot(...step)).toBeCloseTo(Math.hypot(3, 2));
  });

  it('keeps a distance that the camera can draw', () => {
    expect(zoomed(ORBIT, 0).distance).toBeGreaterThan(0);
    expect(framed(ORBIT, [0, 0, 0], 0, 60).distance).toBeGreaterThan(0);
  });

  it.each([
    { width: 608, height: 450, covered: [{ left: 0, top: 0, right: 608, bottom: 40 }] },
    { width: 390, height: 480, covered: [{ left: 0, top: 0, right: 390, bottom: 44 }] },
  ])('has all corners of a box in the free area of %o', view => {
    const orbit = framedBox(ORBIT, { centre: [3, -2, 40], half: [30, 4, 11] }, view, 50);
    const eye = eyeOf(orbit);
    const pixels = view.height / 2 / Math.tan((25 * Math.PI) / 180);
    const [sin, cos] = [Math.sin(orbit.yaw), Math.cos(orbit.yaw)];
    const [rise, flat] = [Math.sin(orbit.pitch), Math.cos(orbit.pitch)];
    const seen = [0, 1, 2, 3, 4, 5, 6, 7].map(bits => {
      const sign = (bit: number) => ((bits >> bit) & 1 ? 1 : -1);
      const [x, y, z] = [
        3 + 30 * sign(0) - eye[0],
        -2 + 4 * sign(1) - eye[1],
        40 + 11 * sign(2) - eye[2],
      ] as const;
      const depth = -(x * flat * sin + y * rise + z * flat * cos);
      const right = x * cos - z * sin;
      const up = -x * rise * sin + y * flat - z * rise * cos;
      return {
        x: view.width / 2 + (right / depth) * pixels,
        y: view.height / 2 - (up / depth) * pixels,
      };
    });
    for (const { x, y } of seen) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(view.width);
      expect(y).toBeGreaterThan(view.covered[0]!.bottom);
      expect(y).toBeLessThan(view.height);
    }
    const across = Math.max(...seen.map(({ x }) => x)) - Math.min(...seen.map(({ x }) => x));
    expect(across / view.width).toBeGreaterThan(0.5);
  });

  it('is the same after a way through the address', () => {
    expect(readOrbit(writeOrbit(ORBIT))).toEqual(ORBIT);
  });

  it('ignores an address that is not a camera', () => {
    for (const text of [undefined, '', '1,2,3', 'a,b,c,d,e,f', '1,2,3,4,5,Infinity'])
      expect(readOrbit(text)).toBeUndefined();
  });
});
