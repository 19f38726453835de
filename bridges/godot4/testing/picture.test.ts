import { Bench, ContractRun, cameraContract, pictureContract } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Picture, readPng } from '../../testing/read-png.js';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveGodot } from './live-godot.js';
import { GODOT4_SAMPLE, LACKS } from './sample.js';

let display: Display;
let live: LiveGodot;
beforeAll(async () => {
  display = await startDisplay();
  live = await LiveGodot.open({ display: display.name });
});
afterAll(async () => {
  await live?.engine.close();
  await display?.stop();
});

async function capture(size: { width?: number; height?: number; focus?: string } = {}): Promise<Picture> {
  const { data, mimeType, width, height } = await live.call('view.capture', size);
  const picture = readPng(Buffer.from(data, 'base64'));
  expect({ mimeType, width, height }).toEqual({
    mimeType: 'image/png',
    width: picture.width,
    height: picture.height,
  });
  return picture;
}

describe('Godot 4 with a display', () => {
  const open = () => Promise.reject(new Error('a picture needs no second engine'));
  const { tests } = new ContractRun({
    engine: 'Godot 4',
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
    part: 'pictures',
    cases: [...pictureContract, ...cameraContract],
    lacks: LACKS,
    bench: () => new Bench(live.engine, GODOT4_SAMPLE, open),
  });
  for (const { claim, check } of tests) it(claim, check);
});

describe('a picture of an engine with a display', () => {
  beforeEach(async () => {
    await live.call('time.set', { scale: 0 });
    await live.load('menu');
  });

  const paint = (object: string, color: unknown) => live.write(object, 'ColorRect', 'color', color);

  it('shows what is there in that moment, the right way up', async () => {
    const backdrop = await live.find('/Menu/Backdrop');
    await paint(await live.find('/Menu/Veil'), [0, 0, 0, 0]);
    await paint(backdrop, [1, 0, 0]);
    await live.write(backdrop, 'Control', 'size', [640, 240]);
    const half = await capture();
    expect([half.width, half.height]).toEqual([640, 480]);
    expect(half.at(20, 20)).toEqual([255, 0, 0]);
    expect(half.at(20, 460)).not.toEqual([255, 0, 0]);
    const [, one, other] = await Promise.all([paint(backdrop, [0, 0, 1]), capture(), capture()]);
    expect([one.at(20, 20), other.at(20, 20)]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
    ]);
  });

  it('shows the world through the camera that is on', async () => {
    await live.load('arena');
    const [red = 0, , blue = 0] = (await capture()).at(320, 240);
    expect(red).toBeGreaterThan(blue);
    await live.call('freecam.set', {
      enabled: true,
      position: { x: 0, y: 900, z: 0 },
      rotation: { x: 90, y: 0, z: 0 },
    });
    const sky = await capture();
    expect(sky.at(320, 240)).toEqual(sky.at(20, 20));
    await live.call('freecam.set', { enabled: false });
  });

  it('shows a mesh in its middle by a camera of its own, and the game keeps its camera', async () => {
    await live.load('arena');
    const before = await live.call('camera.get', {});
    const mesh = await live.find('/Arena/Crate/Mesh');
    const whole = await capture({ width: 320 });
    const focused = await capture({ width: 320, focus: mesh });
    const isCrate = ([red = 0, , blue = 0]: readonly number[]) => red > 1.5 * blue;
    const crate = (picture: Picture) =>
      Array.from({ length: 320 }, (_, x) => isCrate(picture.at(x, 120))).filter(Boolean).length;
    expect(isCrate(focused.at(160, 120))).toBe(true);
    expect(crate(focused)).toBeGreaterThan(2 * crate(whole));
    expect(isCrate(focused.at(2, 120))).toBe(false);
    await live.call('object.activate', { id: mesh, active: false });
    await live.refusal('invalid', live.call('view.capture', { focus: mesh }));
    expect(await live.call('camera.get', {})).toEqual(before);
  });

  it('cuts a control out of the picture, and refuses a node without a place', async () => {
    const backdrop = await live.find('/Menu/Backdrop');
    await paint(await live.find('/Menu/Veil'), [0, 0, 0, 0]);
    await paint(backdrop, [1, 0, 0]);
    await live.write(backdrop, 'Control', 'position', [30, 420]);
    await live.write(backdrop, 'Control', 'size', [80, 40]);
    const cut = await capture({ focus: backdrop });
    expect([cut.width, cut.height]).toEqual([100, 50]);
    expect(cut.at(50, 25)).toEqual([255, 0, 0]);
    expect(cut.at(2, 25)).not.toEqual([255, 0, 0]);
    await live.refusal('not-found', live.call('view.capture', { focus: 'obj:999999' }));
  });

  it('names the sprites and polygons of a 2D scene with their pixels, and shows a body by what its children draw', async () => {
    await live.load('quest');
    const { seen = [] } = await live.call('view.capture', {});
    expect(seen.find(({ path }) => path === '/Quest/Player/Body')).toMatchObject({ x: 60, y: 180 });
    const guard = await capture({ focus: await live.find('/Quest/Guard') });
    // 28 pixels with a margin, enlarged to 100 or more.
    expect([guard.width >= 100, guard.width < 200]).toEqual([true, true]);
    const [red = 0, , blue = 0] = guard.at(Math.floor(guard.width / 2), Math.floor(guard.height * 0.8));
    expect(red).toBeGreaterThan(1.5 * blue);
  });

  it('has the size that is asked for, and its own shape where one side is', async () => {
    const size = async (wanted: object) => {
      const { width, height } = await capture(wanted);
      return [width, height];
    };
    expect(await size({ width: 160 })).toEqual([160, 120]);
    expect(await size({ height: 60 })).toEqual([80, 60]);
    expect(await size({ width: 100, height: 100 })).toEqual([100, 100]);
    for (const wrong of [{ width: 0 }, { height: 1e6 }, { width: 1.5 }, { width: 'wide' }])
      await live.refusal('invalid', live.call('view.capture', wrong as object));
  });

  it('without a size has that of the game, and is made smaller where it would have more than 1.5 MB', async () => {
    const noise = (size: string) =>
      [
        `root.size = Vector2i(${size})`,
        'root.content_scale_size = root.size',
        'var bytes = Crypto.new().generate_random_bytes(root.size.x * root.size.y * 3)',
        'var image = Image.create_from_data(root.size.x, root.size.y, false, Image.FORMAT_RGB8, bytes)',
        'var noise = TextureRect.new()',
        'noise.texture = ImageTexture.create_from_image(image)',
        'scene.add_child(noise)',
      ].join('\n');
    await live.run(noise('640, 480'));
    const whole = await live.call('view.capture', {});
    expect([whole.width, whole.height]).toEqual([640, 480]);
    expect(Buffer.from(whole.data, 'base64').length).toBeGreaterThan(500_000);
    await live.run(noise('1200, 900'));
    const { data, width, height } = await live.call('view.capture', {});
    expect(Buffer.from(data, 'base64').length).toBeLessThanOrEqual(1_500_000);
    expect([width < 1_200, width > 640]).toEqual([true, true]);
    expect(width / height).toBeCloseTo(4 / 3, 1);
    await live.run('root.size = Vector2i(640, 480)\nroot.content_scale_size = Vector2i(0, 0)');
  });

  it('names the controls in it, with their middles in its own pixels', async () => {
    const { seen = [] } = await live.call('view.capture', { width: 320 });
    const backdrop = seen.find(({ path }) => path === '/Menu/Backdrop');
    expect(backdrop).toMatchObject({ x: 160, y: 120, distance: 0 });
  });

  it('is one of the operations it says it has', async () => {
    const { operations, platform } = await live.call('engine.describe', {});
    expect(operations).toContain('view.capture');
    expect(platform).toBe('Linux');
  });
});
