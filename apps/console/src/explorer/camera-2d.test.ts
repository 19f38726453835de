import { describe, expect, it } from 'vitest';
import { boundsOf, cameraKey, fitted, movedBy, toPlane, toScreen, zoomAt } from './camera-2d.js';

const SIZE = { width: 400, height: 300 };
const CAMERA = { x: 10, y: 20, scale: 2 };

describe('the camera of a plane', () => {
  it('goes to the screen and back', () => {
    const { x, y } = toScreen(CAMERA, SIZE, 33, -7);
    expect(toPlane(CAMERA, SIZE, x, y)).toEqual({ x: 33, y: -7 });
  });

  it('keeps the point under the pointer when it zooms', () => {
    const before = toPlane(CAMERA, SIZE, 50, 60);
    const after = toPlane(zoomAt(CAMERA, SIZE, 50, 60, 1.7), SIZE, 50, 60);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('moves by pixels', () => {
    const { x, y } = toScreen(movedBy(CAMERA, 15, -5), SIZE, 0, 0);
    const was = toScreen(CAMERA, SIZE, 0, 0);
    expect([x - was.x, y - was.y]).toEqual([15, -5]);
  });

  it('shows a whole area', () => {
    const bounds = { minX: -500, minY: 0, maxX: 1500, maxY: 100 };
    const camera = fitted(bounds, SIZE, 10);
    for (const [x, y] of [
      [-500, 0],
      [1500, 100],
    ] as const) {
      const point = toScreen(camera, SIZE, x, y);
      expect(point.x).toBeGreaterThanOrEqual(0);
      expect(point.x).toBeLessThanOrEqual(SIZE.width);
    }
  });

  it('shows a single point at the largest scale', () => {
    expect(fitted({ minX: 5, minY: 5, maxX: 5, maxY: 5 }, SIZE, 1.5)).toEqual({ x: 5, y: 5, scale: 1.5 });
  });

  it('has no bounds without points', () => {
    expect(boundsOf([])).toBeUndefined();
  });

  it('has keys', () => {
    expect(cameraKey(CAMERA, SIZE, '+')!.scale).toBeGreaterThan(2);
    expect(cameraKey(CAMERA, SIZE, 'x')).toBeUndefined();
  });
});
