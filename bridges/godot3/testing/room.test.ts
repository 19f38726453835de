import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAR, LARGEST, largestNumbers, TOO_LARGE } from '../../testing/largest-numbers.js';
import { numbersThatAreNone } from '../../testing/numbers-that-are-none.js';
import { LiveGodot } from './live-godot.js';
import { RawLink } from './raw-link.js';

const STRAIGHT = { x: { x: 1, y: 0, z: 0 }, y: { x: 0, y: 1, z: 0 }, z: { x: 0, y: 0, z: 1 } };

describe('a number without room', () => {
  let live: LiveGodot;
  let crate: string;
  beforeAll(async () => {
    live = await LiveGodot.open();
  });
  afterAll(() => live?.engine.close());
  beforeEach(async () => {
    await live.call('time.set', { scale: 0 });
    await live.load('arena');
    crate = await live.find('/Arena/Crate');
  });

  const cases: [string, string, string, unknown][] = [
    ['/Arena/Crate', 'Spatial', 'translation', FAR],
    ['/Arena/Crate', 'Spatial', 'translation', [0, -TOO_LARGE, 0]],
    ['/Arena/Crate', 'Spatial', 'translation', [0, 1e300, 0]],
    ['/Arena/Crate', 'Spatial', 'transform', { basis: STRAIGHT, origin: FAR }],
    [
      '/Arena/Crate',
      'Spatial',
      'transform',
      { basis: { ...STRAIGHT, x: FAR }, origin: { x: 0, y: 0, z: 0 } },
    ],
    ['/Arena/Crate', 'Health', 'last_hit', FAR],
    ['/Arena/Crate', 'CollisionObject', 'collision_layer', 2 ** 32 + 5],
    ['/Arena/Crate', 'CollisionObject', 'collision_layer', 2 ** 53],
    ['/Arena/Ball', 'RigidBody', 'mass', TOO_LARGE],
    ['/Arena/Ball', 'RigidBody', 'mass', 1e300],
    ['/Arena/Ball', 'RigidBody', 'contacts_reported', 2 ** 31 + 2 ** 33],
    ['/Arena/Sun', 'Light', 'light_color', [1, 1, TOO_LARGE]],
    ['/Arena/Sun', 'Light', 'light_energy', -1e39],
  ];
  it.each(cases)('is refused for %s, %s.%s = %j, and nothing is changed', async (path, type, name, value) => {
    const object = await live.find(path);
    const before = await live.read(object, type, name);
    await live.refusal('invalid', live.write(object, type, name, value));
    expect(await live.read(object, type, name)).toEqual(before);
  });

  it('is refused inside of pools, and as an argument', async () => {
    const held = (made: string) => live.run(`find("Crate").notes = ${made}`);
    const notes = (value: unknown) => live.write(crate, 'Health', 'notes', value);
    await held('PoolIntArray([1])');
    expect(await notes([2 ** 31 - 1, -(2 ** 31)])).toMatchObject({ type: 'PoolIntArray' });
    expect(await notes([2 ** 31])).toMatchObject({ type: 'Array', json: [2 ** 31] });
    await held('PoolRealArray([1])');
    expect(await notes([LARGEST])).toMatchObject({ type: 'PoolRealArray', json: [LARGEST] });
    expect(await notes([TOO_LARGE])).toMatchObject({ type: 'Array', json: [TOO_LARGE] });
    await live.refusal('invalid', live.invoke(crate, 'Health', 'damage_at', 1, FAR));
    await live.refusal('invalid', live.invoke(crate, 'Spatial', 'rotate_y', TOO_LARGE));
    await live.refusal('invalid', live.invoke(crate, 'Node', 'get_child', 2 ** 32));
    expect((await live.invoke(crate, 'Object', 'set', 'current', 1e300)).type).toBe('void');
    expect((await live.read(crate, 'Health', 'current')).json).toBe(1e300);
    expect((await live.read(crate, 'Health', 'last_hit')).json).toEqual({ x: 0, y: 0, z: 0 });
  });

  largestNumbers(() => live, { body: 'CollisionObject', rotation: 'Quat' });
});

numbersThatAreNone(() => RawLink.open());
