import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, ROOT } from './pages.js';

const all = pages();

/** GitHub's anchor of a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(path: string): readonly string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) => anchor(heading as string));
}

describe.each(all)('$path', ({ path, text }) => {
  it('links to files and headings that exist', () => {
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string);
    const broken = targets
      .filter(target => !/^[a-z]+:/.test(target))
      .filter(target => {
        const [file, heading] = target.split('#') as [string, string?];
        const full = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file);
        return !existsSync(full) || (heading !== undefined && !anchorsOf(full).includes(heading));
      });
    expect(broken).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name as string);
    expect(named.filter(name => !(name in scripts))).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  const { text } = all.find(({ path }) => path === 'SECURITY.md') as { text: string };
  const rows = [...text.matchAll(/^\|(.*)\|$/gm)]
    .map(([, row]) => (row as string).split(' | ').map(cell => cell.trim()))
    .slice(2);
  const files = ['packages', 'worlds', 'apps', 'scripts', 'test'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => !path.includes('node_modules') && !path.includes('dist'))
      .map(path => `/${folder}/${path}`),
  );
  const NO_MEANING = new Set(
    'after also another before between beside cannot does each every from have into more most only other others same such than that their them then there these they this those what when where which while whose with within without'.split(
      ' ',
    ),
  );
  const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  const found = (name: string) => files.filter(path => path.endsWith(`/${name}`));
  const categories = Array.from({ length: 10 }, (_, at) => `MCP${String(at + 1).padStart(2, '0')}`);

  /** What is wrong with a row. */
  function problems(row: readonly string[]): string[] {
    const [threat = '', defence = '', code, tests, owasp = ''] = row;
    return [
      ...(row.length === 5 ? [] : [`${row.length} columns`]),
      ...(named(code).length > 0 ? [] : ['no code']),
      ...(named(tests).length > 0 ? [] : ['no test']),
      ...[...named(code), ...named(tests)].flatMap(name => nameProblems(name)),
      ...named(tests).flatMap(name => testProblems(name, `${threat} ${defence}`)),
      ...(owasp === '–' ? [] : owasp.split(', '))
        .filter(category => !categories.includes(category))
        .map(category => `no category ${category}`),
    ];
  }

  function nameProblems(name: string): readonly string[] {
    const paths = found(name);
    if (paths.length === 0) return [`no file ${name}`];
    return paths.length > 1 ? [`${name} is ${paths.join(' or ')}`] : [];
  }

  /** Of a test that is not one, that does not run, or whose titles have no word of the promise. */
  function testProblems(name: string, promise: string): readonly string[] {
    if (!/\.test\.ts$/.test(name)) return [`${name} is not a test`];
    const [path] = found(name);
    if (path === undefined) return [];
    const source = readFileSync(join(ROOT, path), 'utf8');
    const stopped = /\b(?:it|test|describe)\.(?:skip|todo|only)\b/.test(source);
    const titles = [...source.matchAll(/^.*(?:\b(?:it|test|describe)[.\w]*\(|\)\()\s*['"`](.*)$/gm)];
    const words = stems(titles.map(([, title]) => title).join(' '));
    const isAbout = [...stems(promise)].some(word => words.has(word));
    return [
      ...(stopped ? [`${name} has tests that do not run`] : []),
      ...(isAbout ? [] : [`${name} is about something else`]),
    ];
  }

  /** The beginnings of words with a meaning: "tokens" and "token" are one. */
  function stems(text: string): ReadonlySet<string> {
    const words = [...text.toLowerCase().matchAll(/[a-z]{4,}/g)].map(([word]) => word);
    return new Set(words.filter(word => !NO_MEANING.has(word)).map(word => word.slice(0, 5)));
  }

  it('names the code and the tests that hold each promise, and its categories', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.flatMap(row => problems(row).map(problem => `${row[0]}: ${problem}`))).toEqual([]);
    expect(new Set(rows.map(([threat]) => threat)).size).toBe(rows.length);
  });

  it.each([
    [['a', 'b', '`guard.ts`', '`host.test.ts`'], '4 columns'],
    [['a', 'b', '`sessions.ts`', '`host.test.ts`', 'MCP07'], /^sessions\.ts is \S+ or /],
    [
      ['paths that leave the folder', 'b', '`page-files.ts`', '`page-files.test.ts`', 'MCP07'],
      'page-files.test.ts is about something else',
    ],
    [['a', 'b', 'guard', '`host.test.ts`', 'MCP07'], 'no code'],
    [['a', 'b', '`guard.ts`', '', 'MCP07'], 'no test'],
    [['a', 'b', '`no-guard.ts`', '`host.test.ts`', 'MCP07'], 'no file no-guard.ts'],
    [['a', 'b', '`guard.ts`', '`no-host.test.ts`', 'MCP07'], 'no file no-host.test.ts'],
    [['a', 'b', '`guard.ts`', '`guard.ts`', 'MCP07'], 'guard.ts is not a test'],
    [['a', 'b', '`guard.ts`', '`host.test.ts`', 'MCP07, MCP11'], 'no category MCP11'],
    [['a', 'b', '`guard.ts`', '`host.test.ts`', ''], 'no category '],
  ])('would not pass with the row %o', (row, problem) => {
    expect(problems(row)).toContainEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  it('covers the OWASP MCP Top 10', () => {
    const found = new Set(rows.flatMap(([, , , , owasp = '']) => owasp.split(', ')));
    expect(categories.filter(category => !found.has(category))).toEqual([]);
  });
});
