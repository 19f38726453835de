import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { entriesAfter, entryAt, newLog } from '../testing/index.js';
import { openSqlite } from './index.js';

// Written by the journal over better-sqlite3 12.11.1, which it was built on before.
const FIXTURE = fileURLToPath(new URL('fixtures/better-sqlite3.db', import.meta.url));

it('reads and continues a file that was written through better-sqlite3', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-older-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.db');
  await copyFile(FIXTURE, path);
  const journal = await openSqlite(path);
  onTestFinished(() => journal.close());

  expect(await journal.verify()).toEqual([]);
  expect((await journal.list({ limit: 9 })).map(({ id, name, revision }) => [id, name, revision])).toEqual([
    ['a', 'The log a', 4],
    ['b', 'Bé', 0],
  ]);
  const undo = { undoes: 3, principal: 'ann', key: 'k2' };
  expect(await journal.read('a', 0, 9)).toEqual([
    ...[1, 2, 3].map(revision => entryAt(revision)),
    entryAt(4, 'Zoë 星 🌌', undo),
  ]);
  expect(await journal.recorded('a', 'ann', 'k')).toEqual({ first: 1, last: 2, fingerprint: 'f' });
  expect(await journal.snapshot('a')).toEqual({ revision: 2, state: 'at 2' });
  expect(await journal.origin('b')).toEqual({ revision: 0, state: newLog('b').state });
  const operation = { principal: 'ann', key: 'c', fingerprint: 'f' };
  expect(await journal.create(newLog('a', { operation }))).toMatchObject({ replayed: true });

  await journal.append(entriesAfter('a', 4));
  expect(await journal.find('a')).toMatchObject({ revision: 5 });
  expect(await journal.verify()).toEqual([]);
});
