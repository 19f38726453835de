import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptFolder } from './script-folder.js';

/** Attempts of each kind, and how often each must have been let through and refused before the test says anything. */
const ATTEMPTS = 1_500;
const MAX_ATTEMPTS = 60_000;

/** Exchanges a file or folder with a link, without a pause, until it is ended. */
const SWAPPER = `
  const { renameSync } = require('node:fs');
  const [, place, parked, link] = process.argv;
  process.stdout.write('ready');
  for (;;) {
    renameSync(place, parked);
    renameSync(link, place);
    renameSync(place, link);
    renameSync(parked, place);
  }`;

let data: string;
let outside: string;
let folder: ScriptFolder;
let swapper: ChildProcess | undefined;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'worldwire-swap-'));
  outside = join(data, 'outside');
  folder = await ScriptFolder.open(data);
  await mkdir(join(folder.root, 'sub'));
  await mkdir(join(outside, 'sub'), { recursive: true });
  for (const name of ['a.cs', 'only-outside.cs', 'sub/a.cs', 'sub/only-outside.cs'])
    await writeFile(join(outside, name), 'outside');
});
afterEach(async () => {
  if (swapper !== undefined) {
    swapper.kill('SIGKILL');
    await once(swapper, 'exit');
    swapper = undefined;
  }
  await rm(data, { recursive: true, force: true });
});

async function swap(place: string, target: string): Promise<void> {
  const waiting = join(data, 'link');
  await symlink(target, waiting);
  swapper = spawn(process.execPath, ['-e', SWAPPER, place, join(data, 'parked'), waiting]);
  await once(swapper.stdout as NodeJS.ReadableStream, 'data');
}

/** Does the work until it was let through and refused often enough. Whatever fails otherwise fails the test. */
async function attempt<Result>(work: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let refused = 0;
  for (let n = 0; n < MAX_ATTEMPTS && (n < ATTEMPTS || refused < 20 || results.length < 20); n++) {
    try {
      results.push(await work(n));
    } catch (thrown) {
      expect(['InvalidArgument', 'NotFound']).toContain((thrown as { kind?: string }).kind);
      refused++;
    }
  }
  expect(results.length).toBeGreaterThanOrEqual(20);
  expect(refused).toBeGreaterThanOrEqual(20);
  return results;
}

const unchanged = async () => {
  expect((await readdir(outside, { recursive: true })).sort()).toEqual(
    ['a.cs', 'only-outside.cs', 'sub', 'sub/a.cs', 'sub/only-outside.cs'].sort(),
  );
  for (const name of ['a.cs', 'only-outside.cs', 'sub/a.cs', 'sub/only-outside.cs'])
    expect(await readFile(join(outside, name), 'utf8')).toBe('outside');
};

// Links are made without further rights on these systems alone; /proc is what the claims rest on.
describe.runIf(process.platform === 'linux')('while a link is exchanged with', () => {
  describe.each([
    ['a folder of scripts', () => join(folder.root, 'sub'), () => outside, 'sub/a.cs'],
    ['the Scripts folder itself', () => folder.root, () => outside, 'a.cs'],
    ['the Scripts folder, above a folder of scripts', () => folder.root, () => outside, 'sub/a.cs'],
  ])('%s', (_, place, target, path) => {
    beforeEach(async () => {
      await folder.write(path, 'inside');
      await swap(place(), target());
    });

    it('nothing outside is read', async () => {
      const read = await attempt(async () => (await folder.read(path)).Content);
      expect(new Set(read)).toEqual(new Set(['inside']));
    });

    it('nothing outside is written', async () => {
      await attempt(n => folder.write(path, `written ${n}`));
      await unchanged();
    });

    it('nothing outside is found or deleted', async () => {
      const name = path.replace('a.cs', 'only-outside.cs');
      const found = await attempt(async n => {
        if (n % 2 === 0) return folder.find(name);
        await folder.delete(name);
        return 'deleted';
      });
      expect(new Set(found)).toEqual(new Set([null]));
      await unchanged();
    });

    it('nothing outside is listed', async () => {
      for (let n = 0; n < ATTEMPTS; n++) {
        const listed = await folder.list();
        expect(listed.filter(({ Name }) => Name === 'only-outside.cs')).toEqual([]);
      }
    });
  });

  it('a script, nothing outside is read', async () => {
    await folder.write('a.cs', 'inside');
    await swap(join(folder.root, 'a.cs'), join(outside, 'a.cs'));
    const read = await attempt(async () => (await folder.read('a.cs')).Content);
    expect(new Set(read)).toEqual(new Set(['inside']));
  });
});

describe('a file with a second name', () => {
  it('is not a script: it is neither read, written nor deleted', async () => {
    await link(join(outside, 'a.cs'), join(folder.root, 'a.cs'));
    for (const work of [
      () => folder.read('a.cs'),
      () => folder.find('a.cs'),
      () => folder.write('a.cs', 'x'),
      () => folder.delete('a.cs'),
    ])
      await expect(work()).rejects.toMatchObject({
        kind: 'InvalidArgument',
        hint: expect.stringContaining('hard links'),
      });
    await unchanged();
  });
});
