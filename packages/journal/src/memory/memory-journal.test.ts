import { describe, expect, it } from 'vitest';
import { AT, newLog } from '../testing/index.js';
import { MemoryJournal } from './memory-journal.js';

/** A log of 30 entries, each with a key, of which the oldest are dropped. */
async function dropped() {
  const journal = new MemoryJournal({ maxCharacters: 1_000 });
  await journal.create(newLog('a'));
  for (let revision = 1; revision <= 30; revision++) {
    const entry = {
      revision,
      at: AT,
      principal: 'ann',
      command: { n: revision },
      events: [],
      changes: [],
      inverse: [],
    };
    const operations = [
      { principal: 'ann', key: `k${revision}`, fingerprint: 'f', first: revision, last: revision },
    ];
    await journal.append({ id: 'a', after: revision - 1, entries: [entry], operations });
  }
  const first = (await journal.read('a', 0, 100))[0]?.revision ?? 0;
  return { journal, first };
}

const revisions = (entries: readonly { readonly revision: number }[]) =>
  entries.map(({ revision }) => revision);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a journal in memory with a limit', () => {
  it('drops the oldest entries, and keeps the head', async () => {
    const { journal, first } = await dropped();
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(30);
    expect(await journal.find('a')).toMatchObject({ revision: 30 });
  });

  it('reads forwards from any revision what is kept, by its revision', async () => {
    const { journal, first } = await dropped();
    for (const after of [0, first - 2, first - 1, first, 29, 30])
      expect(revisions(await journal.read('a', after, 100))).toEqual(range(Math.max(first, after + 1), 30));
    expect(revisions(await journal.read('a', 0, 2))).toEqual([first, first + 1]);
    expect(revisions(await journal.read('a', first, 1))).toEqual([first + 1]);
  });

  it('reads backwards from any revision what is kept', async () => {
    const { journal, first } = await dropped();
    expect(revisions(await journal.readBack('a', undefined, 3))).toEqual([30, 29, 28]);
    for (const before of [31, 30, first + 1, first, 1])
      expect(revisions(await journal.readBack('a', before, 100))).toEqual(range(first, before - 1).reverse());
  });

  it('forgets the keys of dropped entries, and no others', async () => {
    const { journal, first } = await dropped();
    expect(await journal.recorded('a', 'ann', `k${first - 1}`)).toBeUndefined();
    expect(await journal.recorded('a', 'ann', `k${first}`)).toMatchObject({ first });
  });

  it('keeps the newest entry, although it is larger than the limit', async () => {
    const { journal } = await dropped();
    const command = { text: 'x'.repeat(5_000) };
    const entry = { revision: 31, at: AT, principal: 'ann', command, events: [], changes: [], inverse: [] };
    await journal.append({ id: 'a', after: 30, entries: [entry] });
    expect(revisions(await journal.read('a', 0, 100))).toEqual([31]);
  });
});
