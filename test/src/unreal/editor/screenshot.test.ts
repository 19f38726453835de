import { readdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls, json, png } from '../fake-editor/index.js';
import { open, QUICK } from './open-bench.js';

async function crowd(folder: string): Promise<void> {
  const place = join(folder, 'Saved', 'Screenshots', 'FakeEditor');
  await mkdir(place, { recursive: true });
  for (let number = 0; number <= 10_000; number++) writeFileSync(join(place, `a${number}.png`), '');
}

const shots = (folder: string) => readdirSync(join(folder, 'Saved', 'Screenshots', 'FakeEditor'));

describe('a screenshot', () => {
  it('is the complete new file in the given size, which is then deleted', async () => {
    const { bench, folder } = await open();
    const old = join(folder, 'Saved', 'Screenshots', 'FakeEditor');
    await mkdir(old, { recursive: true });
    await writeFile(join(old, 'old.png'), png(3, 3));
    const picture = await bench.call('screenshot.take', { width: 32, height: 16 });
    expect(picture).toMatchObject({ mimeType: 'image/png', width: 32, height: 16 });
    expect(Buffer.from(picture.data)).toEqual(png(32, 16));
    expect(shots(folder)).toEqual(['old.png']);
  });

  it('has no focus, and says what the editor can do instead', async () => {
    const { bench } = await open();
    const focus = '/Game/Maps/Hall.Hall:PersistentLevel.Door_1';
    const error = await bench.fails('unsupported', bench.call('screenshot.take', { focus }));
    expect(error.enable).toContain('press F');
  });

  it('is not read from an incomplete file, and reports progress meanwhile', async () => {
    const { bench, editor } = await open({ fake: { screenshots: 'in-halves' } });
    const said: string[] = [];
    let looks = 0;
    const progress = (_: number, __?: number, message?: string) => {
      said.push(message ?? '');
      if (message === 'the file is being written' && ++looks === 5) editor.finishScreenshots();
    };
    const picture = await bench.call('screenshot.take', { width: 8, height: 8 }, { progress });
    expect(Buffer.from(picture.data)).toEqual(png(8, 8));
    expect(said[0]).toBe('waiting for the editor to draw');
    expect(looks).toBeGreaterThanOrEqual(5);
  });

  it('is found under a name of the editor, and not deleted', async () => {
    const { bench, folder } = await open({ fake: { screenshots: 'own-name' } });
    const picture = await bench.call('screenshot.take', { width: 8, height: 8 });
    expect(picture.width).toBe(8);
    expect(shots(folder)).toEqual(['HighresScreenshot00000.png']);
  });

  it('is found among more pictures than the limit of known ones', async () => {
    const { bench, folder } = await open();
    await crowd(folder);
    expect((await bench.call('screenshot.take', { width: 8, height: 8 })).width).toBe(8);
  });

  it('under a name of the editor is not found among so many, with the reason', async () => {
    const source = { intervals: QUICK, limits: { slowMs: 100 } };
    const { bench, folder } = await open({ fake: { screenshots: 'own-name' }, source });
    await crowd(folder);
    const error = await bench.fails('timeout', bench.call('screenshot.take', {}));
    expect(error.enable).toMatch(/more than 10000 pictures/);
  });

  it('that never appears is a timeout with a hint', async () => {
    const source = { intervals: QUICK, limits: { slowMs: 400 } };
    const { bench } = await open({ fake: { screenshots: 'never' }, source });
    const error = await bench.fails('timeout', bench.call('screenshot.take', {}));
    expect(error.enable).toMatch(/to the front/);
  });

  it('is abandoned when the caller has gone', async () => {
    const { bench, editor } = await open({ fake: { screenshots: 'never' } });
    const stop = new AbortController();
    const arrived = editor.received(calls('TakeHighResScreenshot'));
    const taking = bench.fails('failed', bench.call('screenshot.take', {}, { signal: stop.signal }));
    await arrived;
    stop.abort();
    expect((await taking).message).toMatch(/cancelled/);
  });

  it('is an error when the editor refuses it or the size is invalid', async () => {
    const { bench, editor } = await open();
    editor.fail(json({ ReturnValue: false }), calls('TakeHighResScreenshot'));
    await bench.fails('failed', bench.call('screenshot.take', {}));
    for (const width of [0, -5, 1.5, 100_000])
      await bench.fails('invalid', bench.call('screenshot.take', { width }));
  });

  it('larger than allowed is not read', async () => {
    const { bench } = await open({ source: { intervals: QUICK, limits: { pictureBytes: 10 } } });
    const error = await bench.fails('failed', bench.call('screenshot.take', { width: 8, height: 8 }));
    expect(error.message).toMatch(/the limit is 10/);
  });

  it('is unsupported without the files of the editor', async () => {
    const { bench } = await open({ sameHost: false });
    const error = await bench.fails('unsupported', bench.call('screenshot.take', {}));
    expect(error.enable).toMatch(/machine of the editor/);
  });
});
