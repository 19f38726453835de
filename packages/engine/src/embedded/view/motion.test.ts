import { beforeEach, describe, expect, it } from 'vitest';
import type { ObjectField, ObjectInfo } from '../../port/operations.js';
import { LiveScene } from '../../testing/live-scene.js';
import { SceneHost } from '../script/scene-host.js';

const FIELDS: readonly ObjectField[] = ['velocity'];
let live: LiveScene;
const get = (id: string): Promise<ObjectInfo> => live.later('object.get', { id, fields: FIELDS });

describe('the motion of an object', () => {
  beforeEach(() => {
    live = new LiveScene('Arena');
  });

  it('that falls is the velocity of its body, and 0 at rest', async () => {
    const crate = live.find('Crate 4');
    const { velocity } = await get(crate);
    expect(velocity).toEqual(live.read(crate, 'Rigidbody', 'velocity').json);
    expect(velocity?.y).toBeLessThan(-0.5);
    live.frames(600);
    expect(await get(crate)).toMatchObject({ velocity: { x: 0, y: 0, z: 0 }, angularSpeed: 0 });
  });

  it('of a kinematic body is measured from its transform', async () => {
    const crate = live.find('Crate 4');
    live.write(crate, 'Rigidbody', 'isKinematic', true);
    const before = live.position(crate);
    const result = live.runtime.call('object.get', { id: crate, fields: FIELDS }) as Promise<ObjectInfo>;
    live.write(crate, 'Transform', 'position', [before.x + 1, before.y, before.z]);
    live.frames(6);
    expect((await result).velocity?.x).toBeCloseTo(10, 6);
  });

  it('that a script turns has an angular speed, and what it carries along a velocity', async () => {
    expect(await get(live.find('Turret'))).toMatchObject({ velocity: { x: 0, y: 0, z: 0 } });
    expect((await get(live.find('Turret'))).angularSpeed).toBeCloseTo(60, 6);
    const { velocity } = await get(live.find('Barrel'));
    expect(Math.hypot(velocity?.x ?? 0, velocity?.z ?? 0)).toBeCloseTo(0.9 * (Math.PI / 3), 2);
  });

  it('is per second of scene time, and none while the scene stands', async () => {
    live.call('time.set', { scale: 2 });
    expect((await get(live.find('Turret'))).angularSpeed).toBeCloseTo(60, 6);
    live.call('time.set', { scale: 0 });
    expect((await get(live.find('Turret'))).angularSpeed).toBe(0);
  });

  it('is not found for one that is destroyed meanwhile', async () => {
    const id = live.find('Player');
    const result = live.runtime.call('object.get', { id, fields: FIELDS }) as Promise<ObjectInfo>;
    live.call('object.destroy', { id });
    live.frames(6);
    await expect(result).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a list', () => {
  beforeEach(() => {
    live = new LiveScene('SolarGarden');
    // In the first frame the planets jump to their orbits.
    live.frames(1);
  });

  it('of what moves has only that, with a total and pages', async () => {
    const all = await live.later('object.list', { moving: true, fields: FIELDS });
    expect(all.items.map(({ name }) => name).sort()).toEqual([
      'Earth',
      'Mars',
      'Mercury',
      'Moon',
      'Sun Ball',
      'Venus',
    ]);
    const page = await live.later('object.list', { moving: true, limit: 2, offset: 4 });
    expect([page.total, page.items.map(({ id }) => id)]).toEqual([6, all.items.slice(4).map(({ id }) => id)]);
    expect(page.items[0]).not.toHaveProperty('velocity');
    const earth = all.items.find(({ name }) => name === 'Earth')?.velocity;
    expect(Math.hypot(earth?.x ?? 0, earth?.y ?? 0, earth?.z ?? 0)).toBeCloseTo((2 * Math.PI * 6.5) / 12, 1);
    const still = await live.later('object.list', { moving: false });
    expect(still.total + all.total).toBe(live.call('object.list', {}).total);
  });

  it('leaves out an object that is destroyed during the measurement', async () => {
    const mars = live.find('Mars');
    const result = live.runtime.call('object.list', { moving: true }) as Promise<{ total: number }>;
    live.call('object.destroy', { id: mars });
    live.frames(6);
    expect((await result).total).toBe(5);
  });

  it('for a script cannot wait for frames', () => {
    const host = new SceneHost(live.runtime.world, (name, params) =>
      live.runtime.call(name as 'object.list', params),
    );
    const answer = host.answer(JSON.stringify({ name: 'object.list', params: { moving: true } }));
    expect(JSON.parse(answer).error).toContain('scripts cannot wait for the motion');
  });
});
