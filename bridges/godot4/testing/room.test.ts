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
    ['/Arena/Crate', 'Node3D', 'position', FAR],
    ['/Arena/Crate', 'Node3D', 'position', [0, -TOO_LARGE, 0]],
    ['/Arena/Crate', 'Node3D', 'position', [0, 1e300, 0]],
    ['/Arena/Crate', 'Node3D', 'transform', { basis: STRAIGHT, origin: FAR }],
    ['/Arena/Crate', 'Node3D', 'transform', { basis: { ...STRAIGHT, x: FAR }, origin: { x: 0, y: 0, z: 0 } }],
    ['/Arena/Crate', 'Health', 'last_hit', FAR],
    ['/Arena/Crate', 'CollisionObject3D', 'collision_layer', 2 ** 32 + 5],
    ['/Arena/Crate', 'CollisionObject3D', 'collision_layer', 2 ** 53],
    ['/Arena/Ball', 'RigidBody3D', 'mass', TOO_LARGE],
    ['/Arena/Ball', 'RigidBody3D', 'mass', 1e300],
    ['/Arena/Ball', 'RigidBody3D', 'max_contacts_reported', 2 ** 31 + 2 ** 33],
    ['/Arena/Sun', 'Light3D', 'light_color', [1, 1, TOO_LARGE]],
    ['/Arena/Sun', 'Light3D', 'light_energy', -1e39],
  ];
  it.each(cases)('is refused for %s, %s.%s = %j, and nothing is changed', async (path, type, name, value) => {
    const object = await live.find(path);
    const before = await live.read(object, type, name);
    await live.refusal('invalid', live.write(object, type, name, value));
    expect(await live.read(object, type, name)).toEqual(before);
  });

  it('is refused inside of packed arrays, and as an argument', async () => {
    const held = (made: string) => live.run(`find("Crate").notes = ${made}`);
    const notes = (value: unknown) => live.write(crate, 'Health', 'notes', value);
    await held('PackedInt32Array([1])');
    expect(await notes([2 ** 31 - 1, -(2 ** 31)])).toMatchObject({ type: 'PackedInt32Array' });
    expect(await notes([2 ** 31])).toMatchObject({ type: 'Array', json: [2 ** 31] });
    await held('PackedFloat32Array([1])');
    expect(await notes([LARGEST])).toMatchObject({ type: 'PackedFloat32Array', json: [LARGEST] });
    expect(await notes([TOO_LARGE])).toMatchObject({ type: 'Array', json: [TOO_LARGE] });
    await held('PackedInt64Array([1])');
    expect(await notes([2 ** 53 - 1])).toMatchObject({ type: 'PackedInt64Array', json: [2 ** 53 - 1] });
    await held('PackedFloat64Array([1])');
    expect(await notes([1e300])).toMatchObject({ type: 'PackedFloat64Array', json: [1e300] });
    for (const type of ['Vector2i', 'Vector3i', 'Vector4i']) {
      await held(`${type}.ONE`);
      const size = Number(type[6]);
      expect(await notes(Array(size).fill(2 ** 31 - 1))).toMatchObject({ type });
      // No such vector has room for it, so the variable without a type holds an array.
      expect(await notes(Array(size).fill(2 ** 31))).toMatchObject({ type: 'Array' });
    }
    await live.refusal('invalid', live.invoke(crate, 'Health', 'damage_at', 1, FAR));
    await live.refusal('invalid', live.invoke(crate, 'Node3D', 'rotate_y', TOO_LARGE));
    await live.refusal('invalid', live.invoke(crate, 'Node', 'get_child', 2 ** 32));
    expect((await live.invoke(crate, 'Object', 'set', 'current', 1e300)).type).toBe('void');
    expect((await live.read(crate, 'Health', 'current')).json).toBe(1e300);
    expect((await live.read(crate, 'Health', 'last_hit')).json).toEqual({ x: 0, y: 0, z: 0 });
  });

  largestNumbers(() => live, { body: 'CollisionObject3D', rotation: 'Quaternion' });
});

numbersThatAreNone(() => RawLink.open());
