import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './database.js';
import { pragma } from './pragma.js';

const FULL = 2;
const COMMITS = 20;
const NO_STRACE =
  'strace is not installed: that every commit reaches the disk before its answer was not tested';

/** Acknowledges its commits one by one on standard output, which is a pipe and written at once. */
const APPENDER = `
  import { openSqlite } from '@worldwire/journal/sqlite';
  import { entriesAfter, newLog } from '@worldwire/journal/testing';
  const journal = await openSqlite(process.argv[1]);
  await journal.create(newLog('a'));
  process.stdout.write('created\\n');
  for (let after = 0; after < ${COMMITS}; after += 1) {
    await journal.append(entriesAfter('a', after));
    process.stdout.write('acknowledged ' + (after + 1) + '\\n');
  }
  await journal.close();
`;

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-synced-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'journal.db');
}

it('writes through a connection that waits for the disk at every commit', async () => {
  const database = await openDatabase(await newFile(), { busyTimeoutMs: 0 });
  onTestFinished(() => database.close());
  expect(pragma(database, 'synchronous')).toBe(FULL);
  expect(pragma(database, 'journal_mode')).toBe('wal');
  expect(pragma(database, 'fullfsync')).toBe(1);
});

it('acknowledges no commit before the disk has it, as the system calls show', async context => {
  if (spawnSync('strace', ['-V']).error !== undefined) {
    if (process.env.WORLDWIRE_REQUIRE_STRACE === '1') return expect.fail(NO_STRACE);
    return context.skip(NO_STRACE);
  }
  const path = await newFile();
  const trace = `${path}.trace`;
  const calls = ['-f', '-e', 'trace=write,fsync,fdatasync', '-o', trace];
  const node = [process.execPath, '--input-type=module', '--eval', APPENDER, path];
  await promisify(execFile)('strace', [...calls, ...node], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  // strace prints an interrupted call twice; the second line has its result.
  const told = (await readFile(trace, 'utf8')).matchAll(
    /write\(1, "(acknowledged \d+|created)|f(?:data)?sync(?:\(\d+\)| resumed>.*\)) += (0)/g,
  );
  let synced = 0;
  const syncsBefore = new Map<string, number>();
  for (const [, acknowledged, sync] of told) {
    if (sync !== undefined) synced += 1;
    else {
      syncsBefore.set(acknowledged!, synced);
      synced = 0;
    }
  }
  expect(syncsBefore.size).toBe(1 + COMMITS);
  for (const [acknowledged, syncs] of syncsBefore) expect(syncs, acknowledged).toBeGreaterThanOrEqual(1);
});
