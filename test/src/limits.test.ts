import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LISTS = join(ROOT, 'mutants/list');
const NAMES = Object.keys(DEFAULT_LIMITS);

const tests = ['packages', 'test', 'apps'].flatMap(folder => testsIn(join(ROOT, folder)));
const mutants = readdirSync(LISTS).map(name => readFileSync(join(LISTS, name), 'utf8'));

describe('every limit', () => {
  it('is set in the tests and in the lists of mutants', () => {
    expect(NAMES.length).toBeGreaterThan(40);
    expect(tests.length).toBeGreaterThan(100);
    expect(mutants.length).toBeGreaterThan(3);
  });

  it.each(NAMES)('%s is set by a test', name => {
    const sets = new RegExp(`\\b${name}(:|,| \\})`);
    expect(tests.some(text => sets.test(text))).toBe(true);
  });

  // `npm run mutants` shows that a test fails without the limit.
  it.each(NAMES)('%s is ignored by a mutant that a test must notice', name => {
    expect(mutants.some(text => text.includes(`'${name}'`))).toBe(true);
  });
});

/** The text of the test files of a folder. */
function testsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testsIn(path);
    return entry.name.endsWith('.test.ts') ? [readFileSync(path, 'utf8')] : [];
  });
}
