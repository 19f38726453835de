import { describe, expect, it } from 'vitest';
import { classesOf, gridStep, hueOf, lengthText, mapActors } from './actor-map.js';

const actor = (name: string, kind: string, x: number, y: number) => ({
  path: name,
  name,
  class: kind,
  location: { x, y, z: 0 },
});

describe('mapActors', () => {
  it('has the forward axis of Unreal up and its right axis to the right', () => {
    expect(mapActors([actor('a', 'Note', 100, 20)])[0]).toMatchObject({ x: 20, y: -100 });
  });

  it('leaves out actors without a known place', () => {
    const attached = { path: 'a', name: 'a', class: 'Note', attachedTo: 'b' };
    const unknown = { path: 'c', name: 'c', class: 'Note' };
    expect(mapActors([attached, unknown, actor('d', 'Note', Number.NaN, 0)])).toEqual([]);
  });

  it('chooses a symbol by class', () => {
    const kinds = [
      'PointLight',
      'CameraActor',
      'PlayerStart',
      'StaticMeshActor',
      'BlockingVolume',
      'BP_Door_C',
    ];
    expect(mapActors(kinds.map(kind => actor(kind, kind, 0, 0))).map(({ symbol }) => symbol)).toEqual([
      'light',
      'camera',
      'start',
      'mesh',
      'volume',
      'other',
    ]);
  });
});

describe('the map', () => {
  it('counts classes', () => {
    expect(classesOf([actor('a', 'X', 0, 0), actor('b', 'Y', 0, 0), actor('c', 'Y', 0, 0)])).toEqual([
      { name: 'Y', count: 2 },
      { name: 'X', count: 1 },
    ]);
  });

  it('has a grid of round steps', () => {
    expect(gridStep(1, 60)).toBe(100);
    expect(gridStep(0.01, 60)).toBe(10_000);
    expect(gridStep(0.3, 60)).toBe(200);
  });

  it('writes lengths in metres', () => {
    expect([lengthText(50), lengthText(200), lengthText(500_000)]).toEqual(['50 cm', '2 m', '5 km']);
  });

  it('has one hue for one class', () => {
    expect(hueOf('BP_Door_C')).toBe(hueOf('BP_Door_C'));
    expect(hueOf('BP_Door_C')).toBeLessThan(360);
  });
});
