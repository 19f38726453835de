import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Journal, JournalConflict, JournalUnavailable } from '../index.js';
import { encodeEntry } from '../rows/entry-row.js';
import { AT, entriesAfter, entryAt, newLog } from '../testing/index.js';
import { loadBinding } from './binding.js';
import { openSqlite, type SqliteOptions } from './index.js';
import { pragma } from './pragma.js';
import { MIGRATIONS } from './sqlite-schema.js';

const { DatabaseSync } = await loadBinding();

let folder: string;
let path: string;
let opened: Journal[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worldwire-sqlite-'));
  path = join(folder, 'journal.db');
  opened = [];
});
afterEach(async () => {
  for (const journal of opened) await journal.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(options?: SqliteOptions): Promise<Journal> {
  const journal = await openSqlite(path, options);
  opened.push(journal);
  return journal;
}

/** A file as an older version left it, with two logs. */
function makeOlder(version: number): void {
  const older = new DatabaseSync(path);
  for (const step of MIGRATIONS.slice(0, version)) step(older);
  pragma(older, 'application_id = 0x57574a4c');
  pragma(older, `user_version = ${version}`);
  older.exec(`
    INSERT INTO log (number, id, name, created_at, updated_at, revision)
    VALUES (1, 'a', 'A', '${AT}', '${AT}', 2), (2, 'b', 'B', '${AT}', '${AT}', 0);
    ${version < 2 ? '' : "UPDATE log SET incarnation = 'log ' || number;"}
    INSERT INTO snapshot VALUES (1, 2, 'at 2'), (2, 0, '{}');
    INSERT INTO operation VALUES (1, 'ann', 'k', 1, 2, 'f');
    INSERT INTO creation VALUES ('ann', 'c', 'f', 1), ('ann', 'removed', 'f', NULL);
  `);
  const insert = older.prepare(
    'INSERT INTO entry (log, revision, at, principal, key, undoes, body) VALUES (1, ?, ?, ?, NULL, NULL, ?)',
  );
  for (const revision of [1, 2]) {
    const { at, principal, body } = encodeEntry(entryAt(revision));
    insert.run(revision, at, principal, body);
  }
  older.close();
}

async function listen(at: string): Promise<void> {
  const server = createServer().listen(at);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

/** Commits in the write-ahead log: its frames that say how large the file is after them. */
async function commits(): Promise<number> {
  const wal = await readFile(`${path}-wal`);
  const frame = 24 + wal.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) {
    const current = wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24));
    if (current && wal.readUInt32BE(at + 4) > 0) count += 1;
  }
  return count;
}

describe('its file', () => {
  it('has everything after it was closed and opened again', async () => {
    const first = await open();
    await first.create(newLog('a', { operation: { principal: 'ann', key: 'c', fingerprint: 'f' } }));
    const operations = [{ principal: 'ann', key: 'k', fingerprint: 'f', first: 1, last: 2 }];
    await first.append({ ...entriesAfter('a', 0, 3), operations });
    await first.saveSnapshot('a', { revision: 2, state: 'at 2' });
    const head = await first.find('a');
    await first.close();

    const second = await open();
    expect(await second.find('a')).toEqual(head);
    expect(await second.read('a', 0, 10)).toEqual([entryAt(1), entryAt(2), entryAt(3)]);
    expect(await second.recorded('a', 'ann', 'k')).toEqual({ first: 1, last: 2, fingerprint: 'f' });
    expect(await second.snapshot('a')).toEqual({ revision: 2, state: 'at 2' });
  });

  it('can be read by its owner only', async () => {
    const journal = await open();
    await journal.create(newLog('a'));
    for (const file of [path, `${path}-wal`]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each([1, 2])(
    'is kept, with all that is in it, when an older Worldwire made it (schema %i)',
    async version => {
      makeOlder(version);
      const journal = await open();
      const [a, b] = await journal.list({ limit: 10 });
      expect(a).toMatchObject({ id: 'a', revision: 2 });
      expect(a!.incarnation).not.toBe(b!.incarnation);
      await journal.append({ ...entriesAfter('a', 2), expected: { incarnation: a!.incarnation } });
      expect(await journal.read('a', 0, 10)).toEqual([entryAt(1), entryAt(2), entryAt(3)]);
      expect(await journal.recorded('a', 'ann', 'k')).toEqual({ first: 1, last: 2, fingerprint: 'f' });
      expect(await journal.snapshot('a')).toEqual({ revision: 2, state: 'at 2' });
      expect(await journal.origin('a')).toBeUndefined();
      expect(await journal.origin('b')).toEqual({ revision: 0, state: '{}' });
      const operation = { principal: 'ann', key: 'c', fingerprint: 'f' };
      expect(await journal.create(newLog('a', { operation }))).toMatchObject({ replayed: true });
      expect(await journal.verify()).toEqual([]);
      expect(await journal.remove('a')).toBe(true);
      expect(await journal.verify()).toEqual([]);
    },
  );

  it('is refused when a newer Worldwire made it', async () => {
    await (await open()).close();
    const newer = new DatabaseSync(path);
    pragma(newer, 'user_version = 99');
    newer.close();
    await expect(openSqlite(path)).rejects.toThrow(/schema 99.*newer Worldwire/);
  });

  it('is refused, and left as it is, when another program made it', async () => {
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE theirs (x)');
    await expect(openSqlite(path)).rejects.toThrow(/another program/);
    expect(pragma(other, 'journal_mode')).toBe('delete');
    other.close();
  });

  it('is refused with a reason if it is not a database or cannot be created', async () => {
    await writeFile(path, 'This is a text file, and long enough to be taken for something else. '.repeat(20));
    await expect(openSqlite(path)).rejects.toThrow(JournalUnavailable);
    await expect(openSqlite(path)).rejects.toThrow(/not a SQLite database/);
    await expect(openSqlite(join(folder, 'missing', 'journal.db'))).rejects.toThrow(/ENOENT.*folder/);
  });
});

describe('its path', () => {
  it.each([
    ['pipe', '', () => execFileSync('mkfifo', [path])],
    ['folder', '', () => mkdir(path)],
    ['device', '', () => symlink('/dev/zero', path)],
    ['socket', '', () => listen(path)],
    ['pipe', '-wal', () => execFileSync('mkfifo', [`${path}-wal`])],
    ['folder', '-shm', () => mkdir(`${path}-shm`)],
  ])('is refused, without waiting, where there is a %s at "%s"', async (kind, suffix, make) => {
    if (suffix !== '') await (await openSqlite(path)).close();
    await make();
    await expect(openSqlite(path)).rejects.toThrow(JournalUnavailable);
    await expect(openSqlite(path)).rejects.toThrow(`${path}${suffix} is a ${kind}`);
  });

  it('may be a symbolic link to a regular file', async () => {
    const target = join(folder, 'target.db');
    await (await openSqlite(target)).close();
    await symlink(target, path);
    await (await open()).create(newLog('a'));
    await Promise.all(opened.splice(0).map(journal => journal.close()));
    const journal = await openSqlite(target);
    expect(await journal.find('a')).toMatchObject({ id: 'a' });
    await journal.close();
  });
});

describe('a journal that was there before', () => {
  beforeEach(async () => {
    const journal = await openSqlite(path);
    await journal.create(newLog('a'));
    await journal.close();
  });

  it.each([
    ['missing', () => rm(path)],
    ['empty', () => writeFile(path, '')],
  ])('is not replaced by a new one where its file is %s', async (_how, lose) => {
    await lose();
    await expect(openSqlite(path)).rejects.toThrow(
      /missing or empty.*had a journal before.*backup.*remove .*journal\.db\.id/,
    );
    await expect(openSqlite(path)).rejects.toThrow(JournalUnavailable);
    await rm(`${path}.id`);
    expect(await (await open()).list({ limit: 1 })).toEqual([]);
  });

  it('is not replaced by another journal, and can be restored from a copy', async () => {
    const copy = await readFile(path);
    await rm(path);
    const other = join(folder, 'other.db');
    await (await openSqlite(other)).close();
    await rename(other, path);
    await expect(openSqlite(path)).rejects.toThrow(/another journal than before/);
    await writeFile(path, copy);
    expect(await (await open()).find('a')).toMatchObject({ id: 'a' });
  });
});

describe('a commit', () => {
  it('is shared by all that was asked in one turn, and by nothing later', async () => {
    const journal = await open();
    await journal.create(newLog('a'));
    const before = await commits();
    const appends = Array.from({ length: 32 }, (_, index) => journal.append(entriesAfter('a', index)));
    await Promise.all([...appends, journal.create(newLog('b')), journal.rename('a', 'Another', 'later')]);
    expect(await commits()).toBe(before + 1);
    for (let after = 32; after < 35; after += 1) await journal.append(entriesAfter('a', after));
    expect(await commits()).toBe(before + 4);
  });

  it('goes through without the append that conflicts', async () => {
    const journal = await open();
    await journal.create(newLog('a'));
    await journal.create(newLog('b'));
    const results = await Promise.allSettled([
      journal.append(entriesAfter('a', 0, 2, 'first')),
      journal.append(entriesAfter('a', 0, 1, 'stale')),
      journal.append(entriesAfter('b', 0)),
      journal.append(entriesAfter('a', 2, 1, 'first')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: expect.any(JournalConflict) });
    expect(await journal.read('a', 0, 9)).toEqual([1, 2, 3].map(revision => entryAt(revision, 'first')));
    expect(await journal.find('b')).toMatchObject({ revision: 1 });
  });
});

describe('a full disk', () => {
  it('acknowledges nothing that is not stored, and continues when there is space', async () => {
    const journal = await open({ maxPages: 60 });
    await journal.create(newLog('ballast', { state: 'x'.repeat(100_000) }));
    await journal.create(newLog('a'));
    const large = (revision: number) => entryAt(revision, 'one', { events: 'x'.repeat(5_000) });
    const append = (after: number) => journal.append({ id: 'a', after, entries: [large(after + 1)] });

    let acknowledged = 0;
    let refusals: PromiseSettledResult<number>[] = [];
    while (refusals.length === 0) {
      const results = await Promise.allSettled([0, 1, 2].map(ahead => append(acknowledged + ahead)));
      if (results.every(({ status }) => status === 'fulfilled')) acknowledged += results.length;
      else refusals = results;
    }
    expect(refusals.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ reason: expect.any(JournalUnavailable) });
      expect(refusal).toMatchObject({ reason: { message: expect.stringContaining('The disk is full') } });
    }
    expect(acknowledged).toBeGreaterThan(0);
    expect(await journal.find('a')).toMatchObject({ revision: acknowledged });
    expect(await journal.read('a', 0, 1000)).toHaveLength(acknowledged);

    expect(await journal.remove('ballast')).toBe(true);
    await append(acknowledged);
    expect((await journal.read('a', 0, 1000)).at(-1)).toEqual(large(acknowledged + 1));
  });
});

describe('two processes with one file', () => {
  it('cannot both append at the same revision', async () => {
    const [one, other] = [await open(), await open()];
    await one.create(newLog('a'));
    const results = await Promise.allSettled([
      one.append(entriesAfter('a', 0, 1, 'one')),
      other.append(entriesAfter('a', 0, 1, 'other')),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results).toContainEqual({ status: 'rejected', reason: expect.any(JournalConflict) });
    expect(await one.read('a', 0, 9)).toEqual(await other.read('a', 0, 9));
    await expect(other.create(newLog('a'))).rejects.toThrow(JournalConflict);
  });

  it('report writes of each other and not their own', async () => {
    const [one, other] = [await open({ watchMs: 1 }), await open({ watchMs: 1 })];
    await one.create(newLog('a'));
    const heard = { one: 0, other: 0 };
    const next = (journal: Journal) =>
      new Promise<string | undefined>(resolve => {
        const stop = journal.watch(id => {
          stop();
          resolve(id);
        });
      });
    one.watch(() => {
      heard.one += 1;
    });
    let told = next(other);
    await one.append(entriesAfter('a', 0));
    expect(await told).toBeUndefined();
    expect(heard.one).toBe(0);
    told = next(one);
    await other.append(entriesAfter('a', 1));
    await told;
    expect(heard.one).toBeGreaterThan(0);
  });

  it('wait for a lock without blocking, and fail after a timeout', async () => {
    const journal = await open({ busyTimeoutMs: 30 });
    await journal.create(newLog('a'));
    const holder = new DatabaseSync(path);
    holder.exec('BEGIN IMMEDIATE');
    await expect(journal.append(entriesAfter('a', 0))).rejects.toThrow(
      /Another process keeps the journal locked/,
    );
    expect(await journal.find('a')).toMatchObject({ revision: 0 });
    holder.exec('COMMIT');
    await journal.append(entriesAfter('a', 0));

    const patient = await open({ busyTimeoutMs: 60_000 });
    holder.exec('BEGIN IMMEDIATE');
    const appended = patient.append(entriesAfter('a', 1));
    // The timer releases the lock only if the event loop runs.
    setTimeout(() => holder.exec('COMMIT'), 30);
    await appended;
    holder.close();
    expect(await patient.find('a')).toMatchObject({ revision: 2 });
  });
});

describe('a process that is killed', () => {
  const APPENDER = `
    import { openSqlite } from '@worldwire/journal/sqlite';
    import { entriesAfter, newLog } from '@worldwire/journal/testing';
    const journal = await openSqlite(process.argv[1]);
    if (!(await journal.find('a'))) await journal.create(newLog('a'));
    let { revision } = await journal.find('a');
    for (;;) {
      const after = revision;
      revision += 16;
      await Promise.all(Array.from({ length: 16 }, async (_, index) => {
        await journal.append(entriesAfter('a', after + index));
        process.stdout.write(after + index + 1 + '\\n');
      }));
    }
  `;

  it('has lost nothing that it acknowledged', async () => {
    let acknowledged = 0;
    for (let cycle = 1; cycle <= 5; cycle += 1) {
      const target = acknowledged + 100 * cycle;
      const appender = spawn(process.execPath, ['--input-type=module', '--eval', APPENDER, path], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(appender, 'close');
      for await (const line of createInterface(appender.stdout)) {
        acknowledged = Number(line);
        if (acknowledged >= target) appender.kill('SIGKILL');
      }
      expect((await gone)[1]).toBe('SIGKILL');

      const journal = await openSqlite(path);
      const { revision } = (await journal.find('a'))!;
      expect(revision).toBeGreaterThanOrEqual(acknowledged);
      const entries = await journal.read('a', 0, 1_000_000);
      expect(entries).toEqual(Array.from({ length: revision }, (_, index) => entryAt(index + 1)));
      await journal.close();
      acknowledged = revision;
    }
  });
});
