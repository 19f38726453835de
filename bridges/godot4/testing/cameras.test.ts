import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Picture, readPng } from '../../testing/read-png.js';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveGodot } from './live-godot.js';

let display: Display;
let live: LiveGodot;
beforeAll(async () => {
  display = await startDisplay();
  live = await LiveGodot.open({ display: display.name });
  await live.call('time.set', { scale: 0 });
});
afterAll(async () => {
  await live?.engine.close();
  await display?.stop();
});

const run = (...lines: string[]) => live.run(lines.join('\n'));
const capture = async (params: { camera?: string } = {}) => {
  const info = await live.call('view.capture', params);
  return { info, picture: readPng(Buffer.from(info.data, 'base64')) };
};
const RED = [255, 0, 0];
const isRed = (picture: Picture, x: number, y: number) => picture.at(x, y).join() === RED.join();

describe('a picture by another camera of 2D', () => {
  beforeEach(async () => {
    await live.load('quest');
    // A red square of 40 pixels around (2000, 1000), far outside of the picture of the game.
    await run(
      'var square = Polygon2D.new()',
      'square.color = Color.RED',
      'square.polygon = PackedVector2Array([Vector2(-20, -20), Vector2(20, -20), Vector2(20, 20), Vector2(-20, 20)])',
      'square.position = Vector2(2000, 1000)',
      'scene.add_child(square)',
      'var other = Camera2D.new()',
      'other.name = "Other"',
      'other.enabled = false',
      'other.position = Vector2(2000, 1000)',
      'scene.add_child(other)',
    );
  });

  it('shows what is around that camera, and the game keeps its own', async () => {
    const camera = await live.find('/Quest/Other');
    const usual = (await capture()).picture;
    const { picture } = await capture({ camera });
    expect(isRed(usual, 320, 240)).toBe(false);
    expect(isRed(picture, 320, 240)).toBe(true);
    expect([isRed(picture, 338, 240), isRed(picture, 343, 240)]).toEqual([true, false]);
    const after = (await capture()).picture;
    expect(after.at(320, 240)).toEqual(usual.at(320, 240));
    expect((await live.run('return root.get_camera_2d() == find("Other")')).json).toBe(false);
  });

  it('has the zoom, the turn and the offset of that camera', async () => {
    const camera = await live.find('/Quest/Other');
    await live.write(camera, 'Camera2D', 'zoom', [3, 3]);
    await live.write(camera, 'Camera2D', 'offset', [20, 0]);
    const { picture } = await capture({ camera });
    // The right edge of the square is in the middle, and its left one 120 pixels from there.
    expect([isRed(picture, 317, 240), isRed(picture, 323, 240)]).toEqual([true, false]);
    expect([isRed(picture, 203, 240), isRed(picture, 197, 240)]).toEqual([true, false]);
    await live.write(camera, 'Camera2D', 'offset', [0, 0]);
    await live.write(camera, 'Camera2D', 'ignore_rotation', false);
    await live.write(camera, 'Node2D', 'rotation', Math.PI / 4);
    const turned = (await capture({ camera })).picture;
    // A corner, which is farther than an edge.
    expect([isRed(turned, 320 + 75, 240), isRed(turned, 320 + 50, 240 + 50)]).toEqual([true, false]);
  });

  it('begins at the camera where that is its upper left corner', async () => {
    const camera = await live.find('/Quest/Other');
    await live.write(camera, 'Camera2D', 'anchor_mode', 'Fixed TopLeft');
    const { picture } = await capture({ camera });
    expect([isRed(picture, 10, 10), isRed(picture, 30, 10), isRed(picture, 320, 240)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('names no controls, because it shows none of the interface', async () => {
    const { info } = await capture({ camera: await live.find('/Quest/Other') });
    expect(info.seen ?? []).toEqual([]);
  });
});

describe('a picture by another camera of 3D', () => {
  it('has its projection, its layers and its field of view', async () => {
    await live.load('arena');
    const camera = await live.find('/Arena/Watch');
    const seen = async () => ((await capture({ camera })).info.seen ?? []).map(({ path }) => path);
    expect(await seen()).toContain('/Arena/Statue');
    const wide = (await capture({ camera })).info.data;
    await live.write(camera, 'Camera3D', 'fov', 20);
    expect((await capture({ camera })).info.data).not.toBe(wide);
    await live.write(camera, 'Camera3D', 'cull_mask', 2);
    expect(await seen()).not.toContain('/Arena/Statue');
  });
});

describe('cells of a multi-mesh', () => {
  it.each([
    ['MultiMeshInstance3D', 'TRANSFORM_3D', 'Vector3(0, 5, 0)', { x: 2, y: 5, z: 1 }],
    ['MultiMeshInstance2D', 'TRANSFORM_2D', 'Vector2(0, 5)', { x: 2, y: 5, z: 0 }],
  ])('of a %s have places in world space', async (type, format, position, at) => {
    await live.load('garden');
    const set =
      format === 'TRANSFORM_3D'
        ? 'set_instance_transform(1, Transform3D(Basis(), Vector3(2, 0, 1)))'
        : 'set_instance_transform_2d(1, Transform2D(0, Vector2(2, 0)))';
    await run(
      'var many = MultiMesh.new()',
      `many.transform_format = MultiMesh.${format}`,
      'many.mesh = BoxMesh.new()',
      'many.instance_count = 2',
      `many.${set}`,
      `var node = ${type}.new()`,
      'node.name = "Many"',
      'node.multimesh = many',
      `node.position = ${position}`,
      'scene.add_child(node)',
    );
    const { items } = await live.call('cells.list', { object: await live.find('/Garden/Many'), offset: 1 });
    expect(items).toEqual([{ at, index: 1, item: 'instance of BoxMesh' }]);
  });
});
