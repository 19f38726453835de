import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine, PictureInfo } from '@worldwire/engine';
import { Canvas, decodePng, NO_PAUSES, type PngHead, pngHead, type Rgb, smallPng } from '@worldwire/picture';
import { findCodec } from '@worldwire/picture/video';
import { describe, expect, it } from 'vitest';
import { alteredEngine, Stage, sharedEngine } from '../stage.test.js';

const HAS_FFMPEG = typeof (await findCodec()) === 'object';

interface Answer {
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly pictures: { readonly at: number; readonly time: number; readonly frame: number }[];
  readonly moved?: object[];
  readonly note?: string;
  readonly video?: { readonly uri: string; readonly path: string; readonly sizeBytes: number };
}

async function watched(stage: Stage, args: object) {
  const { content } = (await stage.result('WatchScene', args)) as {
    content: { type: string; text?: string; data?: string; mimeType?: string; uri?: string }[];
  };
  const facts = JSON.parse(content[0]?.text as string) as Answer;
  return { facts, content, file: Buffer.from(content[1]?.data as string, 'base64') };
}

/** A scene in which picture N is a field of the colour N, and one object moves to the right. */
async function coloured(
  colours: readonly Rgb[],
  more: object = {},
): Promise<{ engine: Engine; asked: object[] }> {
  const asked: object[] = [];
  const engine = await alteredEngine(async (operation, params, call) => {
    if (operation === 'time.get')
      return { scale: 1, locked: false, time: asked.length, frame: 10 * asked.length };
    // As an engine that does not tell places.
    if (operation === 'object.list' && 'fields' in params) return { total: 0, items: [] };
    if (operation !== 'view.capture') return call(operation, params);
    const index = asked.push(params) - 1;
    const png = await smallPng(new Canvas(160, 90, colours[index % colours.length] as Rgb), 8, NO_PAUSES);
    const ball = { id: 'obj:1', name: 'Ball', path: '/Ball', x: 10 + 20 * index, y: 50, distance: 1 };
    const wall = { id: 'obj:2', name: 'Wall', path: '/Wall', x: 80, y: 80, distance: 3 };
    const picture: PictureInfo = {
      data: Buffer.from(png).toString('base64'),
      ...{ mimeType: 'image/png', width: 160, height: 90, seen: [ball, wall], seenTotal: 2 },
    };
    return { ...picture, ...more };
  });
  return { engine, asked };
}

const COLOURS: readonly Rgb[] = [
  [200, 30, 30],
  [30, 200, 30],
  [30, 30, 200],
  [200, 200, 30],
];

describe('WatchScene', () => {
  it('puts pictures in the order of their times on one sheet, and says what moved', async () => {
    const { engine, asked } = await coloured(COLOURS);
    const stage = await Stage.open({ engine });
    const { facts, file } = await watched(stage, { pictures: 4, seconds: 0.5 });
    expect(asked).toEqual(Array.from({ length: 4 }, () => ({ width: 640 })));
    expect(facts.pictures.map(({ frame }) => frame)).toEqual([0, 10, 20, 30]);
    expect(facts.pictures[3]?.at).toBeGreaterThanOrEqual(0.49);
    expect(facts).toMatchObject({
      moved: [{ path: '/Ball', from: [10, 50], to: [70, 50] }],
      movedUnit: 'pixels',
    });
    const head = pngHead(file) as PngHead;
    const { width, pixels } = (await decodePng(head, head, NO_PAUSES)) ?? { width: 0, pixels: [] };
    const at = (x: number, y: number) => [...pixels.slice((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect(facts.width).toBe(width);
    // Two in a row, below each its label.
    expect([at(90, 50), at(260, 50), at(90, 170), at(260, 170)]).toEqual(COLOURS);
  });

  it('is at most 100 KB, also of noisy pictures, and larger with maxBytes', async () => {
    const pixels = new Uint8Array(640 * 360 * 4);
    for (let at = 0, seed = 7; at < pixels.length; at++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      pixels[at] = at % 4 === 3 ? 255 : seed >> 16;
    }
    const png = await smallPng({ width: 640, height: 360, pixels }, 8, NO_PAUSES);
    const data = Buffer.from(png).toString('base64');
    const { engine } = await coloured(COLOURS, { data, width: 640, height: 360 });
    const stage = await Stage.open({ engine });
    const { facts, content } = await watched(stage, { pictures: 2, seconds: 0.5 });
    expect(content[1]?.data?.length).toBeLessThanOrEqual(100_000);
    // A JPEG keeps more pixels of noise than a PNG.
    expect(content[1]?.mimeType).toBe('image/jpeg');
    const larger = await watched(stage, { pictures: 2, seconds: 0.5, maxBytes: 600_000 });
    expect(larger.facts.width).toBeGreaterThan(facts.width);
    const asPng = await watched(stage, { pictures: 2, seconds: 0.5, format: 'png' });
    expect([asPng.content[1]?.mimeType, (asPng.content[1]?.data?.length ?? 0) <= 100_000]).toEqual([
      'image/png',
      true,
    ]);
  });

  it('of pictures that are larger than asked for has the usual size', async () => {
    const data = Buffer.from(await smallPng(new Canvas(3_200, 1_800, [9, 9, 9]), 8, NO_PAUSES)).toString(
      'base64',
    );
    const { engine } = await coloured(COLOURS, { data, width: 3_200, height: 1_800 });
    const { facts } = await watched(await Stage.open({ engine }), { pictures: 2, seconds: 0.5 });
    expect([facts.width, facts.height]).toEqual([1_304, 400]);
  });

  it('passes the camera and the object that fills the pictures on, by id or path', async () => {
    const { engine, asked } = await coloured(COLOURS);
    const stage = await Stage.open({ engine });
    const turret = await stage.idOf('Turret');
    await watched(stage, { pictures: 2, seconds: 0.5, focus: '/Arena/Turret', camera: turret });
    expect(asked[0]).toEqual({ width: 640, focus: turret, camera: turret });
    expect((await stage.fail('WatchScene', { focus: '/Arena/Turet' })).hint).toContain('/Arena/Turret');
  });

  it('says that the time stands still, and that a picture cannot be used', async () => {
    const { engine } = await coloured(COLOURS, { mimeType: 'image/webp', data: 'AAAA' });
    const stage = await Stage.open({ engine });
    const { kind, hint } = await stage.fail('WatchScene', { pictures: 2, seconds: 0.5 });
    expect([kind, hint]).toEqual(['Unsupported', expect.stringContaining('Screenshot')]);
    const still = await alteredEngine(async (operation, params, call) =>
      operation === 'time.get' ? { scale: 0, locked: false, time: 5, frame: 9 } : call(operation, params),
    );
    const stopped = await Stage.open({ engine: still });
    expect((await watched(stopped, { pictures: 2, seconds: 0.5 })).facts.note).toContain('SetTimeScale');
  });

  it('stops when it is cancelled', async () => {
    const { engine, asked } = await coloured(COLOURS);
    const stage = await Stage.open({ engine });
    const params = { name: 'WatchScene', arguments: { seconds: 30 } };
    const done = new Promise(resolve => {
      const request = { kind: 'request', id: 'w', method: 'tools/call', params } as const;
      const call = stage.kernel.start(
        request,
        stage.caller({}),
        { detach: () => {}, send: () => true },
        resolve,
      );
      setImmediate(() => call.cancel('left'));
    });
    expect(await done).toBeUndefined();
    expect(asked.length).toBeLessThan(3);
  });

  it.each([
    ['pictures', 1],
    ['pictures', 17],
    ['seconds', 0.1],
    ['seconds', 31],
  ])('refuses %s %d', async (name, value) => {
    const stage = await Stage.open({ engine: await sharedEngine() });
    expect((await stage.fail('WatchScene', { [name]: value })).kind).toBe('InvalidArgument');
  });
});

describe('the videos of WatchScene', () => {
  it.skipIf(!HAS_FFMPEG)('are files that a client reads as a resource (needs ffmpeg)', async () => {
    const { engine, asked } = await coloured(COLOURS);
    const stage = await Stage.open({ engine });
    const { facts, content } = await watched(stage, { seconds: 1, pictures: 3, video: true });
    const { uri, path, sizeBytes } = facts.video as NonNullable<Answer['video']>;
    expect(facts.pictures).toHaveLength(3);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.length).toBeLessThanOrEqual(11);
    expect(content[2]).toMatchObject({
      type: 'resource_link',
      uri,
      mimeType: expect.stringMatching(/^video\//),
      size: sizeBytes,
    });
    expect(path).toBe(join(stage.folder, 'videos', uri.slice('unity://videos/'.length)));
    const { contents } = await stage.ask(stage.caller({}), 'resources/read', { uri });
    const [{ blob }] = contents as [{ blob: string }];
    expect(Buffer.from(blob, 'base64')).toHaveLength(sizeBytes);
    const probed = execFileSync('ffmpeg', ['-hide_banner', '-i', path, '-f', 'null', '-'], {
      stdio: 'pipe',
      encoding: 'utf8',
    });
    expect(probed).toBe('');
  });

  it('are bounded in their number, and others than those of the tool are not read', async () => {
    const name = (number: number) => `watch-20260101-000000-${number}.mp4`;
    const stage = await Stage.open({
      prepare: async folder => {
        await mkdir(join(folder, 'videos'));
        for (let number = 1; number <= 25; number++)
          await writeFile(join(folder, 'videos', name(number)), 'x');
        await writeFile(join(folder, 'secret.mp4'), 'secret');
        await symlink(join(folder, 'secret.mp4'), join(folder, 'videos', name(99)));
      },
    });
    const read = async (uri: string) => stage.ask(stage.caller({}), 'resources/read', { uri });
    expect(await read(`unity://videos/${name(3)}`)).toMatchObject({
      contents: [{ blob: 'eA==', mimeType: 'video/mp4' }],
    });
    for (const wrong of ['secret.mp4', '..%2Fsecret.mp4', name(99), name(77)]) {
      await expect(read(`unity://videos/${wrong}`)).rejects.toThrow('There is no such video');
    }
    expect(await readdir(join(stage.folder, 'videos'))).toHaveLength(26);
  });
});
