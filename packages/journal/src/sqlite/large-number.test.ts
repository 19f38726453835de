import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JournalDamaged } from '../index.js';
import { changeFile, entriesAfter, entryAt, newLog } from '../testing/index.js';
import { loadBinding } from './binding.js';
import { openSqlite, type SqliteJournal } from './index.js';

const LARGE = '9223372036854775807';

let folder: string;
let path: string;
let journal: SqliteJournal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worldwire-number-'));
  path = join(folder, 'journal.db');
  journal = await openSqlite(path);
  for (const id of ['a', 'b']) {
    const operations = [{ principal: 'ann', key: 'k', fingerprint: 'f', first: 1, last: 1 }];
    await journal.create(newLog(id));
    await journal.append({ ...entriesAfter(id, 0, 9), operations });
  }
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true, force: true });
});

it('in an entry is damage, and the revision is named where one entry is read', async () => {
  await changeFile(path, `UPDATE entry SET checksum = ${LARGE} WHERE log = 1 AND revision = 7`);
  await expect(journal.read('a', 0, 100)).rejects.toThrow(JournalDamaged);
  await expect(journal.read('a', 0, 100)).rejects.toThrow('One of 9 entries from revision 1 of log "a"');
  await expect(journal.readBack('a', 8, 1)).rejects.toThrow('Revision 7 of log "a" is damaged');
  expect(await journal.verify()).toEqual([expect.stringContaining('Revision 7 of log "a" is damaged')]);
  expect(await journal.read('a', 7, 100)).toEqual([entryAt(8), entryAt(9)]);
});

it('in a head or an operation key is damage', async () => {
  await changeFile(
    path,
    `UPDATE log SET revision = ${LARGE} WHERE id = 'a'; UPDATE operation SET last = ${LARGE} WHERE log = 2`,
  );
  await expect(journal.find('a')).rejects.toThrow(JournalDamaged);
  await expect(journal.list({ limit: 10 })).rejects.toThrow(JournalDamaged);
  await expect(journal.recorded('b', 'ann', 'k')).rejects.toThrow(JournalDamaged);
  expect(await journal.verify()).not.toEqual([]);
});

it('refuses the write that meets it, and no other write of the same commit', async () => {
  await changeFile(path, `UPDATE log SET revision = ${LARGE} WHERE id = 'a'`);
  const results = await Promise.allSettled([
    journal.append(entriesAfter('b', 9)),
    journal.append(entriesAfter('a', 9)),
    journal.append(entriesAfter('b', 10)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: expect.any(JournalDamaged) });
  expect(await journal.find('b')).toMatchObject({ revision: 11 });
});

it('leaves no read transaction open, which would keep the write-ahead log growing', async () => {
  await changeFile(
    path,
    `UPDATE entry SET undoes = ${LARGE} WHERE log = 1 AND revision = 2;
     UPDATE operation SET last = ${LARGE} WHERE log = 1`,
  );
  await expect(journal.read('a', 0, 100)).rejects.toThrow(JournalDamaged);
  await expect(journal.readBack('a', undefined, 100)).rejects.toThrow(JournalDamaged);
  expect(await journal.verify()).not.toEqual([]);
  const { DatabaseSync } = await loadBinding();
  const other = new DatabaseSync(path);
  other.exec(`UPDATE log SET name = 'Other' WHERE id = 'b'`);
  expect(other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0, log: 0 });
  other.close();
});
