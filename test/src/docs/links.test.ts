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

it('SECURITY.md names code that exists', () => {
  const { text } = all.find(({ path }) => path === 'SECURITY.md') as { text: string };
  const sources = ['packages', 'worlds', 'apps'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => !path.includes('node_modules'))
      .map(path => `/${folder}/${path}`),
  );
  const column = [...text.matchAll(/^\|.*\| ([^|]*) \|$/gm)].map(([, cell]) => cell as string).join(' ');
  const named = [...column.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(name => !sources.some(path => path.endsWith(`/${name}`)))).toEqual([]);
});
