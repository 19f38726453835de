import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
let crate: string;
let mesh: string;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.load('arena');
  crate = await live.find('/Arena/Crate');
  mesh = await live.find('/Arena/Crate/Mesh');
});

describe('an enum', () => {
  const shadow = (value: unknown) => live.write(mesh, 'MeshInstance3D', 'cast_shadow', value);

  it.each(['Shadows Only', 'shadows only', 'SHADOWS_ONLY', 'shadows_only', 'ShadowsOnly', ' Shadows Only '])(
    'takes its name spelt %j',
    async name => {
      expect(await shadow(name)).toEqual({ type: 'int', text: 'Shadows Only', json: 3 });
    },
  );

  it('takes every number that has a name', async () => {
    const names = [];
    for (const number of [0, 1, 2, 3]) names.push((await shadow(number)).text);
    expect(names).toEqual(['Off', 'On', 'Double-Sided', 'Shadows Only']);
  });

  it.each([4, -1, 2 ** 32, 1.5, 'Shadows', '', '3', null, true, ['On']])(
    'refuses %j with the names that exist, and stays as it is',
    async value => {
      await shadow('Off');
      const { hint } = await live.refusal('invalid', shadow(value));
      expect(hint).toContain('Off, On, Double-Sided, Shadows Only');
      expect(await live.read(mesh, 'MeshInstance3D', 'cast_shadow')).toMatchObject({ text: 'Off' });
    },
  );

  it('of a script is held to the names it declares', async () => {
    const armor = (value: unknown) => live.write(crate, 'Health', 'armor', value);
    expect(await armor('HEAVY')).toEqual({ type: 'int', text: 'Heavy', json: 2 });
    expect(await armor(1)).toMatchObject({ text: 'Light' });
    const { hint } = await live.refusal('invalid', armor(3));
    expect(hint).toContain('None, Light, Heavy');
  });

  it('is set by its name in an object that is made', async () => {
    const create = (mode: unknown) =>
      live.call('object.create', {
        name: 'Stone',
        components: [{ type: 'RigidBody3D', members: { freeze_mode: mode } }],
      });
    const { id } = await create('kinematic');
    expect((await live.read(id, 'RigidBody3D', 'freeze_mode')).json).toBe(1);
    await live.refusal('invalid', create(9));
  });
});

describe('flags', () => {
  it('are set by their sum or by their names', async () => {
    await live.load('menu');
    const start = await live.find('/Menu/Start');
    const flags = async (value: unknown) =>
      (await live.write(start, 'Control', 'size_flags_horizontal', value)).json;
    expect(await flags(3)).toBe(3);
    expect(await flags([])).toBe(0);
    expect(await flags(['fill', 'SHRINK_END'])).toBe(9);
    expect(await flags('Expand')).toBe(2);
    expect(await flags(15)).toBe(15);
    await flags(2);
    for (const wrong of [['Fill', 'Far'], 'Far', [1], 0.5, null, 16, 17, -1, 2 ** 40]) {
      const { hint } = await live.refusal('invalid', flags(wrong));
      expect(hint).toContain('Fill, Expand, Shrink Center, Shrink End');
    }
    expect((await live.read(start, 'Control', 'size_flags_horizontal')).json).toBe(2);
  });
});
