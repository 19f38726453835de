import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../apps/worldwire/src/setup/clients.js';
import { PUBLIC_WORLDS } from '../../../apps/worldwire/src/worlds/world-list.js';
import { MAX_ENGINES } from '../../../packages/engine/src/linked/engine-pool.js';
import { MAX_OFFERS } from '../../../packages/engine/src/linked/own-offers.js';
import { CATEGORIES, COMMANDS } from '../../../worlds/universe/src/domain/index.js';
import { SOURCE_NAMES } from '../../../worlds/unreal/src/world/sources/source-errors.js';
import { type Claim, countFaults, documents, importFaults, type Other } from './counts.js';
import { foldersOf, ROOT } from './pages.js';

const documentation = documents();

const TOOLS = readFileSync(join(ROOT, 'docs/tools.md'), 'utf8');

/** The access of each tool of a world in docs/tools.md, which another test compares with the code. */
function accessOfTools(world: string): readonly string[] {
  const [, section = ''] = TOOLS.split(`\n## ${world}\n`);
  const [, rows = ''] = section.split(/^\| tool .*\n\|.*\n/m);
  return (/^(?:\| .*\n)*/.exec(rows)?.[0] ?? '')
    .split('\n')
    .filter(row => row !== '')
    .map(row => row.split('|')[2]!.trim());
}

/** Folders of a package without those that are something else. */
function foldersBut(path: string, others: readonly string[]): readonly string[] {
  return foldersOf(path).filter(name => !['testing', ...others].includes(name));
}

const SHARED_FOLDERS = foldersBut('packages/transports/src', ['http', 'stdio', 'frames', 'stream', 'oauth']);
const STORES = foldersBut('packages/journal/src', ['contract', 'rows', 'integrity']);
const ENGINES = foldersBut('packages/engine/src', ['port', 'calls', 'text']);

const CLAIMS: readonly Claim[] = [
  { page: 'README.md', sentence: /entry for (\w+) clients/, count: CLIENTS.size },
  { page: 'CHANGELOG.md', sentence: /`setup` supports (\w+) clients/, count: CLIENTS.size },
  { page: 'CHANGELOG.md', sentence: /^(\w+) worlds and the MCP server/m, count: PUBLIC_WORLDS.length },
  { page: 'CHANGELOG.md', sentence: /\*\*universe\*\*: (\d+) commands/, count: COMMANDS.length },
  { page: 'CHANGELOG.md', sentence: /linked engine: (\d+) tools/, count: accessOfTools('unity').length },
  { page: 'CHANGELOG.md', sentence: /\*\*unreal\*\*: (\d+) tools/, count: accessOfTools('unreal').length },
  {
    page: 'packages/transports/MAP.md',
    sentence: /and (\w+) folders serve all wires/,
    count: SHARED_FOLDERS.length,
  },
  { page: 'packages/journal/MAP.md', sentence: /the (\w+) stores pass/, count: STORES.length },
  { page: 'packages/engine/MAP.md', sentence: /and (\w+) engines behind it/, count: ENGINES.length },
  { page: 'docs/links.md', sentence: /up to (\d+) engines/, count: MAX_ENGINES },
  {
    page: 'docs/unreal.md',
    sentence: /One world over (\w+) sources/,
    count: Object.keys(SOURCE_NAMES).length,
  },
  { page: 'docs/compatibility.md', sentence: /exactly (\w+) tools/, count: accessOfTools('universe').length },
  { page: 'docs/compatibility.md', sentence: /the (\d+) commands of the catalogue/, count: COMMANDS.length },
  { page: 'docs/universe.md', sentence: /returns the (\d+) commands/, count: COMMANDS.length },
  { page: 'docs/universe.md', sentence: /commands in (\w+)\s+categories/, count: CATEGORIES.length },
  { page: 'docs/limits.md', sentence: /what the game registers: (\d+) tools/, count: MAX_OFFERS },
  {
    page: 'docs/unreal.md',
    sentence: /(\w+) tools need `--allow writes`/,
    count: accessOfTools('unreal').filter(access => access.startsWith('write')).length,
  },
];

const OTHERS: readonly Other[] = [
  // Rules, not counts.
  { page: 'ARCHITECTURE.md', text: /No two folders import each other/ },
  // Fixed by their tests: the three tools of the compact form, a limit of a comparison, packages of npm.
  { page: 'docs/operations.md', text: /lists three tools instead of all/ },
  { page: 'docs/universe.md', text: /has more than 64 commands/ },
  { page: 'docs/unreal.md', text: /A walk ends at 20,000 packages/ },
  { page: 'SECURITY.md', text: /six packages of a linter/ },
  // What was served while something was measured or tested.
  { page: 'CONTRIBUTING.md', text: /against three worlds/ },
  { page: 'docs/limits.md', text: /with three worlds/ },
  { page: 'docs/performance.md', text: /./s },
  { page: 'bench/README.md', text: /./s },
];

describe('the documentation', () => {
  it('has the counts of tools, commands, clients, worlds and folders that the code has', () => {
    expect(countFaults(documentation, CLAIMS, OTHERS)).toEqual([]);
  });

  it('says of packages what they depend on', () => {
    expect(importFaults(documentation)).toEqual([]);
  });
});

describe('the comparison of the documentation with the code', () => {
  const changed = (page: string, from: string, to: string) =>
    documentation.map(each => {
      if (each.path !== page) return each;
      expect(each.text).toContain(from);
      return { ...each, text: each.text.replace(from, to) };
    });

  it('finds a number that is not that of the code', () => {
    const wrong = changed('README.md', 'seventeen clients', 'sixteen clients');
    expect(countFaults(wrong, CLAIMS, OTHERS)).toEqual([
      'README.md: "entry for sixteen clients", but the code has 17',
    ]);
  });

  it('finds a count that is compared with nothing, and a sentence that is gone', () => {
    const more = changed('SECURITY.md', '# Security', '# Security\n\nThere are 9 bridges.');
    expect(countFaults(more, CLAIMS, OTHERS)).toEqual(['SECURITY.md: "9 bridges" is compared with nothing']);
    const gone = changed('README.md', 'entry for seventeen clients', 'entry');
    expect(countFaults(gone, CLAIMS, OTHERS).join()).toContain('README.md: the sentence');
  });

  it('finds a false sentence about dependencies', () => {
    const alone = changed(
      'packages/uasset/README.md',
      'depends on `@worldwire/picture` alone',
      'has no dependencies',
    );
    expect(importFaults(alone)).toHaveLength(1);
    const none = changed(
      'ARCHITECTURE.md',
      '- `packages/journal`,',
      '- `packages/journal`, `packages/engine`,',
    );
    expect(importFaults(none).join()).toContain('packages/engine depends on @worldwire/picture');
  });
});
