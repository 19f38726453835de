import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsoundMembers } from '../../testing/unsound-members.js';
import { LiveGodot } from './live-godot.js';

/** What the engine itself does not give, or does not take back. */
const ODD = [
  'Camera2D.custom_viewport',
  'CanvasLayer.custom_viewport',
  'CodeEdit.auto_brace_completion_pairs',
  'CodeEdit.delimiter_strings',
  'GPUParticles3D.draw_pass_2',
  'GPUParticles3D.draw_pass_3',
  'GPUParticles3D.draw_pass_4',
  'ParallaxBackground.custom_viewport',
];

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

describe('every class of nodes', () => {
  it('can be made, and each of its members takes back what it gives', async () => {
    const { json } = await live.run(
      'var found := []\nfor type in ClassDB.get_class_list():\n\tif ClassDB.is_parent_class(type, "Node") and ClassDB.can_instantiate(type) and not type.begins_with("Editor"): found.append(type)\nreturn found',
    );
    expect(json).toEqual(expect.arrayContaining(['Node3D', 'Button', 'TextureProgressBar', 'TileMapLayer']));
    expect(await unsoundMembers(live, json as string[])).toEqual(ODD);
  }, 180_000);
});
