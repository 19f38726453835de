import { describe, expect, it } from 'vitest';
import type { View } from '../../explorer/fit-camera.js';
import { freeArea } from '../../explorer/free-area.js';
import { BodySpace } from './body-space.js';
import { DEFAULT_CAMERA } from './camera.js';
import { fitView } from './fit.js';
import { frameOf, project, projectVector } from './frame.js';

const TREE = { left: 8, top: 60, right: 256, bottom: 700 };
const BAR = { left: 8, top: 8, right: 320, bottom: 46 };
const WIDE: View = { width: 1200, height: 700, covered: [TREE, BAR] };
const NARROW: View = { width: 390, height: 630, covered: [{ left: 8, top: 8, right: 382, bottom: 54 }] };
const PLANETS = [
  { id: 'near', orbitalDistance: 1e8, eccentricity: 0.2 },
  { id: 'far', orbitalDistance: 4e9, eccentricity: 0.9 },
];

function system(scale = 1): BodySpace {
  const space = new BodySpace();
  const body = {
    name: '',
    mass: 1,
    radius: 5e5 * scale,
    orbitalSpeed: 1e-7,
    orbitalPhase: 2,
    orbitalDistance: 0,
  };
  space.put({ ...body, id: 'star', parentId: null, orbitOffsetX: 7e12 } as never);
  for (const { id, orbitalDistance, eccentricity } of PLANETS)
    space.put({
      ...body,
      id,
      parentId: 'star',
      orbitalDistance: orbitalDistance * scale,
      eccentricity,
    } as never);
  space.place(0);
  return space;
}

describe('the view of everything', () => {
  it.each([WIDE, NARROW])('has bodies and their whole orbits in the free area of %o', view => {
    const space = system();
    const state = fitView(space, [], { ...DEFAULT_CAMERA, focus: 'star' }, view)!;
    const free = freeArea(view);
    const seen: { x: number; y: number }[] = [];
    const slot = space.slots.get('star')!;
    const target = space.placeOf(slot);
    const [x, y, z] = state.offset;
    const at = { ...target, x: target.x + x, y: target.y + y, z: target.z + z };
    const frame = frameOf(space, at, state, {
      width: view.width,
      height: view.height,
      density: 1,
      selected: -1,
    });
    // A whole round of the outer planet.
    for (let step = 0; step < 64; step++) {
      space.place((step / 64) * 2e7 * Math.PI);
      for (const each of space.slots.values()) seen.push(project(frame, each)!);
    }
    for (const place of seen) {
      expect(place.x).toBeGreaterThan(free.left);
      expect(place.x).toBeLessThan(free.right);
      expect(place.y).toBeGreaterThan(free.top);
      expect(place.y).toBeLessThan(free.bottom);
    }
    // As large as possible: the orbit reaches two opposite sides, up to the margin.
    const across = Math.max(...seen.map(place => place.x)) - Math.min(...seen.map(place => place.x));
    const rise = Math.max(...seen.map(place => place.y)) - Math.min(...seen.map(place => place.y));
    const share = Math.max(across / (free.right - free.left), rise / (free.bottom - free.top));
    expect(share).toBeGreaterThan(0.8);
  });

  it('has scattered systems and a sphere in the picture, from the middle of them', () => {
    const space = new BodySpace();
    const star = {
      name: '',
      mass: 1,
      radius: 1,
      orbitalSpeed: 0,
      orbitalPhase: 0,
      orbitalDistance: 0,
      parentId: null,
    };
    for (let index = 0; index < 5; index++)
      space.put({
        ...star,
        id: `s${index}`,
        orbitOffsetX: index * 1e14,
        orbitOffsetZ: index * 3e13,
      } as never);
    space.place(0);
    const sphere = { at: { root: -1, x: 0, y: 5e13, z: 0 }, radius: 1e13 };
    const state = fitView(space, [sphere], DEFAULT_CAMERA, NARROW)!;
    const [x, y, z] = state.offset;
    const frame = frameOf(space, { root: -1, x, y, z }, state, {
      width: 390,
      height: 630,
      density: 1,
      selected: -1,
    });
    const camera = frame.camera;
    const middle = projectVector(
      frame,
      sphere.at.x - camera.x,
      sphere.at.y - camera.y,
      sphere.at.z - camera.z,
      1e13,
    )!;
    const all = [...space.slots.values()].map(slot => project(frame, slot)!);
    for (const place of [...all, middle]) {
      expect(place.x).toBeGreaterThan(0);
      expect(place.x).toBeLessThan(390);
      expect(place.y).toBeGreaterThan(54);
      expect(place.y).toBeLessThan(630);
    }
    expect(middle.y - middle.radius).toBeGreaterThan(54);
  });

  it('is undefined where nothing is', () => {
    expect(fitView(new BodySpace(), [], DEFAULT_CAMERA, WIDE)).toBeUndefined();
  });
});
