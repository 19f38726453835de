import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';
import { indexFile, loadIndex, saveIndex } from './index-file.js';
import type { PackageEntry } from './package-entry.js';
import { type PackageWords, pooled, usesOf } from './package-words.js';
import { WordPool } from './word-pool.js';

const pool = new WordPool();
const contents = {
  names: ['Fire', 'Never'],
  texts: ['Good morning'],
  uses: [{ kind: 'calls', name: 'Fire', place: 'EventGraph', of: 'Weapon' }],
} as const;

const entries = Array.from(
  { length: 1_000 },
  (_, i): PackageEntry => ({
    path: `/Game/P${i}`,
    file: `Content/P${i}.uasset`,
    class: '/Script/Engine.Blueprint',
    size: i,
    modified: i + 0.25,
    changed: i + 0.5,
    references: ['/Game/Ünï'],
    soft: [],
    ...(i % 2 === 0 && { object: 'line\nbreak' }),
    ...(i % 3 === 0 && { unread: true }),
    ...(i % 5 === 0 && { parent: '/Script/Engine.Actor', words: pooled(contents, pool) }),
  }),
);

async function kept(list: readonly PackageEntry[] = entries) {
  const { root } = new TempProject();
  const file = indexFile(`${root}/cache/below`, root);
  await saveIndex(file, root, list, pool);
  return { root, file };
}

describe('the kept index', () => {
  it('is returned unchanged', async () => {
    const { root, file } = await kept();
    expect([...((await loadIndex(file, root, pool))?.values() ?? [])]).toEqual(entries);
    await saveIndex(file, root, [], pool);
    expect((await loadIndex(file, root, pool))?.size).toBe(0);
    expect(readdirSync(`${root}/cache/below`)).toHaveLength(1);
  });

  it('returns words to another pool, without those of no package', async () => {
    const { root, file } = await kept();
    pool.id('of no package');
    await saveIndex(file, root, entries, pool);
    const other = new WordPool();
    other.id('another word');
    const words = (await loadIndex(file, root, other))?.get('Content/P5.uasset')?.words;
    expect(Array.from(words?.names ?? [], id => other.word(id))).toEqual(contents.names);
    expect([...usesOf(words as PackageWords, () => true, other)]).toEqual(contents.uses);
    expect(other.containing('of no package')).toEqual([]);
  });

  it('leaves out a package whose line is too long to read, which is then read again', async () => {
    const references = Array.from({ length: 5_000 }, (_, i) => `/Game/${i}`.padEnd(1_000, 'x'));
    const large = { ...(entries[5] as PackageEntry), file: 'Content/Large.uasset', references };
    const { root, file } = await kept([large, ...entries]);
    expect([...((await loadIndex(file, root, pool))?.values() ?? [])]).toEqual(entries);
  });

  it.each([
    ['a number without a word', /"names":\[0,1\]/, '"names":[0,999]'],
    ['an unknown use', /"uses":\[0,/, '"uses":[99,'],
    ['half a use', /"uses":\[0,0,/, '"uses":[0,'],
  ])('is not trusted with %s, even if its sum is right', async (_what, from, to) => {
    const { root, file } = await kept();
    const lines = readFileSync(file, 'utf8').replace(from, to).split('\n').slice(0, -2);
    const body = `${lines.join('\n')}\n`;
    const hash = createHash('sha256').update(body).digest('hex');
    writeFileSync(file, `${body}${JSON.stringify({ count: entries.length, hash })}\n`);
    expect(await loadIndex(file, root, pool)).toBeUndefined();
  });

  it('is ignored if it is missing or of another project', async () => {
    const { root, file } = await kept();
    expect(await loadIndex(`${file}.other`, root, pool)).toBeUndefined();
    expect(await loadIndex(file, '/elsewhere', pool)).toBeUndefined();
    expect(indexFile(root, '/one')).not.toBe(indexFile(root, '/two'));
  });

  it.each<[string, (text: string) => string]>([
    ['cut off', text => text.slice(0, text.length / 2)],
    ['cut off after a line', text => `${text.split('\n').slice(0, 500).join('\n')}\n`],
    ['with a line less', text => text.split('\n').toSpliced(7, 1).join('\n')],
    ['with a number changed', text => text.replace('"size":500', '"size":501')],
    ['with more behind its end', text => `${text}${text}`],
    ['of another version', text => text.replace('"version":6', '"version":5')],
    ['with something else in it', text => text.replace(/"references":\[[^\]]*\]/, '"references":7')],
    ['empty', () => ''],
    ['not JSON', () => 'hello\nworld\n'],
    ['null', () => 'null\nnull\n'],
  ])('is not trusted when it is %s', async (_what, damage) => {
    const { root, file } = await kept();
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    expect(await loadIndex(file, root, pool)).toBeUndefined();
  });
});
