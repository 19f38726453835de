import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { makeFolder } from './data-folder.js';

const MODE = 0o700;

describe('makeFolder', () => {
  it('makes every folder that is missing, with the mode', async () => {
    const place = await temporaryFolder();
    await makeFolder(join(place, 'a', 'b'), MODE);
    for (const made of ['a', join('a', 'b')]) {
      const stats = await stat(join(place, made));
      expect({ folder: stats.isDirectory(), mode: stats.mode & 0o777 }).toEqual({ folder: true, mode: MODE });
    }
  });

  it('is content with a folder that is there, and behind a link', async () => {
    const place = await temporaryFolder();
    await mkdir(join(place, 'real'));
    await symlink('real', join(place, 'link'));
    await makeFolder(join(place, 'link'), MODE);
    await makeFolder(join(place, 'link', 'below'), MODE);
    expect((await stat(join(place, 'real', 'below'))).isDirectory()).toBe(true);
  });

  it('is one of several at once', async () => {
    const folder = join(await temporaryFolder(), 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(folder, MODE)));
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it.each([
    ['a file is in its place', 'file'],
    ['a file is in the place of a parent', 'file/below'],
    ['a link leads nowhere', 'nowhere'],
  ])('fails where %s', async (_why, name) => {
    const place = await temporaryFolder();
    await writeFile(join(place, 'file'), '');
    await symlink('gone', join(place, 'nowhere'));
    await expect(makeFolder(join(place, name), MODE)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/),
    });
  });

  it.runIf(process.platform === 'linux')('fails where no folder can be created', async () => {
    await expect(makeFolder('/proc/self/worldwire/below', MODE)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
