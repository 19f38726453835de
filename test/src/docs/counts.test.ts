import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../apps/worldwire/src/setup/clients.js';
import { PUBLIC_WORLDS } from '../../../apps/worldwire/src/worlds/world-list.js';
import { MAX_OFFERS } from '../../../packages/engine/src/linked/own-offers.js';
import { CATEGORIES, COMMANDS } from '../../../worlds/universe/src/domain/index.js';
import {
  type Claim,
  countFaults,
  documents,
  foldersOf,
  importFaults,
  mapFaults,
  type Other,
} from './counts.js';
import { ROOT } from './pages.js';

const MAP = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
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

const SHARED_FOLDERS = foldersOf('packages/transports/src').filter(
  name => !['http', 'stdio', 'frames', 'stream', 'oauth'].includes(name),
);

const CLAIMS: readonly Claim[] = [
  { page: 'README.md', sentence: /entry for (\w+) clients/, count: CLIENTS.size },
  { page: 'CHANGELOG.md', sentence: /`setup` supports (\w+) clients/, count: CLIENTS.size },
  { page: 'CHANGELOG.md', sentence: /^(\w+) worlds and the MCP server/m, count: PUBLIC_WORLDS.length },
  { page: 'CHANGELOG.md', sentence: /\*\*universe\*\*: (\d+) commands/, count: COMMANDS.length },
  { page: 'CHANGELOG.md', sentence: /linked engine: (\d+) tools/, count: accessOfTools('unity').length },
  { page: 'CHANGELOG.md', sentence: /\*\*unreal\*\*: (\d+) tools/, count: accessOfTools('unreal').length },
  { page: 'ARCHITECTURE.md', sentence: /and (\w+) folders serve all wires/, count: SHARED_FOLDERS.length },
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
  { page: 'ARCHITECTURE.md', text: /no two folders import each other/ },
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

  it('has each folder of the repository in the map', () => {
    expect(mapFaults(MAP)).toEqual([]);
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

  it('finds a folder that is not in the map', () => {
    const planted = (path: string) =>
      path === 'packages/journal/src' ? [...foldersOf(path), 'planted'] : foldersOf(path);
    expect(mapFaults(MAP, planted)).toEqual(['packages/journal/src/planted is not in the map']);
    const more = (path: string) => (path === 'bridges' ? [...foldersOf(path), 'planted'] : foldersOf(path));
    expect(mapFaults(MAP, more)).toEqual(['bridges/planted is not in the map']);
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
