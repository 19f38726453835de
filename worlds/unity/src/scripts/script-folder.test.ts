import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_SCRIPT_BYTES, ScriptFolder } from './script-folder.js';
import { REFUSED } from './script-path.test.js';

const MARK = '\ufeff';
let data: string;
let folder: ScriptFolder;
const path = (...names: string[]) => join(data, 'Scripts', ...names);

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'worldwire-scripts-'));
  folder = await ScriptFolder.open(data);
  await writeFile(join(data, 'secret.cs'), 'secret');
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** All files under the data folder with what is in them, so that nothing can change unseen. */
async function everything(): Promise<Record<string, string>> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async file => [file, await readFile(file, 'utf8')])));
}

describe('the folder of scripts', () => {
  it('is not left by any path, whether to read, write, find or delete', async () => {
    const before = await everything();
    for (const asked of REFUSED) {
      for (const work of [
        () => folder.read(asked),
        () => folder.find(asked),
        () => folder.write(asked, 'x'),
        () => folder.delete(asked),
        () => folder.rename(asked, 'a.cs'),
      ]) {
        await expect(work(), asked.slice(0, 80)).rejects.toMatchObject({ kind: 'InvalidArgument' });
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('writes, reads, lists and deletes', async () => {
    await folder.write('a.cs', 'return 1;');
    expect(await folder.read('a.cs')).toEqual({
      Name: 'a.cs',
      Path: path('a.cs'),
      Content: 'return 1;',
      SizeBytes: 9,
      LastModifiedUtc: (await stat(path('a.cs'))).mtime.toISOString(),
      Truncated: false,
    });
    expect(await folder.read(path('a.cs'))).toMatchObject({ Content: 'return 1;' });
    await mkdir(path('sub'));
    await folder.write('sub/b.cs', '');
    expect(await folder.list()).toEqual([
      { Name: 'a.cs', Path: path('a.cs') },
      { Name: 'b.cs', Path: path('sub', 'b.cs') },
    ]);
    await folder.delete('a.cs');
    await expect(folder.read('a.cs')).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(folder.delete('a.cs')).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(folder.write('nowhere/a.cs', '')).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('leaves nothing beside the script it writes', async () => {
    await folder.write('a.cs', 'one');
    await folder.write('a.cs', 'two');
    expect(await readdir(path())).toEqual(['a.cs']);
    expect(await readFile(path('a.cs'), 'utf8')).toBe('two');
  });

  it('follows no link to a file', async () => {
    await symlink(join(data, 'secret.cs'), path('link.cs'));
    await symlink(join(data, 'new.cs'), path('dangling.cs'));
    for (const name of ['link.cs', 'dangling.cs']) {
      for (const work of [
        () => folder.read(name),
        () => folder.find(name),
        () => folder.write(name, 'x'),
        () => folder.delete(name),
        () => folder.rename(name, 'b.cs'),
      ]) {
        await expect(work()).rejects.toMatchObject({ kind: 'InvalidArgument' });
      }
    }
    expect(await folder.list()).toEqual([]);
    expect(await readFile(join(data, 'secret.cs'), 'utf8')).toBe('secret');
    await expect(stat(join(data, 'new.cs'))).rejects.toThrow('ENOENT');
  });

  it('follows no link to a folder', async () => {
    await symlink(data, path('out'));
    await symlink(path(), path('self'));
    await mkdir(path('sub'));
    await symlink(data, path('sub', 'out'));
    await folder.write('a.cs', 'x');
    for (const name of ['out/secret.cs', 'sub/out/secret.cs', 'self/a.cs', 'out/Scripts/a.cs']) {
      await expect(folder.read(name)).rejects.toMatchObject({ kind: 'InvalidArgument' });
      await expect(folder.write(name, 'x')).rejects.toMatchObject({ kind: 'InvalidArgument' });
      await expect(folder.delete(name)).rejects.toMatchObject({ kind: 'InvalidArgument' });
    }
    expect(await folder.list()).toEqual([{ Name: 'a.cs', Path: path('a.cs') }]);
  });

  it('takes neither a folder nor a pipe for a script', async () => {
    await mkdir(path('folder.cs'));
    execFileSync('mkfifo', [path('pipe.cs')]);
    for (const name of ['folder.cs', 'pipe.cs']) {
      await expect(folder.read(name)).rejects.toMatchObject({ kind: 'InvalidArgument' });
      await expect(folder.write(name, 'x')).rejects.toMatchObject({ kind: 'InvalidArgument' });
      await expect(folder.delete(name)).rejects.toMatchObject({ kind: 'InvalidArgument' });
    }
    await expect(folder.read('folder.cs/a.cs')).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('may itself lie behind a link, and is known by both names', async () => {
    const link = `${data}-link`;
    await symlink(data, link);
    try {
      const linked = await ScriptFolder.open(link);
      await linked.write(join(link, 'Scripts', 'a.cs'), 'x');
      expect(await linked.read(path('a.cs'))).toMatchObject({ Path: path('a.cs'), Content: 'x' });
    } finally {
      await rm(link);
    }
  });

  it.each([
    [MAX_SCRIPT_BYTES - 1, false],
    [MAX_SCRIPT_BYTES, false],
    [MAX_SCRIPT_BYTES + 1, true],
    [4 * MAX_SCRIPT_BYTES, true],
  ])('reads %i bytes, cut off: %s', async (size, truncated) => {
    await writeFile(path('a.cs'), 'x'.repeat(size));
    const file = await folder.read('a.cs');
    expect(file).toMatchObject({ SizeBytes: size, Truncated: truncated });
    expect(file.Content).toHaveLength(Math.min(size, MAX_SCRIPT_BYTES));
  });

  it('counts no mark at the front, and never shows or writes one', async () => {
    await writeFile(path('a.cs'), MARK + 'x'.repeat(MAX_SCRIPT_BYTES));
    const file = await folder.read('a.cs');
    expect(file).toMatchObject({ SizeBytes: MAX_SCRIPT_BYTES + 3, Truncated: false });
    expect(file.Content).toBe('x'.repeat(MAX_SCRIPT_BYTES));
    await writeFile(path('a.cs'), `${MARK}${'x'.repeat(MAX_SCRIPT_BYTES + 1)}`);
    expect(await folder.read('a.cs')).toMatchObject({ Truncated: true });
    await folder.write('a.cs', `${MARK}return 1;`);
    expect(await readFile(path('a.cs'))).toEqual(Buffer.from('return 1;'));
    await writeFile(path('a.cs'), `${MARK}${MARK}x`);
    expect((await folder.read('a.cs')).Content).toBe(`${MARK}x`);
  });

  it('cuts off between characters', async () => {
    await writeFile(path('a.cs'), `x${'ä'.repeat(MAX_SCRIPT_BYTES)}`);
    const { Content, Truncated } = await folder.read('a.cs');
    expect(Truncated).toBe(true);
    expect(Content).toBe(`x${'ä'.repeat(MAX_SCRIPT_BYTES / 2 - 1)}`);
  });

  it('writes up to 256 KB and not a byte more, counted as they are stored', async () => {
    await folder.write('a.cs', 'x'.repeat(MAX_SCRIPT_BYTES));
    await folder.write('a.cs', MARK + 'x'.repeat(MAX_SCRIPT_BYTES));
    await folder.write('a.cs', 'ä'.repeat(MAX_SCRIPT_BYTES / 2));
    expect((await stat(path('a.cs'))).size).toBe(MAX_SCRIPT_BYTES);
    for (const content of ['x'.repeat(MAX_SCRIPT_BYTES + 1), `${'ä'.repeat(MAX_SCRIPT_BYTES / 2)}x`]) {
      await expect(folder.write('a.cs', content)).rejects.toMatchObject({ kind: 'InvalidArgument' });
    }
    expect((await folder.read('a.cs')).Content).toBe('ä'.repeat(MAX_SCRIPT_BYTES / 2));
  });
});
