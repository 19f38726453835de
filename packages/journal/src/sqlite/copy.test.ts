import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { newLog } from '../testing/index.js';
import { loadBinding } from './binding.js';
import { copySqlite, openSqlite } from './index.js';

const { DatabaseSync } = await loadBinding();
/** Far more pages than SQLite's default step. */
const FILLING_BYTES = 32 * 1024 * 1024;

// A copy in several steps begins again after every commit in between.
it('ends while another connection commits without pause', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [from, to] = [join(folder, 'from.sqlite'), join(folder, 'to.sqlite')];
  const journal = await openSqlite(from);
  await journal.create(newLog('a'));
  const writer = new DatabaseSync(from, { timeout: 5_000 });
  writer.exec(`PRAGMA synchronous = OFF; CREATE TABLE filling (content BLOB);
    INSERT INTO filling VALUES (zeroblob(${FILLING_BYTES})); CREATE TABLE tick (number INTEGER);
    PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0;`);
  const tick = writer.prepare('INSERT INTO tick VALUES (?)');

  let ended = false;
  const copied = copySqlite(from, to).finally(() => {
    ended = true;
  });
  let ticks = 0;
  // A copy that never ends fails by the timeout of the test.
  onTestFinished(() => {
    ended = true;
  });
  for (; !ended; ticks += 1) {
    tick.run(ticks);
    await setImmediate();
  }
  await copied;
  expect(ticks).toBeGreaterThan(1);
  writer.close();
  await journal.close();
  const copy = await openSqlite(to);
  expect(await copy.list({ limit: 2 })).toMatchObject([{ id: 'a' }]);
  await copy.close();
});
