import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/prepare.mjs', import.meta.url));

const WORK = /building|installing/;

/** Stands for the compiler: leaves behind what the real one would. */
const COMPILER = `
const fs = require('node:fs');
fs.mkdirSync('packages/one/dist', { recursive: true });
fs.writeFileSync('packages/one/dist/.tsbuildinfo', '');
`;

/** What the script says on standard error, which is what it does. */
async function said(args: readonly string[], path = ''): Promise<string> {
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env.PATH}` };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stderr;
}

/** A checkout of one project, with a compiler and an npm that do nothing else than to be called. */
async function checkout() {
  const root = await mkdtemp(join(tmpdir(), 'prepare-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (name: string, content: string, mode = 0o644) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content, { mode });
  };
  for (const name of ['worlds', 'apps', 'examples', 'test', 'scripts']) await mkdir(join(root, name));
  await copyFile(SCRIPT, join(root, 'scripts/prepare.mjs'));
  await write('tsconfig.json', '{ "references": [{ "path": "packages/one" }] }');
  await write('tsconfig.base.json', '{}');
  await write('packages/one/src/index.ts', '');
  await write('node_modules/typescript/bin/tsc', COMPILER);
  await write('bin/npm', '#!/bin/sh\n', 0o755);
  const prepare = () => said([join(root, 'scripts/prepare.mjs')], join(root, 'bin'));
  await prepare();
  return { root, write, prepare };
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

  it('does nothing when nothing changed', async () => {
    const { prepare } = await checkout();
    expect(await prepare()).toBe('');
  });

  it.each(['packages/one/src/index.ts', 'packages/one/src/new.ts', 'tsconfig.base.json'])(
    'builds once after a change of %s',
    async name => {
      const { write, prepare } = await checkout();
      await write(name, '{ "files": [] }');
      expect(await prepare()).toBe('worldwire: building…\n');
      expect(await prepare()).toBe('');
    },
  );

  it('builds what was deleted', async () => {
    const { root, prepare } = await checkout();
    await rm(join(root, 'packages/one/dist'), { recursive: true });
    expect(await prepare()).toBe('worldwire: building…\n');
    expect(await prepare()).toBe('');
  });

  it('installs after a change of the lockfile', async () => {
    const { write, prepare } = await checkout();
    await write('package-lock.json', '{}');
    expect(await prepare()).toBe('worldwire: installing…\n');
  });
});
