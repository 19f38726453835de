import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  locationFromEngine,
  locationToEngine,
  rotationFromEngine,
  rotationToEngine,
  sameRotation,
  scaleFromEngine,
  scaleToEngine,
} from './coordinates.js';

describe('places of Unreal on the engine', () => {
  it('are metres with Y up: ahead is +Z, right is +X', () => {
    expect(locationToEngine({ x: 100, y: 200, z: 300 })).toEqual({ x: 2, y: 3, z: 1 });
    expect(scaleToEngine({ x: 1, y: 2, z: 3 })).toEqual({ x: 2, y: 3, z: 1 });
  });

  it('come back as they went, common ones exactly', () => {
    for (const value of [0, 1, -1, 0.1, 12.5, 123.456, -9_999.99, 100_000]) {
      const location = { x: value, y: -value + 0, z: value / 2 };
      expect(locationFromEngine(locationToEngine(location))).toEqual(location);
      expect(scaleFromEngine(scaleToEngine(location))).toEqual(location);
    }
    const places = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(places, places, places, (x, y, z) => {
        const back = locationFromEngine(locationToEngine({ x, y, z }));
        expect(Math.max(Math.abs(back.x - x), Math.abs(back.y - y), Math.abs(back.z - z))).toBeLessThan(1e-3);
      }),
    );
  });
});

describe('turns of Unreal on the engine', () => {
  it("with yaw go about the engine's Y, from ahead to the right", () => {
    const half = Math.SQRT1_2;
    const { x, y, z, w } = rotationToEngine({ pitch: 0, yaw: 90, roll: 0 });
    expect([x, y, z, w].map(part => Math.round(part * 1e9) / 1e9)).toEqual(
      [0, half, 0, half].map(part => Math.round(part * 1e9) / 1e9),
    );
  });

  it('lift the nose with a positive pitch and drop the right side with a positive roll', () => {
    expect(rotationToEngine({ pitch: 30, yaw: 0, roll: 0 }).x).toBeLessThan(0);
    expect(rotationToEngine({ pitch: 0, yaw: 0, roll: 30 }).z).toBeLessThan(0);
  });

  it.each([
    { pitch: 0, yaw: 0, roll: 0 },
    { pitch: 0, yaw: 90, roll: 0 },
    { pitch: -45, yaw: 180, roll: 0 },
    { pitch: 90, yaw: 45, roll: 0 },
    { pitch: -90, yaw: -120, roll: 0 },
    { pitch: 10, yaw: 20, roll: 30 },
    { pitch: 0, yaw: 0, roll: 180 },
  ])('come back exactly: %j', rotator => {
    expect(rotationFromEngine(rotationToEngine(rotator))).toEqual(rotator);
  });

  it('come back as the same turn, whatever the angles', () => {
    const angle = fc.double({ min: -720, max: 720, noNaN: true });
    fc.assert(
      fc.property(angle, angle, angle, (pitch, yaw, roll) => {
        const turn = rotationToEngine({ pitch, yaw, roll });
        const back = rotationFromEngine(turn);
        expect(sameRotation(rotationToEngine(back), turn)).toBe(true);
        expect(Math.abs(back.pitch)).toBeLessThanOrEqual(90);
      }),
    );
  });

  it('come back within a thousandth of a degree away from the poles', () => {
    const flat = fc.double({ min: -89, max: 89, noNaN: true });
    const round = fc.double({ min: -179.9, max: 179.9, noNaN: true });
    fc.assert(
      fc.property(flat, round, round, (pitch, yaw, roll) => {
        const back = rotationFromEngine(rotationToEngine({ pitch, yaw, roll }));
        const off = [back.pitch - pitch, back.yaw - yaw, back.roll - roll].map(Math.abs);
        expect(Math.max(...off)).toBeLessThan(1e-3);
      }),
    );
  });
});
