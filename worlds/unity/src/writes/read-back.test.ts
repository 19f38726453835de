import { isNear } from '@worldwire/server/kit';
import { describe, expect, it } from 'vitest';
import { sameTurn } from './orientation.js';
import { agrees } from './read-back.js';

const vector = { type: 'UnityEngine.Vector3', json: { x: 1, y: 2, z: 3 } };

describe('a read-back', () => {
  it.each([
    [1.1, { type: 'System.Single', json: 1.100000023841858 }],
    [{ x: 1, y: 2, z: 3 }, vector],
    [{ X: 1, Y: 2, Z: 3 }, vector],
    [{ y: 2 }, vector],
    [[1, 2, 3], vector],
    [true, { type: 'System.Boolean', json: true }],
    ['hello', { type: 'System.String', json: 'hello' }],
    ['spot', { type: 'UnityEngine.LightType', json: 'Spot' }],
    [2, { type: 'UnityEngine.LightType', json: 'Spot' }],
    ['#ff0000', { type: 'UnityEngine.Color', json: { r: 1, g: 0, b: 0, a: 1 } }],
    ['obj:7', { type: 'UnityEngine.GameObject', ref: 'obj:7' }],
    [{ ref: 'obj:7' }, { type: 'UnityEngine.GameObject', ref: 'obj:7' }],
    [null, { type: 'UnityEngine.GameObject', json: null }],
    [null, { type: 'UnityEngine.GameObject' }],
  ])('of %j agrees with %j', (asked, found) => {
    expect(agrees(asked, found)).toBe(true);
  });

  it.each([
    [100_000, { type: 'System.Int32', json: 100_001 }],
    [5, { type: 'System.Single', json: 4 }],
    [true, { type: 'System.Boolean', json: false }],
    ['Hello', { type: 'System.String', json: 'hello' }],
    ['Point', { type: 'UnityEngine.LightType', json: 'Spot' }],
    [{ x: 1, y: 2, z: 4 }, vector],
    [{ x: 1, w: 0 }, vector],
    [[1, 2, 3, 4], vector],
    ['obj:7', { type: 'UnityEngine.GameObject', ref: 'obj:8' }],
    [null, { type: 'UnityEngine.GameObject', ref: 'obj:8' }],
    [null, { type: 'System.Single', json: 0 }],
  ])('of %j does not agree with %j', (asked, found) => {
    expect(agrees(asked, found)).toBe(false);
  });

  it('compares rotations and not their angles', () => {
    expect(sameTurn({ X: 0, Y: 370, Z: -720 }, { X: 0, Y: 10, Z: 0 })).toBe(true);
    expect(sameTurn({ X: 100, Y: 0, Z: 0 }, { X: 80, Y: 180, Z: 180 })).toBe(true);
    expect(sameTurn({ X: 0, Y: 10, Z: 0 }, { X: 0, Y: 11, Z: 0 })).toBe(false);
    expect(isNear(0, 1e-7)).toBe(true);
  });
});
