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
  const files = ['packages', 'worlds', 'apps', 'test'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => !path.includes('node_modules') && !path.includes('dist'))
      .map(path => `/${folder}/${path}`),
  );
  const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  const isThere = (name: string) => files.some(path => path.endsWith(`/${name}`));

  it('has five columns in each row', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(row => row.length !== 5)).toEqual([]);
  });

  it('names the code and the tests that hold each promise', () => {
    for (const [threat, , code, tests] of rows) {
      expect(named(code).length, threat).toBeGreaterThan(0);
      expect(named(tests).length, threat).toBeGreaterThan(0);
      expect(
        named(code).filter(name => !isThere(name)),
        threat,
      ).toEqual([]);
      expect(
        named(tests).filter(name => !isThere(name) || !/\.test\.m?ts$|\.mjs$/.test(name)),
        threat,
      ).toEqual([]);
    }
  });

  it('covers the OWASP MCP Top 10', () => {
    const codes = new Set(rows.flatMap(([, , , , owasp = '']) => owasp.split(', ')));
    expect([...codes].toSorted()).toEqual(
      Array.from({ length: 10 }, (_, at) => `MCP${String(at + 1).padStart(2, '0')}`),
    );
  });
});
