import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, LIMIT_OWNERS, OWNERS } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { type Counted, countedIn, countedNumbers } from './counted-numbers.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/limits.md'), 'utf8');
const counted = countedNumbers(ROOT);
const listed = listedNumbers();

const keyOf = ({ file, name }: Counted) => `${file} ${name}`;

/** The rows of the page: number, owner and sources. */
function listedNumbers(): (Counted & { readonly owner: string; readonly number: string })[] {
  const section = PAGE.slice(PAGE.indexOf('| number | whose | source |'));
  const rows = section.slice(0, section.indexOf('\n\n')).split('\n').slice(2);
  return rows.flatMap(row => {
    const [number = '', owner = '', sources = ''] = row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim());
    return sources.split(';').flatMap(source => {
      const [file = '', ...names] = source.trim().replaceAll('`', '').split(' ');
      return names.map(name => ({ file, name, owner, number }));
    });
  });
}

describe('every limit that an operator can change', () => {
  it.each(Object.keys(DEFAULT_LIMITS))('%s has an owner, which docs/limits.md names', name => {
    const owner = LIMIT_OWNERS[name as keyof typeof LIMIT_OWNERS];
    expect(OWNERS).toContain(owner);
    const row = PAGE.split('\n').find(line => line.startsWith(`| \`${name}\` |`));
    const [, , value, whose] = (row ?? '').split('|').map(cell => cell.trim());
    expect(whose).toBe(owner);
    expect(Number(value?.replaceAll(',', ''))).toBe(DEFAULT_LIMITS[name as keyof typeof DEFAULT_LIMITS]);
  });
});

describe('every number that a source counts up to', () => {
  it('has a row with its owner in docs/limits.md', () => {
    const known = new Set(listed.map(keyOf));
    expect(counted.map(keyOf).filter(key => !known.has(key))).toEqual([]);
    expect(counted.length).toBeGreaterThan(80);
  });

  it('is in the row that docs/limits.md has of it, and only one', () => {
    const found = new Set(counted.map(keyOf));
    expect(listed.map(keyOf).filter(key => !found.has(key))).toEqual([]);
    expect(new Set(listed.map(keyOf)).size).toBe(listed.length);
  });

  it.each(listed)('$file $name has an owner: $owner', ({ file, owner }) => {
    expect(OWNERS).toContain(owner);
    expect(existsSync(join(ROOT, file))).toBe(true);
  });

  it('is found where something that counts is compared or made, and not in comments', () => {
    const text = [
      '/* this.#waiting.size >= MAX_OLD */',
      'if (this.#waiting.size >= MAX_WAITING) return;',
      'if (this.#open > limits.connections) return;',
      'while (this.#running < this.#maxRunning) start();',
      'if (this.#kept.size <= this.#options.maxKept) return;',
      'if (this.#characters + text.length > MAX_CHARACTERS) return;',
      'const places = new Places({ limit: "x" });',
      'if (text.length > MAX_TEXT) return;',
    ].join('\n');
    expect(countedIn('a.ts', text).map(({ name }) => name)).toEqual([
      'MAX_WAITING',
      'connections',
      'maxRunning',
      'maxKept',
      'MAX_CHARACTERS',
      'Places',
    ]);
  });
});

describe('a number that principals share', () => {
  it('has the name in docs/limits.md that its error gives', () => {
    const names = counted
      .filter(({ name }) => name === 'Places')
      .flatMap(({ file }) => {
        const text = readFileSync(join(ROOT, file), 'utf8');
        return [...text.matchAll(/limit: '(\w+)'|'(engine[A-Z]\w+)'/g)].map(match => match[1] ?? match[2]);
      });
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter(name => !PAGE.includes(`\`${name}\``))).toEqual([]);
  });
});
