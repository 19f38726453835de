import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import own from '../../package.json' with { type: 'json' };

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

describe('worldwire create', () => {
  it('writes a project that passes its own npm test', async () => {
    const cwd = await temporaryFolder();
    const { code, stdout } = await run(['create', 'rose-garden'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/cd rose-garden\n {2}npm install\n {2}npm test\n/);
    const folder = join(cwd, 'rose-garden');
    expect((await readdir(folder)).sort()).toEqual([
      'README.md',
      'package.json',
      'world.js',
      'world.test.js',
    ]);
    for (const file of await readdir(folder)) {
      expect(await readFile(join(folder, file), 'utf8')).not.toContain('my-world');
    }
    // What npm install would do from a registry.
    await symlink(MODULES, join(folder, 'node_modules'));
    const tested = await promisify(execFile)('npm', ['test'], { cwd: folder });
    expect(tested.stdout).toMatch(/pass 2\b[\s\S]*fail 0\b/);
  });

  it('depends on the versions that are tested here', async () => {
    const cwd = await temporaryFolder();
    await run(['create', 'rose-garden'], { cwd });
    const project = JSON.parse(await readFile(join(cwd, 'rose-garden', 'package.json'), 'utf8'));
    const { devDependencies: tested } = own;
    const [, linked] = /^file:(.*)$/.exec(project.dependencies.worldwire) as unknown as [string, string];
    const manifest = await readFile(join(resolve(cwd, 'rose-garden', linked), 'package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ name: 'worldwire', version: tested.worldwire });
    expect(project).toMatchObject({
      name: 'rose-garden',
      dependencies: { zod: `^${tested.zod}` },
      devDependencies: { '@modelcontextprotocol/sdk': `^${tested['@modelcontextprotocol/sdk']}` },
    });
  });

  it.each([
    [[], 2, 'name one folder'],
    [['Rose Garden'], 2, '"Rose Garden" is not a name for a world. Use lower-case letters'],
    [['universe'], 2, '"universe" is the name of a part of worldwire'],
    [['full'], 1, 'is not empty. Name a new folder, or an empty one.'],
    [['file'], 1, 'cannot be used'],
  ])('refuses %j in one line, and writes nothing', async (words, exitCode, says) => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'full'));
    await writeFile(join(cwd, 'full', 'kept.txt'), 'kept');
    await writeFile(join(cwd, 'file'), '');
    const { code, stderr } = await run(['create', ...words], { cwd });
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: expect.stringContaining(says) });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect((await readdir(cwd)).sort()).toEqual(['file', 'full']);
    expect(await readdir(join(cwd, 'full'))).toEqual(['kept.txt']);
  });
});
