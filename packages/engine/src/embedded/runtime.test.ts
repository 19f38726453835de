import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene } from '../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

describe('behaviours', () => {
  it('turn, count down and spawn up to a cap, as time goes on', () => {
    const turret = live.find('/Arena/Turret');
    live.frames(60);
    expect(live.read(turret, 'Rotator', 'angle').json).toBeCloseTo(60, 0);
    expect(live.read(turret, 'Transform', 'eulerAngles').json).toMatchObject({ y: expect.closeTo(60, 0) });
    live.frames(60 * 30);
    const spawner = live.find('/Spawner');
    expect(live.read(spawner, 'Spawner', 'alive').json).toBe(8);
    const drones = live.call('object.list', { name: 'Drone' }).items;
    expect(drones).toHaveLength(8);
    live.invoke(drones[0]?.id as string, 'Health', 'Kill');
    live.frames(60 * 4);
    expect(live.read(spawner, 'Spawner', 'spawned').json).toBe(9);
    expect(live.logs('info').filter(each => each.startsWith('spawned')).length).toBeLessThan(8);
  });

  it('stand still while time does', () => {
    live.call('time.set', { scale: 0 });
    live.frames(60);
    expect(live.read(live.find('/Arena/Turret'), 'Rotator', 'angle').json).toBe(0);
    expect(live.position(live.find('/Arena/Crates/Crate 4')).y).toBe(3);
    expect(live.call('time.get', {})).toMatchObject({ time: 0, frame: 60 });
  });

  it('do nothing while they or their objects are off', () => {
    const turret = live.find('/Arena/Turret');
    live.call('object.activate', { id: live.find('/Arena'), active: false });
    live.frames(10);
    live.call('object.activate', { id: live.find('/Arena'), active: true });
    live.write(turret, 'Rotator', 'enabled', false);
    live.frames(10);
    expect(live.read(turret, 'Rotator', 'angle').json).toBe(0);
  });

  it('are logged and disabled when they fail', () => {
    const turret = live.find('/Arena/Turret');
    const rotator = live.runtime.world.get(turret).component('Rotator');
    Object.defineProperty(rotator, 'step', {
      value: () => {
        throw new Error('stuck');
      },
    });
    live.frames(5);
    expect(live.logs('error')).toEqual([expect.stringContaining('stuck')]);
    expect(live.read(turret, 'Rotator', 'enabled').json).toBe(false);
  });

  it('take planets around their sun, at a constant distance', () => {
    live.call('scene.load', { name: 'SolarGarden', mode: 'single' });
    live.frames(1);
    const before = live.position(live.find('/Planets/Earth'));
    live.frames(60);
    const after = live.position(live.find('/Planets/Earth'));
    expect(after).not.toEqual(before);
    expect(Math.hypot(after.x, after.y - 4, after.z)).toBeCloseTo(6.5, 5);
  });
});

describe('lists', () => {
  it('have the objects of all loaded scenes, also hidden ones', () => {
    expect(live.call('object.list', { name: 'Template' }).total).toBe(2);
    const scenes = new Set(live.call('object.list', { limit: 1000 }).items.map(({ scene }) => scene));
    expect([...scenes].sort()).toEqual(['scn:0', 'scn:ddol', 'scn:hide']);
    const bodies = live.call('object.list', { type: 'Rigidbody' }).total;
    const { json } = live.call('code.run', { code: 'scene.findAll("Rigidbody").length' });
    expect(json, 'a script finds no hidden templates').toBe(bodies - 1);
    expect(live.call('object.list', { scene: 'scn:hide', name: 'Template' }).total).toBe(2);
    expect(live.call('object.list', { scene: 'scn:ddol' }).items.map(({ name }) => name)).toContain(
      'FrameStats',
    );
  });

  it('count and page over active objects alone', () => {
    const total = live.call('object.list', { activeOnly: true }).total;
    live.call('object.activate', { id: live.find('/Enemies'), active: false });
    const { items, total: rest } = live.call('object.list', { activeOnly: true, limit: 1000 });
    expect(rest).toBe(total - 7);
    expect(items).toHaveLength(rest);
    expect(items.every(({ active }) => active)).toBe(true);
    const healthy = live.call('object.list', { type: 'Health', activeOnly: true });
    expect(healthy.items.map(({ name }) => name)).toEqual(['Turret', 'Player']);
  });

  it('look at no more objects than their offset and their limit', () => {
    const scene = live.runtime.world.scene('scn:0');
    let seen = 0;
    class Counted<T> extends Set<T> {
      override *[Symbol.iterator](): SetIterator<T> {
        for (const each of super.values()) {
          seen++;
          yield each;
        }
      }
    }
    Object.defineProperty(scene, 'objects', { value: new Counted(scene.objects) });
    for (let more = 0; more < 1000; more++) live.call('object.create', { name: `More ${more}` });
    expect(live.call('object.list', { limit: 10, offset: 20 }).total).toBeGreaterThan(1000);
    expect(seen).toBe(30);
    live.call('object.list', { type: 'Light' });
    expect(seen).toBe(30);
  });
});

describe('a hierarchy', () => {
  it('has a bottom, which neither new nor moved objects get below', () => {
    let parent = live.call('object.create', { name: 'top' }).id;
    const nest = () => {
      parent = live.call('object.create', { name: 'deeper', parent }).id;
    };
    for (let level = 2; level <= 256; level++) nest();
    expect(nest).toThrow('256 levels');
    const pair = live.call('object.create', { name: 'pair' }).id;
    live.call('object.create', { name: 'child', parent: pair });
    const above = live.call('object.get', { id: parent }).parent as string;
    expect(() => live.call('object.reparent', { id: pair, parent: above })).toThrow('256 levels');
    expect(live.call('object.get', { id: pair }).parent).toBeNull();
  });
});
