import { decodePng, NO_PAUSES, type PngHead, pngHead } from '@worldwire/picture';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ParamsOf, PictureInfo } from '../../port/operations.js';
import { LiveScene, refusal } from '../../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

interface Picture extends PictureInfo {
  at(x: number, y: number): readonly [number, number, number];
}

async function capture(params: ParamsOf<'view.capture'> = {}): Promise<Picture> {
  const picture = await live.later('view.capture', params);
  return { ...picture, at: await readPng(Buffer.from(picture.data, 'base64')) };
}

/** The colour of a pixel. */
async function readPng(png: Buffer): Promise<Picture['at']> {
  const head = pngHead(png) as PngHead;
  const pixels = (await decodePng(head, head, NO_PAUSES))?.pixels ?? new Uint8Array();
  return (x, y) => {
    const at = 4 * (y * head.width + x);
    return [...pixels.subarray(at, at + 3)] as [number, number, number];
  };
}

const lookAt = (position: readonly [number, number, number]) =>
  live.call('freecam.set', {
    enabled: true,
    position: { x: position[0], y: position[1], z: position[2] },
    rotation: { x: 0, y: 0, z: 0 },
  });

const block = (name: string, z: number, color: readonly number[], more: object = {}) =>
  live.call('object.create', {
    name,
    components: [
      { type: 'Transform', members: { position: [0, 100, z], ...more } },
      { type: 'MeshFilter' },
      { type: 'MeshRenderer', members: { color } },
    ],
  }).id;

describe('a picture', () => {
  it('says how many objects were not drawn in its time', async () => {
    expect(await capture()).not.toHaveProperty('notDrawn');
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1_000;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const { notDrawn = 0, seen } = await capture();
    expect(notDrawn).toBeGreaterThan(10);
    expect(seen?.length).toBeLessThan(10);
  });

  it('has each object in its colour where the camera sees it', async () => {
    const { seen = [], at } = await capture();
    const colour = (name: string) => {
      const { x, y } = seen.find(each => each.name === name) ?? { x: 0, y: 0 };
      return at(x, y);
    };
    const [red, green, blue] = colour('Player');
    expect(blue).toBeGreaterThan(Math.max(red, green));
    const enemy = colour('Enemy 3');
    expect(enemy[0]).toBeGreaterThan(2 * Math.max(enemy[1], enemy[2]));
  });

  it('shows the nearer of two objects, whichever was made first', async () => {
    lookAt([0, 100, 0]);
    const far = block('Far', 9, [1, 0, 0]);
    const near = block('Near', 5, [0, 1, 0]);
    const front = await capture();
    expect(front.at(320, 180)[1]).toBeGreaterThan(100);
    expect(front.seen?.map(({ id }) => id)).toContain(near);
    live.call('member.write', { object: near, type: 'Transform', name: 'position', value: [0, 100, 12] });
    expect((await capture()).at(320, 180)[0]).toBeGreaterThan(100);
    expect((await capture()).seen?.[0]).toMatchObject({ id: far, name: 'Far', x: 320, y: 180, distance: 9 });
  });

  it('lets what is behind shine through a transparent object, and leaves out an invisible one', async () => {
    lookAt([0, 100, 0]);
    block('Behind', 9, [1, 0, 0]);
    const pane = block('Pane', 5, [0, 0, 1, 0.5]);
    const [red, , blue] = (await capture()).at(320, 180);
    expect(Math.min(red, blue)).toBeGreaterThan(60);
    live.call('member.write', { object: pane, type: 'MeshRenderer', name: 'color', value: [0, 0, 1, 0] });
    const clear = await capture();
    expect(clear.at(320, 180)[2]).toBe(0);
    expect(clear.seen?.some(({ id }) => id === pane)).toBe(false);
  });

  it('cuts an object at the near plane instead of leaving it out', async () => {
    lookAt([0, 100, 0]);
    const floor = block('Floor', 0, [0, 1, 0], { position: [0, 99, 0], localScale: [50, 0.5, 50] });
    const { seen = [] } = await capture();
    expect(seen.find(({ id }) => id === floor)?.share).toBeGreaterThan(0.3);
  });

  it('draws a mirrored object from outside', async () => {
    lookAt([0, 100, 0]);
    block('Mirrored', 5, [1, 0, 0], { localScale: [-1, 1, 1] });
    const plain = (await capture()).at(320, 180);
    live.call('member.write', {
      object: live.find('Mirrored'),
      type: 'Transform',
      name: 'localScale',
      value: [1, 1, 1],
    });
    expect((await capture()).at(320, 180)).toEqual(plain);
  });

  it('draws no layer that the camera leaves out', async () => {
    const names = async () => (await capture()).seen?.map(({ name }) => name) ?? [];
    expect(await names()).toContain('Enemy 3');
    live.write(live.find('Main Camera'), 'Camera', 'cullingMask', 1);
    const rest = await names();
    expect(rest).toContain('Player');
    expect(rest).not.toContain('Enemy 3');
  });

  it('of a menu shows its panels over each other, with their texts', async () => {
    live = new LiveScene('Menu');
    const { at, seen = [] } = await capture();
    expect(at(420, 106)).toEqual([230, 179, 26]);
    expect(seen.find(({ name }) => name === 'Title')?.share).toBeGreaterThan(0.003);
    expect(seen.every(({ distance }) => distance === 0)).toBe(true);
    expect(seen.some(({ name }) => name === 'Back Button')).toBe(false);
  });

  it('without a camera is the view from the origin', async () => {
    live.call('object.destroy', { id: live.find('Main Camera') });
    expect((await capture()).seen?.some(({ name }) => name === 'Wall North')).toBe(true);
  });

  it('has the shape of the screen if one side is given, and at most two million pixels', async () => {
    const size = async (params: object) => {
      const { width, height } = await capture(params);
      return [width, height];
    };
    expect(await size({})).toEqual([640, 360]);
    expect(await size({ width: 160 })).toEqual([160, 90]);
    expect(await size({ height: 90 })).toEqual([160, 90]);
    const wrong = (params: object) => refusal(() => live.call('view.capture', params));
    expect(wrong({ width: 2000, height: 2000 })).toMatchObject({
      kind: 'invalid',
      hint: expect.stringMatching(/1920/),
    });
    expect(wrong({ width: 5000 })).toMatchObject({ kind: 'invalid', hint: expect.stringMatching(/2048/) });
  });

  it('is refused while eight others are drawn, and drawn after them', async () => {
    const drawn = Array.from({ length: 8 }, () => live.later('view.capture', { width: 32 }));
    expect(refusal(() => live.call('view.capture', { width: 32 }))).toMatchObject({ kind: 'not-ready' });
    await Promise.all(drawn);
    expect((await capture({ width: 32 })).width).toBe(32);
  });

  it('is drawn in slices, between which calls are served', async () => {
    const picture = live.later('view.capture', { width: 1280 });
    let turns = 0;
    let isDrawn = false;
    void picture.then(() => {
      isDrawn = true;
    });
    while (!isDrawn) {
      await new Promise(resolve => setImmediate(resolve));
      turns++;
    }
    expect(turns).toBeGreaterThan(5);
  });

  it('has few colours and so few bytes', async () => {
    const { data } = await capture();
    expect(Buffer.from(data, 'base64').length).toBeLessThan(20_000);
    expect(Buffer.from(data, 'base64')[25]).toBe(3);
  });
});

it('a picture with more colours than a palette has is in true colour', async () => {
  lookAt([0, 100, 0]);
  for (let at = 0; at < 400; at++) {
    const place = { position: [(at % 20) - 10, 92 + Math.floor(at / 20), 20] };
    block(`Dot ${at}`, 20, [at / 400, (at % 20) / 20, 1 - at / 400], place);
  }
  const { data, at, seen = [] } = await capture();
  expect(Buffer.from(data, 'base64')[25]).toBe(2);
  const dot = seen.find(({ name }) => name === 'Dot 200') ?? seen[0];
  expect(at(dot?.x ?? 0, dot?.y ?? 0)).not.toEqual(at(1, 1));
});

describe('a picture with a focus', () => {
  const reds = ({ at, width, height }: Picture) => {
    let [left, right, top, bottom] = [width, -1, height, -1];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [red, green, blue] = at(x, y);
        if (red < 60 || green > red / 4 || blue > red / 4) continue;
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      }
    }
    return { left, right, top, bottom };
  };

  it.each([
    ['far away', 300, 1],
    ['behind the camera', -40, 1],
    ['very large', 900, 200],
    ['very small', 5, 0.01],
  ])('fills its middle with an object that is %s', async (_where, z, scale) => {
    lookAt([0, 100, 0]);
    const focus = block('Red', z, [1, 0, 0], { localScale: [scale, scale, scale] });
    const picture = await capture({ width: 160, height: 90, focus });
    const { left, right, top, bottom } = reds(picture);
    expect(Math.abs(left + right - 159)).toBeLessThanOrEqual(4);
    expect(Math.abs(top + bottom - 89)).toBeLessThanOrEqual(4);
    expect(bottom - top).toBeGreaterThan(0.7 * 90);
    expect(bottom - top).toBeLessThan(0.95 * 90);
    expect(picture.seen?.[0]).toMatchObject({ id: focus, name: 'Red' });
  });

  it('leaves out what stands in front of the object', async () => {
    lookAt([0, 100, 0]);
    block('Wall', 5, [0, 0, 1], { localScale: [20, 20, 1] });
    const focus = block('Red', 7, [1, 0, 0]);
    const red = (color: readonly number[]) => (color[0] ?? 0) > 3 * (color[2] ?? 0);
    expect(red((await capture({ width: 160, height: 90 })).at(80, 45))).toBe(false);
    expect(red((await capture({ width: 160, height: 90, focus })).at(80, 45))).toBe(true);
  });

  it('shows an object with its children, and the camera stays where it is', async () => {
    const before = live.call('camera.get', {});
    const arena = live.call('object.list', { path: '/Arena', limit: 1 }).items[0]?.id as string;
    const { seenTotal = 0 } = await capture({ focus: arena });
    expect(seenTotal).toBeGreaterThan(5);
    expect(live.call('camera.get', {})).toEqual(before);
  });

  it('refuses an object that draws nothing, with a way on', async () => {
    const empty = live.call('object.create', { name: 'Empty' }).id;
    for (const [focus, kind] of [
      [empty, 'invalid'],
      ['obj:99999', 'not-found'],
      [5 as unknown as string, 'invalid'],
    ] as const) {
      const thrown = await Promise.resolve()
        .then(() => live.later('view.capture', { focus }))
        .catch((error: unknown) => error);
      expect(thrown).toMatchObject({ kind, hint: expect.stringMatching(/\w/) });
    }
  });
});
