import type { Engine } from '@worldwire/engine';
import { decodePng, NO_PAUSES, type PngHead, pngHead, type Raster, smallPng } from '@worldwire/picture';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unityDialect } from '../endpoint/dialect.js';
import { alteredEngine, Stage, sharedEngine } from '../stage.test.js';

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

/** The scene, with a camera that draws. */
function drawing(asked: object[]): Promise<Engine> {
  const picture = { data: PNG.toString('base64'), mimeType: 'image/png', width: 640, height: 480 };
  return alteredEngine(async (operation, params, call) => {
    if (operation !== 'view.capture') return call(operation, params);
    asked.push(params);
    return picture;
  });
}

describe('Screenshot', () => {
  it('returns the picture and its facts, and publishes the facts alone', async () => {
    const asked: object[] = [];
    const stage = await Stage.open({ engine: await drawing(asked) });
    onTestFinished(() => stage.close());
    const result = (await stage.result('Screenshot', { width: 640 })) as { content: object[] };
    const size = { width: 640, height: 480, sizeBytes: PNG.length };
    const shown = { ok: true, mimeType: 'image/png', ...size };
    const facts = { ...shown, revision: 0 };
    expect(asked).toEqual([{ width: 640 }]);
    expect(result).toMatchObject({ structuredContent: facts });
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(facts) },
      { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
    ]);
    expect(stage.published).toContainEqual({
      event: 'tool_result',
      payload: { name: 'Screenshot', ok: true, result: shown },
    });
    const { call_tool: spoken } = unityDialect({ resources: () => [], reads: () => true }).methods;
    expect(spoken?.result?.(result as never, { name: 'Screenshot' })).toEqual({
      content: [expect.objectContaining({ type: 'text', json: shown }), result.content[1]],
      _meta: { 'worldwire/revision': 0 },
    });
  });

  it('has at most 100 KB by default, and says what is on it', async () => {
    const stage = await Stage.open({ engine: await sharedEngine() });
    onTestFinished(() => stage.close());
    const result = (await stage.result('Screenshot')) as { content: { data?: string; text?: string }[] };
    const [facts, picture] = result.content;
    expect(Buffer.byteLength(picture?.data as string)).toBeLessThanOrEqual(100_000);
    const { seen, seenTotal, ...size } = JSON.parse(facts?.text as string) as {
      seen: object[];
      seenTotal: number;
    };
    expect(size).toMatchObject({ width: 640, height: 360 });
    expect(seen).toContainEqual(expect.objectContaining({ name: 'Turret', path: '/Arena/Turret' }));
    expect(seenTotal).toBeGreaterThanOrEqual(seen.length);
    expect(await stage.call('Screenshot', { width: 64, height: 48 })).toMatchObject({
      width: 64,
      height: 48,
    });
    expect((await stage.fail('Screenshot', { width: 5 })).kind).toBe('InvalidArgument');
    expect((await stage.fail('Screenshot', { width: 2049 })).message).toContain('2048');
    const { hint } = await stage.fail('Screenshot', { width: 2048, height: 2048 });
    expect(hint).toMatch(/^Send a width of 1920 at most, or \d+ pixels in all\.$/);
  });

  /** The facts and the file of a picture. */
  const shot = async (stage: Stage, args: object) => {
    const { content } = (await stage.result('Screenshot', args)) as {
      content: { data?: string; text?: string }[];
    };
    const facts = JSON.parse(content[0]?.text as string) as Record<string, unknown>;
    return { facts, file: Buffer.from(content[1]?.data as string, 'base64') };
  };
  const open = async (engine: Engine) => {
    const stage = await Stage.open({ engine });
    onTestFinished(() => stage.close());
    return stage;
  };
  const pixelsOf = async (png: Uint8Array): Promise<Raster> => {
    const head = pngHead(png) as PngHead;
    return (await decodePng(head, head, NO_PAUSES)) as Raster;
  };

  it('has the names of its objects on them with labels, for every engine, and never covers one label with another', async () => {
    const blank = { width: 320, height: 180, pixels: new Uint8Array(320 * 180 * 4).fill(255) };
    for (let at = 0; at < blank.pixels.length; at += 4) blank.pixels.fill(90, at, at + 3);
    const data = Buffer.from(await smallPng(blank, 8, NO_PAUSES)).toString('base64');
    const place = (name: string, x: number, y: number) => ({
      id: `obj:${x}`,
      name,
      path: `/${name}`,
      x,
      y,
      distance: 1,
    });
    const seen = [place('Player', 80, 60), place('Covered', 82, 62), place('Coin', 240, 120)];
    const engine = await alteredEngine(async (operation, params, call) =>
      operation === 'view.capture'
        ? { mimeType: 'image/png', width: 320, height: 180, data, seen, seenTotal: 3 }
        : call(operation, params),
    );
    const stage = await open(engine);
    const brightest = ({ width, pixels }: Raster, x: number, y: number) => {
      let most = 0;
      for (let row = y - 6; row < y + 6; row++)
        for (let column = x - 20; column < x + 20; column++)
          most = Math.max(most, pixels[(row * width + column) * 4] as number);
      return most;
    };
    const plain = await pixelsOf((await shot(stage, {})).file);
    const labelled = await shot(stage, { labels: true });
    const picture = await pixelsOf(labelled.file);
    expect([brightest(plain, 80, 60), brightest(plain, 240, 120)]).toEqual([90, 90]);
    expect([brightest(picture, 80, 60), brightest(picture, 240, 120)]).toEqual([255, 255]);
    expect(brightest(picture, 160, 150)).toBe(90);
    expect(labelled.facts.seen).toHaveLength(3);
  });

  it('is a JPEG on request, of the same size, and refuses other formats with the list of all', async () => {
    const stage = await open(await sharedEngine());
    const { facts, file } = await shot(stage, { width: 320, format: 'jpeg' });
    expect(facts).toMatchObject({
      mimeType: 'image/jpeg',
      width: 320,
      height: 180,
      sizeBytes: file.length,
      note: 'It has quality 88.',
    });
    expect([...file.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const { kind, message } = await stage.fail('Screenshot', { format: 'webp' });
    expect([kind, message]).toEqual(['InvalidArgument', expect.stringMatching(/"format".*"png"\|"jpeg"/s)]);
  });

  it('shows the object of focus in its middle, by id and by path', async () => {
    const stage = await open(await sharedEngine());
    type Seen = { readonly id: string; readonly path: string; readonly x: number; readonly share: number };
    const turret = ({ facts }: { facts: Record<string, unknown> }) =>
      (facts.seen as Seen[]).find(({ path }) => path === '/Arena/Turret') as Seen;
    const before = turret(await shot(stage, { width: 320 }));
    for (const focus of ['/Arena/Turret', before.id]) {
      const focused = await shot(stage, { width: 320, focus });
      expect(focused.facts.focus).toBe(focus);
      const { x, share } = turret(focused);
      expect(Math.abs(x - 160)).toBeLessThan(60);
      expect(share).toBeGreaterThan(2 * before.share);
    }
  });

  it('says which object is meant by a wrong focus, and what to do', async () => {
    const stage = await open(await sharedEngine());
    const { kind, hint } = await stage.fail('Screenshot', { focus: '/Arena/Turet' });
    expect([kind, hint]).toEqual([
      'NotFound',
      'Did you mean /Arena/Turret? SearchObjects finds ids and paths.',
    ]);
    const near = await stage.fail('Screenshot', { focus: 'Turret' });
    expect(near.hint).toContain('/Arena/Turret');
    expect((await stage.fail('Screenshot', { focus: 'obj:999999' })).kind).toBe('NotFound');
  });

  it.each(['png', 'jpeg'] as const)(
    'of a noisy scene has 100 KB at most as %s, with its objects at their pixels; maxBytes allows more',
    async format => {
      const pixels = new Uint8Array(800 * 600 * 4);
      for (let at = 0, seed = 7; at < pixels.length; at++) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
        pixels[at] = at % 4 === 3 ? 255 : seed >> 16;
      }
      const png = await smallPng({ width: 800, height: 600, pixels }, 8, NO_PAUSES);
      const seen = [{ id: 'obj:1', name: 'A', path: '/A', x: 400, y: 300, distance: 1 }];
      const picture = { mimeType: 'image/png', width: 800, height: 600, seen, seenTotal: 1 };
      const data = Buffer.from(png).toString('base64');
      const engine = await alteredEngine(async (operation, params, call) =>
        operation === 'view.capture' ? { ...picture, data } : call(operation, params),
      );
      const stage = await open(engine);
      const { facts, file } = await shot(stage, { format });
      expect(Buffer.byteLength(file.toString('base64'))).toBeLessThanOrEqual(100_000);
      expect(facts.width).toBeLessThan(800);
      expect(facts.note).toMatch(/^Scaled from 800 by 600 pixels to fit\./);
      const middle = {
        x: Math.round((facts.width as number) / 2),
        y: Math.round((facts.height as number) / 2),
      };
      expect(facts.seen).toMatchObject([middle]);
      if (format === 'png') expect(await pixelsOf(file)).toMatchObject({ width: facts.width });
      const larger = await shot(stage, { format, maxBytes: 400_000 });
      expect(larger.file.length).toBeGreaterThan(100_000);
      expect(larger.facts.width).toBeGreaterThan(facts.width as number);
      expect((await stage.fail('Screenshot', { maxBytes: 5_000 })).hint).toContain('maxBytes');
    },
  );
});
