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
  const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  const isThere = (name: string) => files.some(path => path.endsWith(`/${name}`));
  const isTest = (name: string) => /\.test\.m?ts$|\.mjs$/.test(name);
  const categories = Array.from({ length: 10 }, (_, at) => `MCP${String(at + 1).padStart(2, '0')}`);

  /** What is wrong with a row. */
  function problems(row: readonly string[]): string[] {
    const [, , code, tests, owasp = ''] = row;
    return [
      ...(row.length === 5 ? [] : [`${row.length} columns`]),
      ...(named(code).length > 0 ? [] : ['no code']),
      ...(named(tests).length > 0 ? [] : ['no test']),
      ...[...named(code), ...named(tests)].filter(name => !isThere(name)).map(name => `no file ${name}`),
      ...named(tests)
        .filter(name => !isTest(name))
        .map(name => `${name} is not a test`),
      ...(owasp === '–' ? [] : owasp.split(', '))
        .filter(category => !categories.includes(category))
        .map(category => `no category ${category}`),
    ];
  }

  it('names the code and the tests that hold each promise, and its categories', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.flatMap(row => problems(row).map(problem => `${row[0]}: ${problem}`))).toEqual([]);
    expect(new Set(rows.map(([threat]) => threat)).size).toBe(rows.length);
  });

  it.each([
    [['a', 'b', '`guard.ts`', '`host.test.ts`'], '4 columns'],
    [['a', 'b', 'guard', '`host.test.ts`', 'MCP07'], 'no code'],
    [['a', 'b', '`guard.ts`', '', 'MCP07'], 'no test'],
    [['a', 'b', '`no-guard.ts`', '`host.test.ts`', 'MCP07'], 'no file no-guard.ts'],
    [['a', 'b', '`guard.ts`', '`no-host.test.ts`', 'MCP07'], 'no file no-host.test.ts'],
    [['a', 'b', '`guard.ts`', '`guard.ts`', 'MCP07'], 'guard.ts is not a test'],
    [['a', 'b', '`guard.ts`', '`host.test.ts`', 'MCP07, MCP11'], 'no category MCP11'],
    [['a', 'b', '`guard.ts`', '`host.test.ts`', ''], 'no category '],
  ])('would not pass with the row %o', (row, problem) => {
    expect(problems(row)).toContain(problem);
  });

  it('covers the OWASP MCP Top 10', () => {
    const found = new Set(rows.flatMap(([, , , , owasp = '']) => owasp.split(', ')));
    expect(categories.filter(category => !found.has(category))).toEqual([]);
  });
});
