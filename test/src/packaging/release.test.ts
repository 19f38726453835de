import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { workspaces } from '../../../scripts/packaging/workspaces.mjs';
import { ROOT } from './root.js';

const PLUGIN = 'packaging/claude-code/.claude-plugin/plugin.json';
const STATING = [
  'package.json',
  'package-lock.json',
  'server.json',
  'CHANGELOG.md',
  'Dockerfile',
  'packaging/mcpb/manifest.json',
  PLUGIN,
  ...workspaces(ROOT).map(({ folder }) => `${folder}/package.json`),
];

/** A copy of everything that states a version, with the script. */
class Checkout {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async make(): Promise<Checkout> {
    const root = await mkdtemp(join(tmpdir(), 'release-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    for (const file of STATING) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await cp(join(ROOT, file), join(root, file));
    }
    await cp(join(ROOT, 'scripts/packaging'), join(root, 'scripts/packaging'), { recursive: true });
    await cp(join(ROOT, 'scripts/release.mjs'), join(root, 'scripts/release.mjs'));
    return new Checkout(root);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.root, file), 'utf8');
  }

  async replace(file: string, from: string | RegExp, to: string): Promise<void> {
    const before = await this.read(file);
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    await writeFile(join(this.root, file), after);
  }

  async release(...args: string[]) {
    const child = spawn(process.execPath, ['scripts/release.mjs', ...args], {
      cwd: this.root,
      stdio: 'pipe',
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, stdout, stderr };
  }
}

describe('the release script', () => {
  it('refuses a base image without a digest, and says how to find it', async () => {
    const checkout = await Checkout.make();
    await checkout.replace('Dockerfile', /@sha256:\w+/, '');
    const { code, stderr } = await checkout.release();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'Dockerfile: node:24-bookworm-slim has no digest. docker buildx imagetools inspect node:24-bookworm-slim shows it.\n',
    });
  });

  it('finds that this repository agrees on one version, and prints the steps', async () => {
    const checkout = await Checkout.make();
    const { code, stdout, stderr } = await checkout.release();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /npm publish --workspace @worldwire\/protocol[\s\S]*npm publish --workspace worldwire\n/,
    );
    expect(stdout).toContain('mcp-publisher publish');
  });

  it.each([
    ['packages/server/package.json', /"version": "[^"]+"/, '"version": "9.9.9"', 'version is 9.9.9'],
    [
      'apps/worldwire/package.json',
      /("@worldwire\/server"): "[^"]+"/,
      '$1: "9.9.9"',
      '@worldwire/server is 9.9.9',
    ],
    [
      'server.json',
      /("identifier": "worldwire",\s+"version"): "[^"]+"/,
      '$1: "9.9.9"',
      'packages.0.version is 9.9.9',
    ],
    ['packaging/mcpb/manifest.json', /"version": "[^"]+"/, '"version": "9.9.9"', 'version is 9.9.9'],
    [PLUGIN, /worldwire@[^"]+/, 'worldwire@9.9.9', 'mcpServers.universe.args.1 is 9.9.9'],
    [
      'package-lock.json',
      /("name": "@worldwire\/engine",\s+"version"): "[^"]+"/,
      '$1: "9.9.9"',
      'version is 9.9.9',
    ],
    ['CHANGELOG.md', '## [Unreleased]', '## Unreleased', 'is not "## [1.2.3]'],
  ])('refuses %s when it differs, and says where', async (file, from, to, problem) => {
    const checkout = await Checkout.make();
    await checkout.replace(file, from, to);
    const { code, stderr } = await checkout.release();
    expect(code).toBe(1);
    expect(stderr).toContain(`${file}: `);
    expect(stderr).toContain(problem);
  });

  it('shows what a new version would change, and writes only with --write', async () => {
    const checkout = await Checkout.make();
    const { code, stdout } = await checkout.release('7.0.0');
    expect(code).toBe(0);
    expect(stdout).toMatch(/server\.json: version: \S+ → 7\.0\.0/);
    for (const file of STATING)
      expect(await checkout.read(file)).toBe(await readFile(join(ROOT, file), 'utf8'));
  });

  it('writes a new version to every place with --write, once', async () => {
    const checkout = await Checkout.make();
    expect(await checkout.release('7.0.0', '--write')).toMatchObject({ code: 0, stderr: '' });
    expect(await checkout.read('CHANGELOG.md')).toMatch(/^## \[7\.0\.0\] - \d{4}-\d{2}-\d{2}$/m);
    const { code, stdout } = await checkout.release();
    expect(code).toBe(0);
    expect(stdout).toMatch(/files have the version 7\.0\.0/);
    expect(await checkout.release('7.0.0', '--write')).toMatchObject({ code: 1 });
  });

  it('refuses an invalid version', async () => {
    const checkout = await Checkout.make();
    expect(await checkout.release('next')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"next"'),
    });
  });
});
