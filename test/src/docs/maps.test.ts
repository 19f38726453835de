import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  folderFaults,
  lengthFaults,
  nameFaults,
  packageFaults,
  readTree,
  ruleFaults,
  type Tree,
} from './maps.js';
import { foldersOf, maps, type Page, ROOT } from './pages.js';

const SCRIPT = new URL('../../../scripts/check-layers.mjs', import.meta.url);
const { RULES } = (await import(SCRIPT.href)) as { RULES: readonly { readonly name: string }[] };
const rules = RULES.map(({ name }) => name);
const tree = readTree();
const all = maps();
const architecture: Page = {
  path: 'ARCHITECTURE.md',
  text: readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'),
};

describe('ARCHITECTURE.md', () => {
  it('has 150 to 200 lines of at most 160 characters', () => {
    expect(lengthFaults(architecture, [150, 200])).toEqual([]);
  });

  it('links to the map of each package, and each package has one', () => {
    expect(packageFaults(architecture, all)).toEqual([]);
  });

  it('names files, folders and names of the code that exist', () => {
    expect(nameFaults(architecture, tree)).toEqual([]);
  });

  it('has each rule of the layers among its invariants', () => {
    expect(ruleFaults(architecture, rules)).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, section = ''] = text.split(/^## Add something$/m);
  const page = { path: 'CONTRIBUTING.md', text: section.split(/^## /m)[0]! };

  it('says what is added where, by files and names that exist', () => {
    for (const what of ['tool', 'operation', 'command', 'event', 'world', 'engine'])
      expect(page.text).toMatch(new RegExp(`^\\*\\*An? ${what}\\b`, 'm'));
    expect(nameFaults(page, tree)).toEqual([]);
  });

  it('has a commit as example of each', () => {
    expect(page.text.match(/`git show [0-9a-f]{8}`/g)?.length).toBeGreaterThanOrEqual(7);
  });
});

describe.each(all)('$path', page => {
  it('has 20 to 80 lines of at most 160 characters', () => {
    expect(lengthFaults(page, [20, 80])).toEqual([]);
  });

  it('names each folder of its sources', () => {
    expect(folderFaults(page, tree)).toEqual([]);
  });

  it('names files, folders and names of the code that exist', () => {
    expect(nameFaults(page, tree)).toEqual([]);
  });
});

describe('the comparison of the maps with the tree', () => {
  const journal = all.find(({ path }) => path === 'packages/journal/MAP.md') as Page;
  const changed = (page: Page, from: string, to: string): Page => {
    expect(page.text).toContain(from);
    return { ...page, text: page.text.replace(from, to) };
  };

  it('finds a line that is too long, and a page that is too short', () => {
    const page = { path: 'MAP.md', text: `# map\n\n${'a'.repeat(161)}\n` };
    expect(lengthFaults(page, [20, 80])).toEqual([
      'MAP.md has 3 lines, not 20 to 80',
      'MAP.md:3 has 161 characters',
    ]);
  });

  it('finds a package without a map, and one that is not linked', () => {
    const planted = (path: string) =>
      path === 'bridges' ? [...foldersOf(path), 'planted'] : foldersOf(path);
    expect(packageFaults(architecture, all, planted)).toEqual([
      'bridges/planted/MAP.md is missing',
      'ARCHITECTURE.md does not link to bridges/planted/MAP.md',
    ]);
    const root = (path: string) => (path === '' ? [...foldersOf(path), 'planted'] : foldersOf(path));
    expect(packageFaults(architecture, all, root)).toEqual(['ARCHITECTURE.md does not name planted/']);
  });

  it('finds a folder that is not in the map', () => {
    const folders = new Set([...tree.folders, 'packages/journal/src/sqlite/planted']);
    const planted: Tree = { ...tree, folders };
    expect(folderFaults(journal, planted)).toEqual([
      'packages/journal/MAP.md does not name packages/journal/src/sqlite/planted',
    ]);
  });

  it.each([
    [
      '`contract/journal.ts` (`Journal`)',
      '`contract/gone.ts` (`Journal`)',
      'contract/gone.ts does not exist',
    ],
    ['(`loadBinding`)', '(`loadDriver`)', 'packages/journal/src/sqlite/binding.ts has no loadDriver'],
    ['(`loadBinding`)', '(`openSqlite`)', 'packages/journal/src/sqlite/binding.ts has no openSqlite'],
    ['`JournalConflict`', '`JournalClash`', 'the code has no JournalClash'],
    ['`sqlite/copy.ts`', '`index.ts`, `sqlite/copy.ts`', ''],
    ['`rows/page.ts` (', '`rows/pages/` (', 'rows/pages/ does not exist'],
  ])('compares names: %s as %s', (from, to, fault) => {
    const faults = nameFaults(changed(journal, from, to), tree);
    if (fault === '') expect(faults).toEqual([]);
    else expect(faults).toContainEqual(`packages/journal/MAP.md: ${fault}`);
  });

  it('finds a name that leads to several files', () => {
    const page = {
      path: 'packages/journal/MAP.md',
      text: 'Begin with `sqlite-journal.ts` or `index.test.ts`.',
    };
    const twice: Tree = {
      ...tree,
      files: ['packages/journal/src/a/sqlite-journal.ts', 'packages/journal/src/b/sqlite-journal.ts'],
    };
    expect(nameFaults(page, twice)).toEqual([
      'packages/journal/MAP.md: sqlite-journal.ts is packages/journal/src/a/sqlite-journal.ts or packages/journal/src/b/sqlite-journal.ts',
      'packages/journal/MAP.md: index.test.ts does not exist',
    ]);
  });

  it('finds a rule that is missing, and a quote that is no rule', () => {
    const other = changed(architecture, '"wires know no world"', '"wires know all worlds"');
    expect(ruleFaults(other, rules)).toEqual([
      'ARCHITECTURE.md does not have the rule "wires know no world"',
      'ARCHITECTURE.md: "wires know all worlds" is not a rule',
    ]);
  });
});
