import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Head, type Journal, JournalConflict, JournalUnavailable, MemoryJournal } from './index.js';
import { openPostgres } from './postgres/index.js';
import { PAGE_CHARACTERS } from './rows/page.js';
import { openSqlite } from './sqlite/index.js';
import { AT, entriesAfter, entryAt, newLog, startPostgres } from './testing/index.js';

const LATER = '2026-02-02T00:00:00.000Z';
const folder = await mkdtemp(join(tmpdir(), 'worldwire-journal-'));
const postgres = await startPostgres();
let opened = 0;

const stores = [
  { store: 'memory', open: async () => new MemoryJournal() },
  { store: 'SQLite', open: () => openSqlite(join(folder, `journal-${++opened}.db`)) },
  ...(postgres === undefined
    ? []
    : [{ store: 'PostgreSQL', open: () => openPostgres(postgres.url, { schema: `contract ${++opened}` }) }]),
];

afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

if (postgres === undefined) {
  const why =
    'no PostgreSQL server is installed; "apt-get install postgresql" or "brew install postgresql" brings one';
  if (process.env.WORLDWIRE_REQUIRE_POSTGRES === '1') {
    it('has a PostgreSQL server to test with', () => expect.fail(why));
  } else {
    console.warn(`PostgreSQL is not tested: ${why}.`);
    describe.skip(`a journal in PostgreSQL (skipped: ${why})`, () => it('is not tested', () => {}));
  }
}

for (const { store, open } of stores)
  describe(`a journal in ${store}`, () => {
    let journal: Journal;

    beforeEach(async () => {
      journal = await open();
    });
    afterEach(() => journal.close());

    describe('its logs', () => {
      it('are found by their id, with the state they began with', async () => {
        const { head, replayed } = await journal.create(newLog('a', { name: 'Alpha', state: '{"x":1}' }));
        expect(replayed).toBe(false);
        expect(head).toEqual({
          id: 'a',
          incarnation: expect.stringMatching(/./),
          name: 'Alpha',
          createdAt: AT,
          updatedAt: AT,
          revision: 0,
        });
        expect(await journal.find('a')).toEqual(head);
        expect(await journal.snapshot('a')).toEqual({ revision: 0, state: '{"x":1}' });
        expect(await journal.find('b')).toBeUndefined();
        expect(await journal.snapshot('b')).toBeUndefined();
      });

      it('are not made twice under one id', async () => {
        await journal.create(newLog('a', { state: '1' }));
        await expect(journal.create(newLog('a', { state: '2' }))).rejects.toThrow(JournalConflict);
        expect(await journal.snapshot('a')).toEqual({ revision: 0, state: '1' });
      });

      it('are made once when the creation is retried with its key', async () => {
        const operation = { principal: 'ann', key: 'k', fingerprint: 'f' };
        await journal.create(newLog('a', { operation }));
        await journal.append(entriesAfter('a', 0));
        const again = await journal.create(newLog('b', { operation }));
        expect(again).toEqual({ head: await journal.find('a'), replayed: true });
        expect(again.head.revision).toBe(1);
        expect((await journal.create(newLog('a', { operation }))).replayed).toBe(true);
        expect(await journal.find('b')).toBeUndefined();
      });

      it('are made once when creations with the same key race', async () => {
        const operation = { principal: 'ann', key: 'k', fingerprint: 'f' };
        const ids = Array.from({ length: 8 }, (_, index) => `log-${index}`);
        const made = await Promise.all(ids.map(id => journal.create(newLog(id, { operation }))));
        expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
        expect(new Set(made.map(({ head }) => head.id)).size).toBe(1);
        expect(await journal.list({ limit: 10 })).toHaveLength(1);
      });

      it('do not share creation keys between principals, nor one key between two requests', async () => {
        await journal.create(newLog('a', { operation: { principal: 'ann', key: 'k', fingerprint: 'f' } }));
        const bobs = newLog('b', { operation: { principal: 'bob', key: 'k', fingerprint: 'f' } });
        expect((await journal.create(bobs)).replayed).toBe(false);
        const other = newLog('c', { operation: { principal: 'ann', key: 'k', fingerprint: 'other' } });
        await expect(journal.create(other)).rejects.toThrow(JournalConflict);
      });

      it('are listed in pages, in the order of their code points', async () => {
        const ids = ['', 'A', 'Z', 'a', 'a b', 'a"b', 'aa', 'z', 'é', '\ue000', '\uffee', '😀', '😀a'];
        for (const id of [...ids].reverse()) await journal.create(newLog(id));
        const seen: string[] = [];
        for (let page: readonly Head[] = await journal.list({ limit: 4 }); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(4);
          seen.push(...page.map(({ id }) => id));
          page = await journal.list({ after: seen.at(-1)!, limit: 4 });
        }
        expect(seen).toEqual(ids);
        expect((await journal.list({ after: 'ab', limit: 1 }))[0]?.id).toBe('z');
      });

      it('can be renamed', async () => {
        await journal.create(newLog('a'));
        expect(await journal.rename('a', 'Another', LATER)).toBe(true);
        expect(await journal.find('a')).toMatchObject({ name: 'Another', createdAt: AT, updatedAt: LATER });
        expect(await journal.rename('b', 'Another', LATER)).toBe(false);
      });

      it('are renamed and removed only at the revision that is expected', async () => {
        await journal.create(newLog('a'));
        await journal.append(entriesAfter('a', 0));
        const stale = { revision: 0 };
        await expect(journal.rename('a', 'B', LATER, stale)).rejects.toThrow(JournalConflict);
        await expect(journal.remove('a', stale)).rejects.toThrow(JournalConflict);
        const right = { revision: 1 };
        expect(await journal.rename('a', 'B', LATER, right)).toBe(true);
        expect(await journal.remove('a', right)).toBe(true);
        expect(await journal.remove('a', right)).toBe(false);
        expect(await journal.rename('a', 'B', LATER, right)).toBe(false);
      });

      it('are renamed and removed only under the name that is expected, and by one of two who expect it', async () => {
        await journal.create(newLog('a', { name: 'A' }));
        const renames = await Promise.allSettled([
          journal.rename('a', 'B', LATER, { name: 'A' }),
          journal.rename('a', 'C', LATER, { name: 'A' }),
        ]);
        expect(renames.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        await expect(journal.remove('a', { name: 'A' })).rejects.toThrow(JournalConflict);
        const { name } = (await journal.find('a'))!;
        expect(await journal.remove('a', { name })).toBe(true);
      });

      it('are not confused with an earlier log of the same id by a write', async () => {
        const { incarnation } = (await journal.create(newLog('a'))).head;
        await journal.remove('a');
        const fresh = (await journal.create(newLog('a', { state: 'new' }))).head;
        expect(fresh.incarnation).not.toBe(incarnation);
        await expect(journal.append({ ...entriesAfter('a', 0), expected: { incarnation } })).rejects.toThrow(
          JournalConflict,
        );
        await expect(journal.rename('a', 'B', LATER, { incarnation })).rejects.toThrow(JournalConflict);
        await expect(journal.remove('a', { incarnation })).rejects.toThrow(JournalConflict);
        await journal.saveSnapshot('a', { revision: 0, state: 'old' }, incarnation);
        expect(await journal.find('a')).toEqual(fresh);
        expect(await journal.read('a', 0, 10)).toEqual([]);
        expect(await journal.snapshot('a')).toEqual({ revision: 0, state: 'new' });

        const mine = { incarnation: fresh.incarnation };
        await journal.append({ ...entriesAfter('a', 0), expected: mine });
        await journal.saveSnapshot('a', { revision: 1, state: 'at 1' }, fresh.incarnation);
        expect(await journal.snapshot('a')).toEqual({ revision: 1, state: 'at 1' });
        expect(await journal.rename('a', 'B', LATER, mine)).toBe(true);
        expect(await journal.remove('a', mine)).toBe(true);
      });

      it('are not confused with an earlier log of the same id by a read', async () => {
        const operation = { principal: 'ann', key: 'k', fingerprint: 'f' };
        const { incarnation: old } = (await journal.create(newLog('a'))).head;
        await journal.remove('a');
        const { incarnation } = (await journal.create(newLog('a', { state: 'new' }))).head;
        await journal.append({ ...entriesAfter('a', 0), operations: [{ ...operation, first: 1, last: 1 }] });
        const seen = async (log: string | undefined) => [
          await journal.read('a', 0, 10, log),
          await journal.readBack('a', undefined, 10, log),
          await journal.recorded('a', 'ann', 'k', log),
          await journal.snapshot('a', log),
        ];
        expect(await seen(old)).toEqual([[], [], undefined, undefined]);
        const all = [
          [entryAt(1)],
          [entryAt(1)],
          { first: 1, last: 1, fingerprint: 'f' },
          { revision: 0, state: 'new' },
        ];
        expect(await seen(incarnation)).toEqual(all);
        expect(await seen(undefined)).toEqual(all);
        await expect(journal.read('a', 0, 10, '\0')).rejects.toThrow(RangeError);
      });

      it('leave nothing but the key that created them when they are removed', async () => {
        const operation = { principal: 'ann', key: 'k', fingerprint: 'f' };
        await journal.create(newLog('a', { operation }));
        await journal.create(newLog('other'));
        await journal.append({
          ...entriesAfter('a', 0, 3),
          operations: [{ ...operation, first: 1, last: 3 }],
        });
        await journal.append(entriesAfter('other', 0));
        await journal.saveSnapshot('a', { revision: 2, state: '2' });
        expect(await journal.remove('a')).toBe(true);
        expect(await journal.remove('a')).toBe(false);

        expect(await journal.find('a')).toBeUndefined();
        expect(await journal.read('a', 0, 10)).toEqual([]);
        await expect(journal.append(entriesAfter('a', 3))).rejects.toThrow(JournalConflict);
        await expect(journal.create(newLog('a', { operation }))).rejects.toThrow('was removed');
        expect((await journal.create(newLog('a', { state: 'new' }))).replayed).toBe(false);
        expect(await journal.find('a')).toMatchObject({ revision: 0 });
        expect(await journal.read('a', 0, 10)).toEqual([]);
        expect(await journal.readBack('a', undefined, 10)).toEqual([]);
        expect(await journal.recorded('a', 'ann', 'k')).toBeUndefined();
        expect(await journal.snapshot('a')).toEqual({ revision: 0, state: 'new' });
        expect(await journal.read('other', 0, 10)).toHaveLength(1);
      });
    });

    describe('its entries', () => {
      beforeEach(async () => {
        await journal.create(newLog('a'));
      });

      it('are returned as they were written', async () => {
        const plain = entryAt(1);
        const full = entryAt(2, 'two', { key: 'k', undoes: 1, at: LATER, principal: 'ann', client: 'app' });
        await journal.append({ id: 'a', after: 0, entries: [plain, full] });
        expect(await journal.read('a', 0, 10)).toEqual([plain, full]);
        expect(await journal.find('a')).toMatchObject({ revision: 2, createdAt: AT, updatedAt: LATER });
      });

      it('come with another name for the log, or leave both as they were', async () => {
        await journal.append({ ...entriesAfter('a', 0), name: 'Another' });
        expect(await journal.find('a')).toMatchObject({ revision: 1, name: 'Another' });
        await expect(journal.append({ ...entriesAfter('a', 0), name: 'Third' })).rejects.toThrow(
          JournalConflict,
        );
        await journal.append(entriesAfter('a', 1));
        expect(await journal.find('a')).toMatchObject({ revision: 2, name: 'Another' });
      });

      it('are refused under another name than the one that is expected, and nothing is written', async () => {
        await journal.rename('a', 'B', LATER);
        const append = (name: string) => journal.append({ ...entriesAfter('a', 0), expected: { name } });
        await expect(append('A')).rejects.toThrow(JournalConflict);
        expect(await journal.find('a')).toMatchObject({ revision: 0, name: 'B' });
        await append('B');
        expect(await journal.find('a')).toMatchObject({ revision: 1, name: 'B' });
      });

      it('cannot be changed by who wrote or who read them', async () => {
        const command = { tags: ['one'] };
        const appended = journal.append({ id: 'a', after: 0, entries: [entryAt(1, 'one', { command })] });
        command.tags.push('two');
        await appended;
        const [read] = await journal.read('a', 0, 1);
        (read!.command as typeof command).tags.push('three');
        expect((await journal.read('a', 0, 1))[0]?.command).toEqual({ tags: ['one'] });
      });

      it('are refused at a stale, future or unknown revision, and nothing is written', async () => {
        await journal.append(entriesAfter('a', 0, 2));
        for (const after of [0, 1, 3]) {
          const stale = entriesAfter('a', after, 2, 'late');
          await expect(journal.append(stale)).rejects.toThrow(JournalConflict);
        }
        await expect(journal.append(entriesAfter('nowhere', 0))).rejects.toThrow(JournalConflict);
        expect(await journal.read('a', 0, 10)).toEqual([entryAt(1), entryAt(2)]);
        expect(await journal.find('a')).toMatchObject({ revision: 2 });
        expect(await journal.find('nowhere')).toBeUndefined();
      });

      it('are refused with a gap, with another start, and when there are none', async () => {
        for (const entries of [[], [entryAt(2)], [entryAt(1), entryAt(3)], [entryAt(1), entryAt(1)]]) {
          await expect(journal.append({ id: 'a', after: 0, entries })).rejects.toThrow(RangeError);
        }
        expect(await journal.read('a', 0, 10)).toEqual([]);
      });

      it('are read in smaller pages where they are large, and never in empty ones', async () => {
        const revisions = async (entries: Promise<readonly { revision: number }[]>) =>
          (await entries).map(({ revision }) => revision);
        const large = (revision: number) => entryAt(revision, 'x'.repeat(PAGE_CHARACTERS / 2));
        for (let after = 0; after < 3; after++) {
          const written = await journal.append({ id: 'a', after, entries: [large(after + 1)] });
          expect(written).toBeGreaterThan(PAGE_CHARACTERS / 2);
        }
        expect(await revisions(journal.read('a', 0, 10))).toEqual([1]);
        expect(await revisions(journal.read('a', 1, 10))).toEqual([2]);
        expect(await revisions(journal.readBack('a', undefined, 10))).toEqual([3]);
        await journal.append({ id: 'a', after: 3, entries: [entryAt(4, 'small')] });
        expect(await revisions(journal.read('a', 2, 10))).toEqual([3, 4]);
      });

      it('are read in pages, in both directions', async () => {
        await journal.append(entriesAfter('a', 0, 7));
        const revisions = async (page: ReturnType<Journal['read']>) =>
          (await page).map(({ revision }) => revision);
        expect(await revisions(journal.read('a', 0, 3))).toEqual([1, 2, 3]);
        expect(await revisions(journal.read('a', 3, 3))).toEqual([4, 5, 6]);
        expect(await revisions(journal.read('a', 6, 3))).toEqual([7]);
        expect(await revisions(journal.read('a', 7, 3))).toEqual([]);
        expect(await revisions(journal.read('a', 99, 3))).toEqual([]);
        expect(await revisions(journal.readBack('a', undefined, 3))).toEqual([7, 6, 5]);
        expect(await revisions(journal.readBack('a', 5, 3))).toEqual([4, 3, 2]);
        expect(await revisions(journal.readBack('a', 2, 3))).toEqual([1]);
        expect(await revisions(journal.readBack('a', 1, 3))).toEqual([]);
        expect(await revisions(journal.readBack('a', 0, 3))).toEqual([]);
        expect(await revisions(journal.readBack('a', 99, 1))).toEqual([7]);
        for (const limit of [0, -1, 1.5, Number.NaN]) {
          await expect(journal.read('a', 0, limit)).rejects.toThrow(RangeError);
        }
      });

      it('may hold any text', async () => {
        const texts = [
          '',
          '"',
          "'; DROP TABLE log; --",
          '\\',
          '{a,"b"}',
          '\0 \u0001 \u2028',
          '😀 \ud800 é',
          'NULL',
        ];
        const command = { texts, ['__proto__']: 1, nothing: null, deep: [[[{}]]], long: 'ä'.repeat(300_000) };
        const awkward = JSON.parse(`{"__proto__":{"admin":true},"constructor":1}`);
        const entry = entryAt(1, 'one', { command, events: awkward, changes: 'text', inverse: 0 });
        await journal.append({ id: 'a', after: 0, entries: [entry] });
        const [read] = await journal.read('a', 0, 1);
        expect(read).toEqual(entry);
        expect(Object.keys(read?.events as object)).toEqual(['__proto__', 'constructor']);
      });

      it('hold null where nothing was given', async () => {
        await journal.append({ id: 'a', after: 0, entries: [entryAt(1, 'one', { events: undefined })] });
        expect((await journal.read('a', 0, 1))[0]).toStrictEqual(entryAt(1, 'one', { events: null }));
      });

      it('are none missing, none doubled and dense after many writers raced', async () => {
        const WRITERS = 64;
        const EACH = 8;
        const AT_ONCE = 4;
        const write = async (writer: number) => {
          for (let nth = 0; nth < EACH; ) {
            const { revision } = (await journal.find('a'))!;
            const entries = Array.from({ length: AT_ONCE }, (_, index) =>
              entryAt(revision + 1 + index, writer, { command: { writer, nth: nth * AT_ONCE + index } }),
            );
            try {
              await journal.append({ id: 'a', after: revision, entries });
              nth += 1;
            } catch (error) {
              if (!(error instanceof JournalConflict)) throw error;
            }
          }
        };
        await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
        const all = WRITERS * EACH * AT_ONCE;
        const entries = await journal.read('a', 0, all + 1);
        expect(entries.map(({ revision }) => revision)).toEqual(
          Array.from({ length: all }, (_, index) => index + 1),
        );
        const next = new Array<number>(WRITERS).fill(0);
        for (const { command } of entries) {
          const { writer, nth } = command as { writer: number; nth: number };
          expect(nth).toBe(next[writer]);
          next[writer]! += 1;
        }
      });
    });

    describe('its operation keys', () => {
      const ann = { principal: 'ann', key: 'k', fingerprint: 'f' };

      beforeEach(async () => {
        await journal.create(newLog('a'));
        await journal.append({ ...entriesAfter('a', 0, 3), operations: [{ ...ann, first: 2, last: 3 }] });
      });

      it('stand for the entries they were given with', async () => {
        expect(await journal.recorded('a', 'ann', 'k')).toEqual({ first: 2, last: 3, fingerprint: 'f' });
        expect(await journal.recorded('a', 'ann', 'other')).toBeUndefined();
        expect(await journal.recorded('b', 'ann', 'k')).toBeUndefined();
      });

      it('belong to one principal and one log', async () => {
        expect(await journal.recorded('a', 'bob', 'k')).toBeUndefined();
        const bob = { ...ann, principal: 'bob', fingerprint: 'g', first: 4, last: 4 };
        await journal.append({ ...entriesAfter('a', 3), operations: [bob] });
        expect(await journal.recorded('a', 'bob', 'k')).toEqual({ first: 4, last: 4, fingerprint: 'g' });
        await journal.create(newLog('b'));
        await journal.append({ ...entriesAfter('b', 0), operations: [{ ...ann, first: 1, last: 1 }] });
        expect(await journal.recorded('a', 'ann', 'k')).toEqual({ first: 2, last: 3, fingerprint: 'f' });
      });

      it('are not taken twice, and nothing of such an append is written', async () => {
        const fresh = { ...ann, key: 'fresh', first: 4, last: 4 };
        const taken = { ...ann, fingerprint: 'other', first: 5, last: 5 };
        for (const operations of [
          [fresh, taken],
          [fresh, fresh],
        ]) {
          await expect(journal.append({ ...entriesAfter('a', 3, 2), operations })).rejects.toThrow(
            JournalConflict,
          );
        }
        expect(await journal.find('a')).toMatchObject({ revision: 3 });
        expect(await journal.read('a', 3, 10)).toEqual([]);
        expect(await journal.recorded('a', 'ann', 'fresh')).toBeUndefined();
        expect(await journal.recorded('a', 'ann', 'k')).toMatchObject({ fingerprint: 'f' });
        await journal.append(entriesAfter('a', 3));
      });

      it('stand for entries of their own append only', async () => {
        for (const [first, last] of [
          [3, 4],
          [4, 6],
          [5, 4],
        ] as const) {
          const operations = [{ ...ann, key: 'new', first, last }];
          await expect(journal.append({ ...entriesAfter('a', 3, 2), operations })).rejects.toThrow(
            RangeError,
          );
        }
      });
    });

    describe('its snapshots', () => {
      it('replace older ones, and never go back or ahead of the log', async () => {
        await journal.create(newLog('a', { state: 'at 0' }));
        await journal.append(entriesAfter('a', 0, 5));
        await journal.saveSnapshot('a', { revision: 4, state: 'at 4' });
        expect(await journal.snapshot('a')).toEqual({ revision: 4, state: 'at 4' });
        await journal.saveSnapshot('a', { revision: 3, state: 'at 3' });
        await journal.saveSnapshot('a', { revision: 6, state: 'at 6' });
        expect(await journal.snapshot('a')).toEqual({ revision: 4, state: 'at 4' });
        await journal.saveSnapshot('a', { revision: 5, state: 'at 5' });
        expect(await journal.snapshot('a')).toEqual({ revision: 5, state: 'at 5' });
      });

      it('are kept at the spacing, and the newest at or before a revision is found', async () => {
        await journal.create(newLog('a', { state: 'at 0' }));
        await journal.append(entriesAfter('a', 0, 9));
        const at = async (revision: number) => (await journal.snapshotAt('a', revision))?.state;
        expect(await at(9)).toBe('at 0');
        await journal.saveSnapshot('a', { revision: 2, state: 'at 2' }, undefined, 3);
        await journal.saveSnapshot('a', { revision: 3, state: 'at 3' }, undefined, 3);
        await journal.saveSnapshot('a', { revision: 5, state: 'at 5' }, undefined, 3);
        await journal.saveSnapshot('a', { revision: 6, state: 'at 6' }, undefined, 1);
        await journal.saveSnapshot('a', { revision: 6, state: 'again' }, undefined, 1);
        await journal.saveSnapshot('a', { revision: 8, state: 'at 8' });
        await journal.saveSnapshot('a', { revision: 12, state: 'ahead' }, undefined, 1);
        const found = await Promise.all([0, 2, 3, 5, 6, 7, 8, 99].map(at));
        expect(found).toEqual(['at 0', 'at 0', 'at 3', 'at 3', 'at 6', 'at 6', 'at 8', 'at 8']);
        expect(await journal.verify()).toEqual([]);
        const { incarnation } = (await journal.find('a'))!;
        await journal.remove('a');
        await journal.create(newLog('a', { state: 'new' }));
        expect(await at(9)).toBe('new');
        expect(await journal.snapshotAt('a', 9, incarnation)).toBeUndefined();
        expect(await journal.snapshotAt('b', 9)).toBeUndefined();
      });

      it('may be large', async () => {
        const state = JSON.stringify({ text: '"\\ é😀\u0000'.repeat(200_000) });
        await journal.create(newLog('a', { state }));
        expect((await journal.snapshot('a'))?.state === state).toBe(true);
      });

      it('of a removed log change nothing', async () => {
        await journal.saveSnapshot('a', { revision: 0, state: '{}' });
        expect(await journal.find('a')).toBeUndefined();
        expect(await journal.snapshot('a')).toBeUndefined();
      });
    });

    describe('its bookmarks', () => {
      const bookmark = { name: 'before', revision: 2, at: '2026-07-28T00:00:00.000Z', principal: 'ann' };

      it('are listed by name, move to another revision, and can be removed', async () => {
        await journal.create(newLog('a'));
        await journal.append(entriesAfter('a', 0, 3));
        expect(await journal.saveBookmark('a', bookmark)).toBe(true);
        expect(await journal.saveBookmark('a', { ...bookmark, name: 'after', revision: 3 })).toBe(true);
        expect(await journal.saveBookmark('a', { ...bookmark, revision: 1, principal: 'bob' })).toBe(true);
        expect(await journal.bookmarks('a')).toEqual([
          { ...bookmark, name: 'after', revision: 3 },
          { ...bookmark, revision: 1, principal: 'bob' },
        ]);
        expect(await journal.removeBookmark('a', 'after')).toBe(true);
        expect(await journal.removeBookmark('a', 'after')).toBe(false);
        expect(await journal.bookmarks('a')).toHaveLength(1);
        expect(await journal.verify()).toEqual([]);
      });

      it('need a log with their revision, and are removed with the log', async () => {
        expect(await journal.saveBookmark('a', bookmark)).toBe(false);
        const { incarnation } = (await journal.create(newLog('a'))).head;
        expect(await journal.saveBookmark('a', bookmark)).toBe(false);
        expect(await journal.saveBookmark('a', { ...bookmark, revision: 0 }, 'another')).toBe(false);
        expect(await journal.saveBookmark('a', { ...bookmark, revision: 0 }, incarnation)).toBe(true);
        await journal.remove('a');
        await journal.create(newLog('a'));
        expect(await journal.bookmarks('a')).toEqual([]);
        expect(await journal.bookmarks('a', incarnation)).toEqual([]);
        expect(await journal.removeBookmark('a', 'before')).toBe(false);
      });
    });

    it('takes awkward names, and keeps them apart', async () => {
      const names = [
        '__proto__',
        'constructor',
        '',
        ' ',
        "a'b",
        'a"b',
        'a\\b',
        '%',
        '😀',
        'A',
        'a',
        '\u00e9',
        'e\u0301',
      ];
      for (const id of names) {
        await journal.create(newLog(id, { name: id }));
        const operation = { principal: id, key: id, fingerprint: id, first: 1, last: 1 };
        await journal.append({ ...entriesAfter(id, 0, 1, id), operations: [operation] });
      }
      for (const id of names) {
        expect(await journal.find(id)).toMatchObject({ id, name: id, revision: 1 });
        expect(await journal.read(id, 0, 2)).toEqual([entryAt(1, id)]);
        expect(await journal.recorded(id, id, id)).toEqual({ first: 1, last: 1, fingerprint: id });
      }
    });

    it.each([
      ['a NUL', 'a\0b'],
      ['half a surrogate pair', 'a\ud800b'],
      ['more than 1,024 bytes', 'ä'.repeat(513)],
    ])('refuses names with %s, which not every store can keep', async (_, name) => {
      const operation = { principal: 'ann', key: name, fingerprint: 'f', first: 1, last: 1 };
      await journal.create(newLog('a'));
      for (const attempt of [
        () => journal.create(newLog(name)),
        () => journal.create(newLog('b', { operation })),
        () => journal.find(name),
        () => journal.list({ after: name, limit: 1 }),
        () => journal.append({ id: 'a', after: 0, entries: [entryAt(1, 1, { principal: name })] }),
        () => journal.append({ ...entriesAfter('a', 0), operations: [operation] }),
        () => journal.recorded('a', name, 'k'),
      ]) {
        await expect(attempt()).rejects.toThrow(RangeError);
      }
      expect(await journal.list({ limit: 10 })).toMatchObject([{ id: 'a', revision: 0 }]);
    });

    it('finishes pending operations before it closes, and refuses everything afterwards', async () => {
      await journal.create(newLog('a'));
      const appended = journal.append(entriesAfter('a', 0));
      const found = journal.find('a');
      const closed = journal.close();
      await expect(appended).resolves.toBeGreaterThan(0);
      await expect(found).resolves.toMatchObject({ id: 'a' });
      await closed;
      await expect(journal.close()).resolves.toBeUndefined();
      for (const attempt of [
        () => journal.append(entriesAfter('a', 1)),
        () => journal.create(newLog('b')),
        () => journal.find('a'),
        () => journal.list({ limit: 1 }),
        () => journal.read('a', 0, 1),
        () => journal.remove('a'),
      ]) {
        await expect(attempt()).rejects.toThrow(new JournalUnavailable('The journal is closed.'));
      }
    });
  });
