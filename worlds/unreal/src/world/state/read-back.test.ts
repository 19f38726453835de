import { describe, expect, it } from 'vitest';
import { sameRotation, sameValue, sameVector } from './read-back.js';

describe('a read-back', () => {
  it.each([
    [1.1, 1.100000023841858],
    [100_000_001, 100_000_000],
    [100_000.01, 100_000.0078125],
    [true, true],
    [true, 'True'],
    [5, '5'],
    ['Hello', 'Hello'],
    [null, null],
    [null, 'None'],
    ['None', ''],
    [{ X: 1 }, { X: 1, Y: 2, Z: 3 }],
    [
      { x: 1, y: 2, z: 3 },
      { X: 1, Y: 2, Z: 3 },
    ],
    [
      [1, 2],
      [1, 2],
    ],
    ['/Game/Doors/T_Wood.T_Wood', "Texture2D'/Game/Doors/T_Wood.T_Wood'"],
    ["Texture2D'/Game/Doors/T_Wood.T_Wood'", '/game/doors/t_wood.T_Wood'],
    ['Movable', 'EComponentMobility::Movable'],
  ])('of %j sameValue with %j', (asked, found) => {
    expect(sameValue(asked, found)).toBe(true);
  });

  it.each([
    [5, 4],
    [100_000, 100_001],
    [10_000_000, 10_000_001],
    [0.5, 0.501],
    [true, false],
    ['Hello', 'hello'],
    ['Hello', null],
    [null, 0],
    [null, false],
    [0, null],
    [2, 'Spot'],
    [{ X: 1 }, { Y: 1 }],
    [{ X: 1 }, null],
    [{ X: 1 }, [1]],
    [
      [1, 2],
      [1, 2, 3],
    ],
    [[1], { 0: 1 }],
    ['/Game/A.A', '/Game/B.B'],
  ])('of %j does not agree with %j', (asked, found) => {
    expect(sameValue(asked as never, found as never)).toBe(false);
  });

  it('accepts equal rotations in other spellings', () => {
    const turn = (pitch: number, yaw: number, roll: number) => ({ pitch, yaw, roll });
    expect(sameRotation(turn(0, 370, -720), turn(0, 10, 0))).toBe(true);
    expect(sameRotation(turn(100, 0, 0), turn(80, 180, 180))).toBe(true);
    expect(sameRotation(turn(90, 0, 30), turn(90, 30, 60))).toBe(true);
    expect(sameRotation(turn(0, 10, 0), turn(0, 11, 0))).toBe(false);
    expect(sameRotation(turn(0, 0, 10), turn(0, 0, -10))).toBe(false);
    expect(sameVector({ x: 0, y: 0, z: 0 }, { x: 1e-7, y: 0, z: 0 })).toBe(true);
  });
});
