import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Picture, readPng } from '../../testing/read-png.js';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveGodot } from './live-godot.js';
import { STRETCHES, type Stretch, stretchCode } from './stretches.js';

let display: Display;
let live: LiveGodot;
beforeAll(async () => {
  display = await startDisplay();
  live = await LiveGodot.open({ display: display.name, args: ['--resolution', '800x450'] });
  await live.call('time.set', { scale: 0 });
});
afterAll(async () => {
  await live?.engine.close();
  await display?.stop();
});

const stretch = (each: Stretch) => live.run(stretchCode(each));

async function capture(): Promise<Picture> {
  return readPng(Buffer.from((await live.call('view.capture', {})).data, 'base64'));
}

type Pick = 'pick.ui' | 'pick.world';
const namesAt = async (kind: Pick, x: number, y: number) =>
  (await live.call(kind, { x, y })).map(({ name }) => name);

/** The edges of all that has one of the three colours, and no other. */
function edges(picture: Picture, channel: number) {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (!picture.at(x, y).every((light, each) => (each === channel ? light > 200 : light < 50))) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  expect(xs).not.toEqual([]);
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  return { left, right, top: ys[0] as number, bottom: ys.at(-1) as number };
}

/** That something is met on its edges in the picture, and not beside them. */
async function expectMetWhereSeen(kind: Pick, name: string, picture: Picture, channel: number) {
  const { left, right, top, bottom } = edges(picture, channel);
  for (const [x, y] of [
    [left + 2, top + 2],
    [right - 1, bottom - 1],
  ] as const)
    expect(await namesAt(kind, x, y)).toContain(name);
  for (const [x, y] of [
    [left - 2, top + 2],
    [left + 2, top - 2],
    [right + 3, bottom - 1],
    [right - 1, bottom + 3],
  ] as const)
    expect(await namesAt(kind, x, y)).not.toContain(name);
}

const RED_SIGN = [
  'var red = MeshInstance.new()',
  'red.name = "Red"',
  'red.mesh = QuadMesh.new()',
  'red.material_override = SpatialMaterial.new()',
  'red.material_override.flags_unshaded = true',
  'red.material_override.albedo_color = Color(1, 0, 0)',
  'red.translation = Vector3(-3, 3, 0)',
  'scene.add_child(red)',
];
const GREEN_PANEL = [
  'var panel = ColorRect.new()',
  'panel.name = "Green"',
  'panel.color = Color(0, 1, 0)',
  'panel.rect_position = Vector2(30, 90)',
  'panel.rect_size = Vector2(40, 20)',
  'scene.add_child(panel)',
];
const BLUE_SPRITE = [
  'var image = Image.new()',
  'image.create(40, 20, false, Image.FORMAT_RGB8)',
  'image.fill(Color(0, 0, 1))',
  'var sprite = Sprite.new()',
  'sprite.name = "Blue"',
  'sprite.texture = ImageTexture.new()',
  'sprite.texture.create_from_image(image)',
  'sprite.position = Vector2(150, 60)',
  'scene.add_child(sprite)',
];

describe('a pick in a window that the project does not fill by itself', () => {
  for (const each of STRETCHES) {
    const { mode, aspect, shrink, size } = each;
    it(`meets what is drawn at that pixel of the picture: ${mode}, ${aspect}, ${shrink}`, async () => {
      await live.load('arena');
      await stretch(each);
      await live.run([...RED_SIGN, ...GREEN_PANEL].join('\n'));
      const world = await capture();
      expect([world.width, world.height]).toEqual(size);
      await expectMetWhereSeen('pick.world', 'Red', world, 0);
      await expectMetWhereSeen('pick.ui', 'Green', world, 1);
      await live.call('object.destroy', { id: await live.find('/Arena/Camera') });
      await live.run(BLUE_SPRITE.join('\n'));
      await expectMetWhereSeen('pick.world', 'Blue', await capture(), 2);
    });

    it(`is measured by the size of the picture: ${mode}, ${aspect}, ${shrink}`, async () => {
      await live.load('menu');
      await stretch(each);
      const [width, height] = size;
      const names = async (place: object) => (await live.call('pick.ui', place)).map(({ name }) => name);
      const middle = await names({ x: width / 2, y: height / 2 });
      expect(await names({})).toEqual(middle);
      expect(await names({ x: 0.5, y: 0.5, normalized: true })).toEqual(middle);
      for (const inside of [
        { x: width - 1, y: height - 1 },
        { x: 0.999, y: 0.999, normalized: true },
      ])
        expect(await names(inside)).toContain('Backdrop');
      for (const outside of [
        { x: width + 1, y: 1 },
        { x: 1, y: height + 1 },
        { x: 1.01, y: 0, normalized: true },
      ])
        expect(await names(outside)).toEqual([]);
      const { hint } = await live.refusal('invalid', live.call('pick.world', { x: 'left' } as object));
      expect(hint).toContain(`${width} by ${height}`);
    });
  }

  it('meets what is drawn there while the game shakes the whole picture', async () => {
    await live.load('arena');
    await stretch({ mode: '2D', aspect: 'KEEP', shrink: 1, size: [600, 450] });
    await live.run([...RED_SIGN, ...GREEN_PANEL].join('\n'));
    await live.run('root.global_canvas_transform = Transform2D(0, Vector2(50, 20))');
    const shaken = await capture();
    await expectMetWhereSeen('pick.world', 'Red', shaken, 0);
    await expectMetWhereSeen('pick.ui', 'Green', shaken, 1);
    await live.run('root.global_canvas_transform = Transform2D.IDENTITY');
  });
});
