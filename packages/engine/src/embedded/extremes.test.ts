import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene, refusal } from '../testing/live-scene.js';

const CRATES = '/Arena/Crates';
const LARGEST = 3.4e38;
let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

/** Every place of the scene, and every speed. */
function numbers(): unknown[] {
  const members = [
    ['Transform', 'localPosition'],
    ['Transform', 'localRotation'],
    ['Transform', 'localScale'],
    ['Rigidbody', 'velocity'],
  ] as const;
  return members.flatMap(([type, name]) => {
    const { items } = live.call('object.list', { type, limit: 1000 });
    return items.flatMap(({ id }) => Object.values(live.read(id, type, name).json as object));
  });
}

function allAreNumbers(): void {
  const all = numbers();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(each => typeof each !== 'number')).toEqual([]);
}

describe('a scale of 0', () => {
  it('leaves the bodies below it where they are, and they fall when it is taken back', () => {
    const [crates, crate] = [live.find(CRATES), live.find(`${CRATES}/Crate 4`)];
    const place = live.read(crate, 'Transform', 'localPosition').json;
    live.write(crates, 'Transform', 'localScale', [0, 0, 0]);
    live.frames(120);
    allAreNumbers();
    expect(live.read(crate, 'Transform', 'localPosition').json).toEqual(place);
    live.write(crates, 'Transform', 'localScale', [1, 1, 1]);
    live.frames(1);
    expect(live.position(crate).y).toBeCloseTo(3, 2);
    live.frames(240);
    expect(live.position(crate).y).toBeCloseTo(0.5, 2);
  });

  it('of one axis alone does the same', () => {
    live.write(live.find(CRATES), 'Transform', 'localScale', [1, 0, 1]);
    live.frames(60);
    allAreNumbers();
  });

  it('leaves its children no other position, by any member', () => {
    const [crates, crate] = [live.find(CRATES), live.find(`${CRATES}/Crate 4`)];
    live.write(crates, 'Transform', 'localScale', [0, 0, 0]);
    const place = live.position(crate);
    expect(live.write(crate, 'Transform', 'position', [1, 2, 3]).json).toEqual(place);
    live.invoke(crate, 'Transform', 'Translate', [1, 2, 3]);
    live.invoke(crate, 'Transform', 'LookAt', [1, 2, 3]);
    allAreNumbers();
  });

  it('is kept by an object that is given another parent, with its turn', () => {
    const [player, crates] = [live.find('/Player'), live.find(CRATES)];
    live.write(player, 'Transform', 'localEulerAngles', [0, 90, 0]);
    live.write(player, 'Transform', 'localScale', [0, 0, 0]);
    const place = live.position(player);
    live.call('object.reparent', { id: player, parent: crates });
    expect(live.read(player, 'Transform', 'localScale').json).toEqual({ x: 0, y: 0, z: 0 });
    expect(live.read(player, 'Transform', 'eulerAngles').json).toEqual({ x: 0, y: 90, z: 0 });
    expect(live.position(player)).toEqual(place);
  });

  it('lets objects in and out again', () => {
    const [player, crates] = [live.find('/Player'), live.find(CRATES)];
    live.write(crates, 'Transform', 'localScale', [0, 0, 0]);
    live.call('object.reparent', { id: player, parent: crates });
    allAreNumbers();
    live.call('object.reparent', { id: player, parent: null });
    expect(live.read(player, 'Transform', 'localScale').json).toEqual({ x: 1, y: 1, z: 1 });
    allAreNumbers();
  });
});

describe('numbers beyond a single', () => {
  it.each([
    ['Transform', 'localScale', [1e200, 1, 1]],
    ['Transform', 'position', { x: 1e39, y: 0, z: 0 }],
    ['Rigidbody', 'velocity', [0, -1e308, 0]],
    ['Rigidbody', 'mass', 1e-30],
    ['BoxCollider', 'size', [1, 1, 3.5e38]],
  ])('are refused: %s.%s', (type, name, value) => {
    const crate = live.find(`${CRATES}/Crate 1`);
    const { kind, hint } = refusal(() => live.write(crate, type, name, value));
    expect(kind).toBe('invalid');
    expect(hint).toMatch(/3\.4e38|1e-7/);
  });

  it('are refused as arguments and as the place of the freecam', () => {
    const crate = live.find(`${CRATES}/Crate 1`);
    const force = { x: 1e308, y: 1e308, z: 0 };
    expect(refusal(() => live.invoke(crate, 'Rigidbody', 'AddForce', force)).kind).toBe('invalid');
    expect(refusal(() => live.call('freecam.set', { position: force })).kind).toBe('invalid');
  });
});

describe('the largest numbers there are', () => {
  it('throw bodies about without making them anything but numbers', () => {
    const crate = live.find(`${CRATES}/Crate 1`);
    const far = [LARGEST, LARGEST, 0];
    live.write(crate, 'Rigidbody', 'mass', 1e-7);
    live.write(crate, 'Rigidbody', 'drag', -LARGEST);
    for (const mode of ['Force', 'Impulse', 'VelocityChange', 'Acceleration']) {
      live.invoke(crate, 'Rigidbody', 'AddForce', far, mode);
      live.frames(30);
      allAreNumbers();
    }
    live.write(crate, 'Transform', 'position', far);
    for (let times = 0; times < 3; times++) live.invoke(crate, 'Transform', 'Translate', far);
    live.frames(30);
    allAreNumbers();
  });

  it('as sizes of what bodies lie on push them nowhere', () => {
    const ground = live.find(`${CRATES}/Crate 1`);
    live.write(ground, 'BoxCollider', 'size', [LARGEST, LARGEST, LARGEST]);
    live.write(ground, 'Transform', 'localScale', [LARGEST, LARGEST, LARGEST]);
    live.write(live.find(CRATES), 'Transform', 'localScale', [LARGEST, LARGEST, LARGEST]);
    live.frames(60);
    allAreNumbers();
  });

  it('multiplied down a deep hierarchy past every number stay out of what is written', () => {
    let parent = live.find(CRATES);
    for (let level = 0; level < 12; level++) {
      const components = [
        { type: 'UnityEngine.BoxCollider' },
        { type: 'UnityEngine.Rigidbody' },
        { type: 'Worldwire.Orbiter' },
      ];
      const { id } = live.call('object.create', { name: `Level ${level}`, parent, components });
      live.write(id, 'Transform', 'localPosition', [LARGEST, LARGEST, LARGEST]);
      live.write(id, 'Transform', 'localScale', [LARGEST, LARGEST, LARGEST]);
      parent = id;
    }
    live.frames(30);
    allAreNumbers();
    const camera = live.find('Main Camera');
    live.call('object.reparent', { id: camera, parent });
    live.invoke(camera, 'Transform', 'LookAt', [0, 0, 0]);
    live.call('freecam.set', { enabled: true });
    live.call('object.reparent', { id: camera, parent: null });
    live.frames(30);
    allAreNumbers();
    const { position, rotation } = live.call('freecam.get', {});
    for (const part of [position, rotation].flatMap(each => Object.values(each))) {
      expect(Number.isFinite(part)).toBe(true);
    }
  });

  it('and the smallest leave an orbit where it is', () => {
    const crate = live.find(`${CRATES}/Crate 1`);
    live.call('component.add', { object: crate, type: 'Worldwire.Orbiter' });
    live.write(crate, 'Worldwire.Orbiter', 'period', 5e-324);
    live.frames(2);
    expect(live.read(crate, 'Worldwire.Orbiter', 'phase').json).toBe(0);
    allAreNumbers();
  });

  it('keep rectangles at places that are numbers', () => {
    live.call('scene.load', { name: 'Menu', mode: 'single' });
    const { items } = live.call('object.list', { type: 'UnityEngine.RectTransform', limit: 1000 });
    expect(items.length).toBeGreaterThan(0);
    for (const member of ['anchorMin', 'anchorMax', 'pivot', 'sizeDelta', 'anchoredPosition']) {
      for (const [at, { id }] of items.entries()) {
        const side = (at + member.length) % 2 === 0 ? LARGEST : -LARGEST;
        live.write(id, 'UnityEngine.RectTransform', member, [side, -side]);
      }
      allAreNumbers();
      for (const { id } of items) {
        const { x, y } = live.read(id, 'UnityEngine.RectTransform', 'anchoredPosition').json as {
          x: number;
          y: number;
        };
        expect([typeof x, typeof y]).toEqual(['number', 'number']);
      }
    }
  });
});
