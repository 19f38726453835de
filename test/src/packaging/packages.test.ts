import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listTarballs, type TarballListing } from '../../../scripts/packaging/tarballs.mjs';
import { type Manifest, publicPackages, workspaces } from '../../../scripts/packaging/workspaces.mjs';
import { ROOT, readText } from './root.js';

const PUBLIC = publicPackages(ROOT);
const PRIVATE = workspaces(ROOT).filter(({ manifest }) => manifest.private === true);
const REPOSITORY = 'git+https://github.com/worldwire/worldwire.git';
/** Files that only this repository needs. */
const UNWANTED =
  /\.test\.|\.(ts|mts)$(?<!\.d\.ts)|\.map$|\.tsbuildinfo$|(^|\/)MAP\.md$|(^|\/)(src|fixtures|fuzz)\//;

describe('the public packages', () => {
  it('are all that the program needs, each after those that it depends on', () => {
    const names = PUBLIC.map(({ manifest }) => manifest.name);
    expect(names.at(-1)).toBe('worldwire');
    for (const [index, { manifest }] of PUBLIC.entries()) {
      const own = Object.keys(needed(manifest)).filter(name => name.startsWith('@worldwire/'));
      expect(names.slice(0, index)).toEqual(expect.arrayContaining(own));
    }
    expect(PRIVATE.map(({ folder }) => folder).sort()).toEqual(['examples', 'test', 'worlds/conformance']);
  });

  it.each(PUBLIC)(
    '$manifest.name says who may use it, where it is from and what it needs',
    ({ folder, manifest }) => {
      expect(manifestProblems(folder, manifest)).toEqual([]);
    },
  );

  it.each(PUBLIC)(
    '$manifest.name has a README that names it, and the license of the repository',
    ({ folder, manifest }) => {
      expect(readText(`${folder}/README.md`)).toMatch(new RegExp(`^# ${manifest.name}\n`));
      expect(readText(`${folder}/LICENSE`)).toBe(readText('LICENSE'));
    },
  );

  it('have manifests whose mistakes are found', () => {
    const [{ folder, manifest }] = PUBLIC as [(typeof PUBLIC)[0]];
    const wrong: Partial<Manifest>[] = [
      { license: 'MIT' },
      { engines: { node: '>=18' } },
      { repository: { type: 'git', url: REPOSITORY, directory: 'elsewhere' } },
      { publishConfig: { access: 'restricted' } },
      { dependencies: { '@worldwire/server': '^0.1.0' } },
      { description: '' },
    ];
    for (const change of wrong) expect(manifestProblems(folder, { ...manifest, ...change })).toHaveLength(1);
  });
});

describe('the tarballs', () => {
  let tarballs: ReadonlyMap<string, TarballListing>;

  beforeAll(async () => {
    tarballs = new Map((await listTarballs(ROOT)).map(one => [one.name, one]));
  });

  it.each(PUBLIC)(
    'of $manifest.name has what its manifest names, and nothing of the tests',
    ({ manifest }) => {
      const files = tarballs.get(manifest.name)?.files ?? [];
      expect(files).toEqual(
        expect.arrayContaining(['LICENSE', 'README.md', 'package.json', ...named(manifest)]),
      );
      expect(files.filter(file => UNWANTED.test(file))).toEqual([]);
    },
  );

  it.each(PUBLIC)('of $manifest.name imports its declared dependencies alone', ({ folder, manifest }) => {
    const files = tarballs.get(manifest.name)?.files ?? [];
    const imported = files
      // A template is copied to a project, which declares what it imports.
      .filter(file => file.endsWith('.js') && !file.startsWith('template/'))
      .flatMap(file => importedPackages(readFileSync(join(ROOT, folder, file), 'utf8')));
    expect([...new Set(imported)].filter(name => !isDeclared(name, manifest))).toEqual([]);
  });

  it('are judged by rules that can fail', () => {
    for (const file of [
      'dist/a.test.js',
      'src/a.ts',
      'dist/a.js.map',
      'dist/.tsbuildinfo',
      'fixtures/a.uasset',
      'MAP.md',
    ])
      expect(file).toMatch(UNWANTED);
    for (const file of ['dist/a.js', 'dist/a.d.ts', 'dist/testing/index.js'])
      expect(file).not.toMatch(UNWANTED);
    const source = `import a from "one";\nexport { b } from '@two/b/c';\nawait import('three');\nimport './four.js';`;
    expect(importedPackages(source)).toEqual(['one', '@two/b', 'three']);
  });
});

function manifestProblems(folder: string, manifest: Manifest): string[] {
  const { license, repository, engines, publishConfig, type, description, version } = manifest;
  const exact = (name: string, wanted: string) =>
    name.startsWith('@worldwire/') ? wanted === version : /^\d+\.\d+\.\d+$/.test(wanted);
  const checks: Record<string, boolean> = {
    license: license === 'Apache-2.0',
    repository: repository?.url === REPOSITORY && repository.directory === folder,
    engines: engines?.node === '>=20.19',
    // Packages with a scope are private unless they say otherwise.
    access: publishConfig?.access === 'public',
    type: type === 'module',
    description: (description ?? '').length > 10,
    entry: named(manifest).length > 0,
    dependencies: Object.entries(needed(manifest)).every(([name, wanted]) => exact(name, wanted)),
  };
  return Object.keys(checks).filter(name => !checks[name]);
}

/** The files that a manifest promises: modules with their types, other files, and programs. */
function named({ exports = {}, bin = {} }: Manifest): string[] {
  const modules = Object.values(exports).flatMap(target =>
    typeof target === 'string' ? [target] : [target.types, target.default],
  );
  return [...modules.map(path => path.replace(/^\.\//, '')), ...Object.values(bin)];
}

/** What npm installs with a package. */
function needed({ dependencies, optionalDependencies }: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...optionalDependencies };
}

/** The packages that a module imports. */
function importedPackages(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s*)(['"])([^.'"\n][^'"\n]*)\1/gm)]
    .map(([, , name = '']) => name)
    .filter(name => !isBuiltin(name))
    .map(name =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/** A private world is loaded by its name, where it is there. */
function isDeclared(name: string, manifest: Manifest): boolean {
  const known = [manifest.name, ...Object.keys({ ...needed(manifest), ...manifest.peerDependencies })];
  return known.includes(name) || PRIVATE.some(({ manifest: { name: hidden } }) => hidden === name);
}
