import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './requirements.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['packages', 'worlds', 'apps', 'examples', 'test'];
const SKIPPED_FOLDERS = ['node_modules', 'dist'];

/** `it('…')`, `describe.each(…)('…')` and similar, with any quotes. Skipped tests do not count. */
const TITLE = new RegExp(
  String.raw`\b(?:it|test|describe)((?:\.\w+)*)(?:${parentheses(5)})?\(\s*(['"\x60])((?:\\.|(?!\2)[\s\S])*)\2`,
  'g',
);
const NOT_RUN = /\.(skip|todo|fails)\b/;
const ID = /\[([A-Z]+(?:-[A-Z]+)*-\d+(?:\.\d+)*[a-z]?)\]/g;

function* testFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED_FOLDERS.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* testFiles(path);
    else if (/\.test\.m?ts$/.test(entry.name)) yield path;
  }
}

/** Matches a pair of parentheses with so many levels of others inside. */
function parentheses(levels: number): string {
  return String.raw`\((?:[^()]${levels > 0 ? `|${parentheses(levels - 1)}` : ''})*\)`;
}

/** The ids that the titles of a source name. */
function named(source: string): string[] {
  return [...source.matchAll(TITLE)]
    .filter(([, modifiers]) => !NOT_RUN.test(modifiers ?? ''))
    .flatMap(([, , , title]) => [...(title ?? '').matchAll(ID)].map(([, id]) => id as string));
}

const own = relative(ROOT, fileURLToPath(import.meta.url));
const proven = ROOMS.flatMap(room => [...testFiles(join(ROOT, room))])
  .map(path => ({ path: relative(ROOT, path), source: readFileSync(path, 'utf8') }))
  .filter(({ path }) => path !== own)
  .flatMap(({ path, source }) => named(source).map(id => ({ id, path })));

describe('the requirements', () => {
  it('have a test each', () => {
    const ids = new Set(proven.map(({ id }) => id));
    const lacking = Object.entries(REQUIREMENTS).filter(([id]) => !ids.has(id));
    expect(lacking.map(([id, { claim }]) => `${id}: ${claim}`)).toEqual([]);
  });

  it('are the only ids that titles name', () => {
    const unknown = proven.filter(({ id }) => !Object.hasOwn(REQUIREMENTS, id));
    expect(unknown.map(({ id, path }) => `${path}: ${id}`)).toEqual([]);
  });

  it('name their document and its claim', () => {
    for (const { document, section, claim } of Object.values(REQUIREMENTS)) {
      expect(document).toMatch(/\.md$/);
      expect(section).toMatch(/^\d/);
      expect(claim).toMatch(/\.$/);
    }
  });
});

describe('the search for ids', () => {
  it('finds them in titles of any kind', () => {
    const source = `
      describe('[A-1] x', () => {});
      it("[A-2.1] [A-2.2] it's", () => {});
      test.each(LIST.filter(one => one(1)))(\`[REQ-MCP-3] \${name}\`, () => {});
      it.each([
        ['a', 1],
      ])(
        '[A-4] long',
        () => {},
      );
    `;
    expect(named(source)).toEqual(['A-1', 'A-2.1', 'A-2.2', 'REQ-MCP-3', 'A-4']);
  });

  it('finds none in comments, in other texts, and in tests that do not run', () => {
    const source = `
      // [A-1] is next
      const text = '[A-2]';
      expect(list).toEqual(['[A-3]']);
      it.skip('[A-4] x', () => {});
      it.todo('[A-5] x');
      it('no id: [object Object], [a-6], [A]', () => {});
    `;
    expect(named(source)).toEqual([]);
  });
});
