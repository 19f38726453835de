import type { MemberInfo } from '@worldwire/engine';
import { EngineError } from '@worldwire/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** What the engine itself does not give, or does not take back. */
const ODD = [
  'AnimationTreePlayer.data',
  'Camera2D.custom_viewport',
  'CanvasLayer.custom_viewport',
  'ParallaxBackground.custom_viewport',
  'Particles.draw_pass_2',
  'Particles.draw_pass_3',
  'Particles.draw_pass_4',
];
/** Numbers that no property of the engine's own has room for. */
const MONSTERS: Readonly<Record<string, number>> = { float: 1e300, int: 2 ** 40 + 3 };

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

/** Whether it takes back what it gives, and no number that it cannot hold. */
async function isSound(object: string, type: string, { name, type: of }: MemberInfo): Promise<boolean> {
  try {
    const before = await live.read(object, type, name);
    const value = before.ref ?? before.json;
    if (value === undefined) return true;
    const after = await live.write(object, type, name, value);
    const monster = MONSTERS[of];
    if (monster !== undefined) await live.refusal('invalid', live.write(object, type, name, monster));
    return JSON.stringify(after.json) === JSON.stringify(before.json);
  } catch (thrown) {
    if (thrown instanceof EngineError) return false;
    throw thrown;
  }
}

describe('every class of nodes', () => {
  it('can be made, and each of its members takes back what it gives', async () => {
    const { json } = await live.run(
      'var found = []\nfor type in ClassDB.get_class_list():\n\tif ClassDB.is_parent_class(type, "Node") and ClassDB.can_instance(type) and not type.begins_with("Editor"): found.append(type)\nreturn found',
    );
    const odd: string[] = [];
    for (const type of json as string[]) {
      const { id } = await live.call('object.create', { name: type, components: [{ type }] });
      const { items } = await live.call('member.list', { object: id, type, limit: 1000 });
      const own = items.filter(({ name, canWrite }) => canWrite && name !== 'name');
      const sound = await Promise.all(own.map(member => isSound(id, type, member)));
      odd.push(...own.filter((_, at) => !sound[at]).map(({ name }) => `${type}.${name}`));
      await live.call('object.destroy', { id });
    }
    expect(json).toEqual(expect.arrayContaining(['Spatial', 'Button', 'TextureProgress', 'TileMap']));
    expect(odd.sort()).toEqual(ODD);
  });
});
