import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';
import { indexFile, loadIndex, saveIndex } from './index-file.js';
import type { PackageEntry } from './package-entry.js';

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
  }),
);

async function kept(list: readonly PackageEntry[] = entries) {
  const { root } = new TempProject();
  const file = indexFile(`${root}/cache/below`, root);
  await saveIndex(file, root, list);
  return { root, file };
}

describe('the kept index', () => {
  it('is returned unchanged', async () => {
    const { root, file } = await kept();
    expect([...((await loadIndex(file, root))?.values() ?? [])]).toEqual(entries);
    await saveIndex(file, root, []);
    expect((await loadIndex(file, root))?.size).toBe(0);
    expect(readdirSync(`${root}/cache/below`)).toHaveLength(1);
  });

  it('is ignored if it is missing or of another project', async () => {
    const { root, file } = await kept();
    expect(await loadIndex(`${file}.other`, root)).toBeUndefined();
    expect(await loadIndex(file, '/elsewhere')).toBeUndefined();
    expect(indexFile(root, '/one')).not.toBe(indexFile(root, '/two'));
  });

  it.each<[string, (text: string) => string]>([
    ['cut off', text => text.slice(0, text.length / 2)],
    ['cut off after a line', text => `${text.split('\n').slice(0, 500).join('\n')}\n`],
    ['with a line less', text => text.split('\n').toSpliced(7, 1).join('\n')],
    ['with a number changed', text => text.replace('"size":500', '"size":501')],
    ['with more behind its end', text => `${text}${text}`],
    ['of another version', text => text.replace('"version":4', '"version":3')],
    ['with something else in it', text => text.replace(/"references":\[[^\]]*\]/, '"references":7')],
    ['empty', () => ''],
    ['not JSON', () => 'hello\nworld\n'],
    ['null', () => 'null\nnull\n'],
  ])('is not trusted when it is %s', async (_what, damage) => {
    const { root, file } = await kept();
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    expect(await loadIndex(file, root)).toBeUndefined();
  });
});
