import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numbersThatAreNone } from '../../testing/numbers-that-are-none.js';
import { LiveGodot } from './live-godot.js';
import { RawLink } from './raw-link.js';

/** The largest number of 32 bits, and one that no 32 bits have. */
const LARGEST = 3.4028234663852886e38;
const TOO_LARGE = 3.5e38;
const FAR = { x: 0, y: 0, z: TOO_LARGE };
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

  it('is refused for the freecam', async () => {
    const before = await live.call('freecam.get', {});
    await live.refusal('invalid', live.call('freecam.set', { position: FAR }));
    await live.refusal('invalid', live.call('freecam.set', { rotation: FAR }));
    expect(await live.call('freecam.get', {})).toEqual(before);
  });

  it('is told from the largest there is room for', async () => {
    const place = { x: LARGEST, y: -LARGEST, z: 0 };
    expect((await live.write(crate, 'Health', 'last_hit', place)).json).toEqual(place);
    expect((await live.write(crate, 'Health', 'current', 1e300)).json).toBe(1e300);
    expect((await live.write(crate, 'CollisionObject', 'collision_layer', 2 ** 32 - 1)).json).toBe(
      2 ** 32 - 1,
    );
  });

  it('does not make a rotation into none', async () => {
    const turned = async (value: unknown) => {
      await live.run('find("Crate").notes = Quat.IDENTITY');
      return (await live.write(crate, 'Health', 'notes', value)).json;
    };
    expect(await turned([0, 3e38, 0, 0])).toEqual({ x: 0, y: 1, z: 0, w: 0 });
    expect(await turned([0, 0, 0, 2])).toEqual({ x: 0, y: 0, z: 0, w: 1 });
  });
});

numbersThatAreNone(() => RawLink.open());
