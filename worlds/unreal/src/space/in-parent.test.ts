import { describe, expect, it } from 'vitest';
import type { Rotator, Transform } from '../port/operations.js';
import { inParent } from './in-parent.js';
import { quaternionOf, rotated, rotatorOf } from './quaternion.js';

const NONE = { location: false, rotation: false, scale: false };
const at = (x: number, y: number, z: number, rotation: Partial<Rotator> = {}, scale = 1): Transform => ({
  location: { x, y, z },
  rotation: { pitch: 0, yaw: 0, roll: 0, ...rotation },
  scale: { x: scale, y: scale, z: scale },
});

describe('inParent', () => {
  it('turns, scales and moves by the parent', () => {
    const world = inParent(at(10, 0, 0), at(100, 200, 300, { yaw: 90 }, 2), NONE);
    expect(world).toEqual(at(100, 220, 300, { yaw: 90 }, 2));
  });

  it('raises what is in front of a parent that looks up', () => {
    expect(inParent(at(10, 0, 0), at(0, 0, 0, { pitch: 90 }), NONE).location).toEqual({ x: 0, y: 0, z: 10 });
  });

  it('applies the own rotation before that of the parent', () => {
    const world = inParent(at(0, 0, 0, { pitch: 30 }), at(0, 0, 0, { yaw: 90 }), NONE);
    expect(world.rotation).toEqual({ pitch: 30, yaw: 90, roll: 0 });
  });

  it('keeps absolute parts', () => {
    const absolute = { location: true, rotation: true, scale: true };
    const own = at(1, 2, 3, { roll: 4 }, 5);
    expect(inParent(own, at(9, 9, 9, { yaw: 9 }, 9), absolute)).toEqual(own);
  });
});

describe('quaternionOf', () => {
  it.each([
    [{ pitch: 0, yaw: 0, roll: 0 }],
    [{ pitch: 30, yaw: 40, roll: 50 }],
    [{ pitch: -80, yaw: -170, roll: 10 }],
  ])('is undone by rotatorOf for %j', angles => {
    expect(rotatorOf(quaternionOf(angles))).toEqual(angles);
  });

  it.each([90, -90])('is the same rotation after rotatorOf at a pitch of %i', pitch => {
    const turn = quaternionOf({ pitch, yaw: 45, roll: 0 });
    const again = quaternionOf(rotatorOf(turn));
    const right = { x: 0, y: 1, z: 0 };
    const [a, b] = [rotated(right, turn), rotated(right, again)];
    for (const axis of ['x', 'y', 'z'] as const) expect(b[axis]).toBeCloseTo(a[axis], 4);
  });
});
