import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bombTexture } from './bomb-texture.js';
import { DiskProject } from './disk-project.js';

const READERS = fileURLToPath(new URL('./picture-readers.mjs', import.meta.url));
/** Bytes of one picture before compression. */
const PIXELS = 64 * 1024 * 1024;
const COUNT = 24;

interface Read {
  readonly said: readonly string[];
  readonly ended: readonly string[];
  readonly grown: number;
}

describe('pictures of many pixels in few bytes', () => {
  let project: DiskProject;
  beforeAll(async () => {
    project = await DiskProject.make();
    const texture = bombTexture('T', 4_096, 4_096);
    for (let at = 0; at < COUNT; at++) await project.write(`Content/T${at}.uasset`, texture);
    await project.write('Content/Huge.uasset', bombTexture('T', 6_000, 5_500));
    await project.log('LogTemp: a line');
  });
  afterAll(() => project.close());

  /** In a separate process, to measure its memory. */
  async function read(...paths: string[]): Promise<Read> {
    const { stdout } = await promisify(execFile)(process.execPath, [READERS, project.folder, ...paths]);
    return JSON.parse(stdout) as Read;
  }

  it('are refused over the limit before memory is allocated', async () => {
    const { said, grown } = await read('/Game/Huge');
    expect(said).toEqual([expect.stringContaining('6000 by 5500 pixels; the limit is 16777216')]);
    expect(grown).toBeLessThan(2 * PIXELS);
  });

  it(`are decoded one at a time: ${COUNT} readers take no more memory than two pictures have`, async () => {
    const paths = Array.from({ length: COUNT }, (_, at) => `/Game/T${at}`);
    const { said, ended, grown } = await read(...paths);
    expect(said).toEqual(paths.map(() => expect.stringMatching(/^image\/png \d+$/)));
    expect(grown).toBeLessThan(2 * PIXELS);
    expect(ended[0]).toBe('small');
    expect(ended.slice(1).toSorted()).toEqual(paths.toSorted());
  });

  it('are decoded once for concurrent readers of one picture', async () => {
    const paths = Array.from({ length: COUNT }, () => '/Game/T0');
    const { said, grown } = await read(...paths);
    expect(new Set(said).size).toBe(1);
    expect(grown).toBeLessThan(2 * PIXELS);
  });
});
