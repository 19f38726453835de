import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { completeLock } from '../../scripts/complete-lock.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = join(ROOT, 'scripts/prepare.mjs');
/** The files that the script imports. */
const ANCESTORS = 'apps/worldwire/bin/ancestors.js';
/** Folders with a lockfile of their own. */
const LOCKED = ['.', 'bench', 'worlds/conformance/suite'];

const WORK = /building|installing/;
const BUILT = 'worldwire: building…\nworldwire: building the console…\n';

/** A fake compiler with the output of the real one. */
const COMPILER = `
const fs = require('node:fs');
fs.mkdirSync('packages/one/dist', { recursive: true });
fs.writeFileSync('packages/one/dist/.tsbuildinfo', '');
`;

/** A fake build of the console, which leaves its page. */
const CONSOLE = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('apps/console/dist/page', { recursive: true });
writeFileSync('apps/console/dist/page/index.html', '');
`;

/** The standard error of the script, which lists its steps. */
async function said(args: readonly string[], path = ''): Promise<string> {
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env.PATH}` };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stderr;
}

/** A new checkout of one project, with a fake compiler and a fake npm. */
async function freshCheckout() {
  const root = await mkdtemp(join(tmpdir(), 'prepare-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (name: string, content: string, mode = 0o644) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content, { mode });
  };
  for (const name of ['worlds', 'examples', 'test', 'scripts']) await mkdir(join(root, name));
  await mkdir(dirname(join(root, ANCESTORS)), { recursive: true });
  await copyFile(join(ROOT, ANCESTORS), join(root, ANCESTORS));
  await write('package.json', '{ "type": "module" }');
  await copyFile(SCRIPT, join(root, 'scripts/prepare.mjs'));
  await write('tsconfig.json', '{ "references": [{ "path": "packages/one" }] }');
  await write('tsconfig.base.json', '{}');
  await write('packages/one/src/index.ts', '');
  await write('apps/console/build.mjs', CONSOLE);
  await write('node_modules/typescript/bin/tsc', COMPILER);
  await write('node_modules/typescript/package.json', '{}');
  await write('bin/npm', '#!/bin/sh\necho "npm $*" >&2\n', 0o755);
  const script = join(root, 'scripts/prepare.mjs');
  const bin = join(root, 'bin');
  const prepare = () => said([script], bin);
  const start = () => said(['--import', script, '--eval', ''], bin);
  return { root, write, prepare, start };
}

/** The same, with everything installed and built. */
async function checkout() {
  const fresh = await freshCheckout();
  await fresh.prepare();
  return fresh;
}

describe('prepare', () => {
  it('does nothing in this checkout once it has run', async () => {
    await said([SCRIPT]);
    expect(await said([SCRIPT])).not.toMatch(WORK);
  });

  it('does nothing when a server preloads it after that', async () => {
    await said([SCRIPT]);
    expect(await said(['--import', SCRIPT, '--eval', ''])).not.toMatch(WORK);
  });

  it('installs without what only tests need for a first start, and all of it for the first test', async () => {
    const { prepare, start } = await freshCheckout();
    expect(await start()).toMatch(/npm ci .*--omit=dev/);
    expect(await start()).toBe('');
    expect(await prepare()).toMatch(/npm ci (?!.*--omit)/);
    expect(await prepare()).toBe('');
    expect(await start()).toBe('');
  });

  it('keeps what tests need when a start finds another lockfile', async () => {
    const { write, prepare, start } = await checkout();
    await write('package-lock.json', '{}');
    expect(await start()).toMatch(/npm ci (?!.*--omit)/);
    expect(await prepare()).toBe('');
  });

  describe('after npm ci by hand', () => {
    const [tool, tests] = [
      { version: '1.0.0', integrity: 'a' },
      { version: '2.0.0', dev: true },
    ];
    const other = { version: '1.0.0', optional: true };
    const wanted = {
      '': {},
      'node_modules/tool': tool,
      'node_modules/vitest': tests,
      'node_modules/tool-other': other,
    };

    /** A checkout in which npm recorded these packages, some seconds after the lockfile. */
    async function installedByHand(packages: object, seconds = 10) {
      const fresh = await freshCheckout();
      await fresh.write('package-lock.json', JSON.stringify({ packages: wanted }));
      await fresh.write('node_modules/.package-lock.json', JSON.stringify({ packages }));
      if ('node_modules/vitest' in packages) await fresh.write('node_modules/vitest/package.json', '{}');
      const time = (await stat(join(fresh.root, 'package-lock.json'))).mtimeMs / 1000 + seconds;
      await utimes(join(fresh.root, 'node_modules/.package-lock.json'), time, time);
      return fresh;
    }
    const all = { 'node_modules/tool': tool, 'node_modules/vitest': tests };

    it('a start installs nothing, and neither does a test', async () => {
      const { prepare, start } = await installedByHand(all);
      expect(await start()).not.toContain('installing');
      expect(await prepare()).toBe('');
    });

    it('without what only tests need, a start installs nothing and a test everything', async () => {
      const { prepare, start } = await installedByHand({ 'node_modules/tool': tool });
      expect(await start()).not.toContain('installing');
      expect(await prepare()).toMatch(/npm ci (?!.*--omit)/);
    });

    it.each([
      ['of before the last change', all, -10],
      ['that lacks a package', { 'node_modules/vitest': tests }, 10],
      ['of another version', { ...all, 'node_modules/tool': { ...tool, version: '0.9.0' } }, 10],
      ['of other content', { ...all, 'node_modules/tool': { ...tool, integrity: 'b' } }, 10],
    ])('%s, a start installs everything again', async (_which, packages, seconds) => {
      const { start } = await installedByHand(packages, seconds);
      expect(await start()).toMatch(/npm ci (?!.*--omit)/);
    });
  });

  it('keeps what tests need when it was added to a first start', async () => {
    const { write, start } = await freshCheckout();
    await start();
    await write('node_modules/vitest/package.json', '{}');
    await write('package-lock.json', '{}');
    expect(await start()).toMatch(/npm ci (?!.*--omit)/);
  });

  it('does nothing when nothing changed', async () => {
    const { prepare } = await checkout();
    expect(await prepare()).toBe('');
  });

  it.each([
    'packages/one/src/index.ts',
    'packages/one/src/new.ts',
    'tsconfig.base.json',
    'apps/console/src/page.tsx',
    'apps/console/src/page.css',
    'apps/console/index.html',
  ])('builds once after a change of %s', async name => {
    const { write, prepare } = await checkout();
    await write(name, '{ "files": [] }');
    expect(await prepare()).toBe(BUILT);
    expect(await prepare()).toBe('');
  });

  // Other systems have no way to read the parent of the parent.
  it.runIf(process.platform === 'linux')('starts nothing when its parent has ended meanwhile', async () => {
    const { root, write } = await checkout();
    const killer = `
      const parent = () => fs.readFileSync('/proc/' + process.ppid + '/stat', 'latin1').split(') ')[1].split(' ')[1];
      const before = parent();
      process.kill(Number(before), 'SIGTERM');
      while (parent() === before);
    `;
    await write('node_modules/typescript/bin/tsc', COMPILER + killer);
    await write('packages/one/src/index.ts', 'export {};');
    const script = `${process.execPath} --import ${join(root, 'scripts/prepare.mjs')} --eval "console.log('served')"; :`;
    const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await text(child.stdout)).toBe('');
  });

  it.each(['packages/one/dist', 'apps/console/dist'])('builds %s if it was deleted', async name => {
    const { root, prepare } = await checkout();
    await rm(join(root, name), { recursive: true });
    expect(await prepare()).toBe(BUILT);
    expect(await prepare()).toBe('');
  });

  it('removes outputs of sources that are gone', async () => {
    const { root, write, prepare } = await checkout();
    await write('packages/one/src/kept/index.ts', '');
    const outputs = ['moved.js', 'moved.d.ts', 'moved.js.map', 'gone/index.js', 'kept/old.js'];
    const kept = ['index.js', 'index.d.ts', 'index.js.map', 'kept/index.js', '.tsbuildinfo', 'data.json'];
    for (const name of [...outputs, ...kept]) await write(`packages/one/dist/${name}`, '');
    expect(await prepare()).toBe(BUILT);
    const left = await readdir(join(root, 'packages/one/dist'), { recursive: true });
    expect(left.sort()).toEqual([...kept, 'kept'].sort());
  });

  it('installs after a change of the lockfile', async () => {
    const { write, prepare } = await checkout();
    await write('package-lock.json', '{}');
    expect(await prepare()).toMatch(/^worldwire: installing…\nnpm ci /);
  });

  it('starts the batch file of npm on Windows', async () => {
    const { root, write } = await checkout();
    await write('bin/npm', '#!/bin/sh\nexit 1\n', 0o755);
    // A fake Windows shell, which gets the whole command as its last argument.
    await write('bin/cmd.exe', '#!/bin/sh\necho "$4" >&2\n', 0o755);
    await write('windows.mjs', "Object.defineProperty(process, 'platform', { value: 'win32' });");
    await write('package-lock.json', '{}');
    const args = ['--import', join(root, 'windows.mjs'), join(root, 'scripts/prepare.mjs')];
    expect(await said(args, join(root, 'bin'))).toMatch(/^worldwire: installing…\n"npm.cmd ci /);
  });
});

describe('the lockfile', () => {
  it.each(LOCKED)('of %s has every optional package of every platform, as npm ci demands', async folder => {
    const lock = JSON.parse(await readFile(join(ROOT, folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(completeLock(lock).added).toEqual([]);
  });

  it('is completed with what the name of a package says of its platform', () => {
    const optionalDependencies = { '@x/tool-darwin-arm64': '1.2.3', '@x/tool-linux-x64-musl': '1.2.3' };
    const { lock, added } = completeLock({ packages: { 'node_modules/tool': { optionalDependencies } } });
    expect(added).toEqual(Object.keys(optionalDependencies));
    expect(lock.packages).toMatchObject({
      'node_modules/@x/tool-darwin-arm64': {
        version: '1.2.3',
        cpu: ['arm64'],
        os: ['darwin'],
        optional: true,
      },
      'node_modules/@x/tool-linux-x64-musl': { cpu: ['x64'], libc: ['musl'], os: ['linux'] },
    });
  });
});
