import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsoundMembers } from '../../testing/unsound-members.js';
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

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

describe('every class of nodes', () => {
  it('can be made, and each of its members takes back what it gives', async () => {
    const { json } = await live.run(
      'var found = []\nfor type in ClassDB.get_class_list():\n\tif ClassDB.is_parent_class(type, "Node") and ClassDB.can_instance(type) and not type.begins_with("Editor"): found.append(type)\nreturn found',
    );
    expect(json).toEqual(expect.arrayContaining(['Spatial', 'Button', 'TextureProgress', 'TileMap']));
    expect(await unsoundMembers(live, json as string[])).toEqual(ODD);
  }, 180_000);
});
