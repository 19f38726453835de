import { describe, expect, it } from 'vitest';
import { axesOf, extentOf, placed } from './placed.js';

const UNITY = axesOf('Worldwire Embedded 0.1.0');
const BOUNDS = { Min: { X: -1, Y: 0, Z: 2 }, Max: { X: 1, Y: 1, Z: 6 } };

describe('placed', () => {
  it('turns the z axis of Unity, and not that of Godot', () => {
    const card = { Id: 'obj:1', Position: { X: 1, Y: 2, Z: 3 } };
    expect(placed(card, undefined, undefined, UNITY)?.position).toEqual([1, 2, -3]);
    expect(placed(card, undefined, undefined, axesOf('Godot 4.6.3'))?.position).toEqual([1, 2, 3]);
  });

  it('draws an object of an unknown mesh as its bounds', () => {
    expect(placed({ Id: 'obj:1', Bounds: BOUNDS }, undefined, undefined, UNITY)).toMatchObject({
      shape: 'Box',
      position: [0, 0.5, -4],
      scale: [2, 1, 4],
    });
  });

  it('draws a known mesh with its rotation', () => {
    const pose = { rotation: { x: 0, y: 0.7, z: 0, w: 0.7 }, scale: { x: 1, y: 2, z: 3 } };
    const card = { Id: 'obj:1', Position: { X: 0, Y: 0, Z: 0 }, Bounds: BOUNDS };
    expect(placed(card, { shape: 'Cube', kind: 'mesh' }, pose, UNITY)).toMatchObject({
      shape: 'Cube',
      rotation: [-0, -0.7, 0, 0.7],
      scale: [1, 2, 3],
    });
  });

  it('marks an object without a size, and leaves out one without a place', () => {
    expect(
      placed({ Id: 'a', Position: { X: 0, Y: 0, Z: 0 }, Bounds: null }, undefined, undefined, UNITY)?.shape,
    ).toBe('Marker');
    expect(placed({ Id: 'a', Position: null }, undefined, undefined, UNITY)).toBeUndefined();
  });
});

describe('extentOf', () => {
  it('covers the boxes', () => {
    const box = placed({ Id: 'a', Bounds: BOUNDS }, undefined, undefined, UNITY)!;
    expect(extentOf([box])).toEqual({ centre: [0, 0.5, -4], half: [1, 0.5, 2] });
  });

  it('covers shapes as they are turned and as large as the engines make them', () => {
    const look = { shape: 'Plane', kind: 'mesh' } as const;
    const pose = { rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }, scale: { x: 2, y: 1, z: 1 } };
    const card = { Id: 'a', Position: { X: 1, Y: 0, Z: 0 } };
    const { centre, half } = extentOf([placed(card, look, pose, axesOf('Godot'))!]);
    expect(centre.map(value => Math.round(value * 1e6) / 1e6)).toEqual([1, 0, 0]);
    expect(half.map(value => Math.round(value * 1e6) / 1e6)).toEqual([0, 10, 5]);
  });

  it('has a size for an empty scene', () => {
    expect(extentOf([])).toEqual({ centre: [0, 0, 0], half: [10, 10, 10] });
  });
});
