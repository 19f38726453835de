import { describe, expect, it } from 'vitest';
import { withoutIntegrity } from '../../../scripts/complete-lock.mjs';
import { readText } from './root.js';

describe.each([
  'package-lock.json',
  'bench/package-lock.json',
  'test/clients/package-lock.json',
  'worlds/conformance/suite/package-lock.json',
])('%s', file => {
  const lock = JSON.parse(readText(file));

  it('has a checksum for every package of every platform', () => {
    expect(withoutIntegrity(lock).map(([path]) => path)).toEqual([]);
  });

  it('names no address of a registry', () => {
    const entries = Object.values(lock.packages) as {
      readonly resolved?: string;
      readonly link?: boolean;
    }[];
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
