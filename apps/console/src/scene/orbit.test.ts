import { describe, expect, it } from 'vitest';
import { eyeOf, framed, type Orbit, panned, readOrbit, turned, writeOrbit, zoomed } from './orbit.js';

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

  it('is the same after a way through the address', () => {
    expect(readOrbit(writeOrbit(ORBIT))).toEqual(ORBIT);
  });

  it('ignores an address that is not a camera', () => {
    for (const text of [undefined, '', '1,2,3', 'a,b,c,d,e,f', '1,2,3,4,5,Infinity'])
      expect(readOrbit(text)).toBeUndefined();
  });
});
