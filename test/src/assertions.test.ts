import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['packages', 'worlds', 'apps', 'bridges', 'examples', 'test'];

/** toMatchObject compares only named members: an empty object in it matches anything. */
const PARTIAL = /\.(?:toMatchObject|objectContaining)\(/g;
const EMPTY_OBJECT = /\{\s*\}/;

describe('the assertions of the tests', () => {
  it.each([
    ['expect(x).toMatchObject({ a: {} });', 1],
    ['expect(x).toEqual(expect.objectContaining({}));', 1],
    ['expect(x).toMatchObject({\n  a: [{ b: {\n  } }],\n});', 1],
    ['expect(f({})).toMatchObject({ a: 1 });', 0],
    ['expect(x).toEqual({ a: {} });', 0],
  ])('are found when an empty object matches anything: %j', (source, count) => {
    expect(emptyMatches(source)).toHaveLength(count);
  });

  it('use no empty object that matches anything', () => {
    const files = FOLDERS.flatMap(folder => sourcesIn(join(ROOT, folder)));
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap(path =>
      emptyMatches(readFileSync(path, 'utf8')).map(line => `${relative(ROOT, path)}:${line}`),
    );
    expect(found).toEqual([]);
  });
});

/** The lines where such a match begins. */
function emptyMatches(source: string): number[] {
  return [...source.matchAll(PARTIAL)]
    .filter(({ index, 0: { length } }) => EMPTY_OBJECT.test(argumentsFrom(source, index + length)))
    .map(({ index }) => source.slice(0, index).split('\n').length);
}

/** The text up to the matching closing bracket. */
function argumentsFrom(source: string, start: number): string {
  let open = 1;
  for (let at = start; at < source.length; at++) {
    const character = source[at] as string;
    if ('([{'.includes(character)) open++;
    else if (')]}'.includes(character) && --open === 0) return source.slice(start, at);
  }
  return source.slice(start);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') && entry.name !== 'assertions.test.ts' ? [path] : [];
  });
}
