import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Catalogue, comparePaths, packagesIn } from './catalogue.js';
import type { PackageEntry } from './package-entry.js';

const entry = (path: string, references: string[] = [], soft: string[] = []): PackageEntry => ({
  path,
  file: `Content${path.slice(5)}.uasset`,
  class: '/Script/Engine.Blueprint',
  size: 1,
  modified: 1,
  changed: 1,
  references,
  soft,
});
const paths = (entries: Iterable<PackageEntry>) => [...entries].map(({ path }) => path);

describe('the catalogue', () => {
  it('finds packages and folders in any case, and prefers the exact name', () => {
    const catalogue = new Catalogue();
    catalogue.set(entry('/Game/Door'));
    catalogue.set(entry('/Game/door'));
    catalogue.set(entry('/Game/Maps/Hall'));
    expect(catalogue.find('/Game/Door')?.path).toBe('/Game/Door');
    expect(catalogue.find('/Game/door')?.path).toBe('/Game/door');
    expect(catalogue.find('/GAME/MAPS/hall')?.path).toBe('/Game/Maps/Hall');
    expect(catalogue.findFolder('/game/maps')?.path).toBe('/Game/Maps');
    expect(catalogue.folder('/game/maps')).toBeUndefined();
    expect(catalogue.find('/Game/Maps')).toBeUndefined();
  });

  it('keeps a folder together, in the order of the names', () => {
    const catalogue = new Catalogue();
    const ordered = ['/Game/A', '/Game/A/B', '/Game/A/B/C', '/Game/A-B', '/Game/AB'];
    for (const path of ordered.toReversed()) catalogue.set(entry(path));
    expect(paths(packagesIn(catalogue.root))).toEqual(ordered);
  });

  it('has current references while packages are added, changed and removed', () => {
    const names = ['/Game/A', '/Game/B', '/Game/Sub/C', '/Game/Sub/D', '/Engine/E'];
    const name = fc.constantFrom(...names);
    const some = fc.subarray(names);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), path: name, hard: some, soft: some }),
      fc.record({ kind: fc.constant('delete' as const), path: name }),
      fc.record({ kind: fc.constant('folder' as const), path: fc.constant('/Game/Sub') }),
    );
    fc.assert(
      fc.property(fc.array(step), steps => {
        const catalogue = new Catalogue();
        const model = new Map<string, PackageEntry>();
        for (const one of steps) {
          if (one.kind === 'set') {
            const made = entry(one.path, one.hard, one.soft);
            catalogue.set(made);
            model.set(one.path, made);
          } else if (one.kind === 'delete') {
            catalogue.delete(one.path);
            model.delete(one.path);
          } else {
            catalogue.deleteFolder(one.path);
            for (const path of [...model.keys()]) if (path.startsWith(`${one.path}/`)) model.delete(path);
          }
        }
        expect(paths(packagesIn(catalogue.root))).toEqual([...model.keys()].sort(comparePaths));
        expect(catalogue.size).toBe(model.size);
        for (const path of names) {
          const wanted = [...model.values()].filter(one => [...one.references, ...one.soft].includes(path));
          expect(new Set(paths(catalogue.referencersOf(path.toUpperCase())))).toEqual(new Set(paths(wanted)));
          expect(catalogue.find(path.toLowerCase())).toBe(model.get(path));
        }
      }),
    );
  });
});
