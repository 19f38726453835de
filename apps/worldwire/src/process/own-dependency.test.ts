import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { ownDependency } from './own-dependency.js';
import { readPackage } from './version.js';

const VERSION = `^${readPackage().version}`;

/** The folder of a package that npm has installed, with its note about where it is from. */
async function installed(resolved?: string): Promise<{ root: string; folder: string }> {
  const root = await temporaryFolder();
  const folder = join(root, 'node_modules/worldwire');
  await mkdir(folder, { recursive: true });
  const lock = { packages: { 'node_modules/worldwire': { resolved } } };
  if (resolved !== undefined)
    await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify(lock));
  return { root, folder };
}

describe('the dependency of a project on worldwire', () => {
  it.each(['https://registry.npmjs.org/worldwire/-/worldwire-0.1.0.tgz', undefined])(
    'is its version where it was installed from %s',
    async resolved => {
      const { root, folder } = await installed(resolved);
      expect(ownDependency(join(root, 'garden'), folder)).toBe(VERSION);
    },
  );

  it('is its folder where it was installed from a file', async () => {
    const { root, folder } = await installed('file:../worldwire-0.1.0.tgz');
    expect(ownDependency(join(root, 'garden'), folder)).toBe('file:../node_modules/worldwire');
  });

  it('is its folder in a clone', async () => {
    const root = await temporaryFolder();
    const folder = join(root, 'apps/worldwire');
    expect(ownDependency(join(root, 'garden'), folder)).toBe('file:../apps/worldwire');
  });
});
