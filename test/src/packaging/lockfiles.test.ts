import { describe, expect, it } from 'vitest';
import { withoutIntegrity } from '../../../scripts/complete-lock.mjs';
import { readText } from './root.js';

/**
 * Platforms of a development tool that the registry in use does not offer in this version, so that npm knows no checksum. Remove a line
 * when `node scripts/complete-lock.mjs` has found it.
 */
const NOT_OFFERED = [
  'android-arm64',
  'android-x64',
  'darwin-arm64',
  'darwin-x64',
  'win32-arm64',
  'win32-x64',
].map(platform => `node_modules/@biomejs/cli-${platform}`);

describe.each([
  ['package-lock.json', NOT_OFFERED],
  ['bench/package-lock.json', []],
  ['test/clients/package-lock.json', []],
  ['worlds/conformance/suite/package-lock.json', []],
])('%s', (file, known) => {
  const lock = JSON.parse(readText(file));

  it('has a checksum for every package of every platform that the registry offers', () => {
    const missing = withoutIntegrity(lock);
    expect(missing.map(([path]) => path)).toEqual(known);
    for (const [path, { optional }] of missing) expect({ path, optional }).toEqual({ path, optional: true });
  });

  it('names no address of a registry', () => {
    const entries = Object.values(lock.packages) as { readonly resolved?: string; readonly link?: boolean }[];
    expect(entries.filter(({ resolved, link }) => resolved !== undefined && link !== true)).toEqual([]);
  });

  it('is found to lack a checksum that is removed', () => {
    const [path, entry] = Object.entries(lock.packages).find(([name]) => name.includes('node_modules/')) as [
      string,
      object,
    ];
    const packages = { ...lock.packages, [path]: { ...entry, integrity: undefined, link: undefined } };
    expect(withoutIntegrity({ packages }).map(([each]) => each)).toContain(path);
  });
});
