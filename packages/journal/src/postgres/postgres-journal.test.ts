import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Journal, JournalConflict, JournalDamaged, JournalUnavailable } from '../index.js';
import { encodeEntry } from '../rows/entry-row.js';
import { entriesAfter, entryAt, newLog, type PostgresServer, startPostgres } from '../testing/index.js';
import { openPostgres, type PostgresOptions } from './index.js';
import { MIGRATIONS } from './postgres-schema.js';

const server = await startPostgres();
afterAll(() => server?.stop());

// The contract suite reports that PostgreSQL is skipped, or fails if it is required.
describe.skipIf(server === undefined)('PostgreSQL', () => {
  const { url } = server ?? ({ url: '' } as PostgresServer);
  let schema: string;
  let schemas = 0;
  let opened: Journal[];
  let admin: Client;

  beforeEach(async () => {
    schema = `test ${++schemas}`;
    opened = [];
    admin = await connectAdmin();
  });
  afterEach(async () => {
    await admin.end();
    for (const journal of opened) await journal.close();
  });

  async function connectAdmin(): Promise<Client> {
    const client = new Client({ connectionString: url, application_name: 'test' });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async function open(options?: PostgresOptions): Promise<Journal> {
    const journal = await openPostgres(url, { schema, ...options });
    opened.push(journal);
    return journal;
  }

  function table(name: string): string {
    return `${escapeIdentifier(schema)}.${name}`;
  }

  /** Ends the connections of journals whose query is like this, once there is one. */
  async function terminate(query: string, waiting = false): Promise<void> {
    // Not the administrator's own: inside a transaction the view does not change.
    const observer = await connectAdmin();
    for (let ended = 0; ended === 0; ) {
      const { rowCount } = await observer.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'worldwire' AND query LIKE $1 AND (NOT $2 OR wait_event_type = 'Lock')`,
        [query, waiting],
      );
      ended = rowCount ?? 0;
      if (ended === 0) await delay(10);
    }
    await observer.end();
  }

  describe('its tables', () => {
    it('are made once when many processes start together', async () => {
      const journals = await Promise.all(Array.from({ length: 8 }, () => open({ connections: 2 })));
      await journals[0]!.create(newLog('a'));
      for (const journal of journals) expect(await journal.find('a')).toMatchObject({ id: 'a' });
    });

    it('are refused when a newer Worldwire made them', async () => {
      await open();
      await admin.query(`UPDATE ${table('version')} SET number = 99`);
      await expect(open()).rejects.toThrow(/schema 99.*newer Worldwire/);
    });

    it('are kept, with all that is in them, when an older Worldwire made them', async () => {
      await admin.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
      await admin.query(`SET search_path TO ${escapeIdentifier(schema)}`);
      for (const step of MIGRATIONS.slice(0, 2)) await admin.query(step as string);
      await admin.query(`UPDATE version SET number = 2;
        INSERT INTO log (id, name, created_at, updated_at, revision) VALUES ('a', 'A', '', '', 2), ('b', 'B', '', '', 0);
        INSERT INTO snapshot VALUES (1, 2, 'at 2'), (2, 0, '{}');
        INSERT INTO operation VALUES (1, 'ann', 'k', 1, 2, 'f');
        INSERT INTO creation VALUES ('ann', 'c', 'f', 1), ('ann', 'removed', 'f', NULL)`);
      for (const revision of [1, 2]) {
        const { at, principal, body } = encodeEntry(entryAt(revision));
        await admin.query('INSERT INTO entry VALUES (1, $1, $2, $3, NULL, NULL, $4)', [
          revision,
          at,
          principal,
          body,
        ]);
      }
      const journal = await open();
      const [a, b] = await journal.list({ limit: 10 });
      expect(a).toMatchObject({ id: 'a', revision: 2 });
      expect(a!.incarnation).not.toBe(b!.incarnation);
      await journal.append({ ...entriesAfter('a', 2), expected: { incarnation: a!.incarnation } });
      expect(await journal.read('a', 0, 10)).toEqual([entryAt(1), entryAt(2), entryAt(3)]);
      expect(await journal.recorded('a', 'ann', 'k')).toEqual({ first: 1, last: 2, fingerprint: 'f' });
      expect(await journal.snapshot('a')).toEqual({ revision: 2, state: 'at 2' });
      expect(await journal.origin('b')).toEqual({ revision: 0, state: '{}' });
      expect(await journal.verify()).toEqual([]);
      const byOlder = `INSERT INTO log (id, name, created_at, updated_at, revision) VALUES ('c', '', '', '', 0)`;
      await expect(admin.query(byOlder)).rejects.toThrow(/checksum/);
    });

    it('are not created again if they existed before', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'worldwire-postgres-id-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const idFile = join(folder, 'journal.id');
      const journal = await open({ idFile });
      await journal.create(newLog('a'));
      await admin.query(`DROP SCHEMA ${escapeIdentifier(schema)} CASCADE`);
      await expect(journal.find('a')).rejects.toThrow(JournalDamaged);
      await expect(journal.append(entriesAfter('a', 0))).rejects.toThrow(/table of the journal is missing/);
      await expect(open({ idFile })).rejects.toThrow(
        /no tables of a journal.*had a journal before.*remove .*journal\.id/,
      );
      await rm(idFile);
      expect(await (await open({ idFile })).list({ limit: 1 })).toEqual([]);
    });

    it('hold nothing of a log that was removed while others appended to it', async () => {
      const journal = await open();
      for (let round = 0; round < 20; round += 1) {
        await journal.create(newLog('a'));
        const operations = [{ principal: 'ann', key: 'k', fingerprint: 'f', first: 1, last: 5 }];
        await Promise.allSettled([
          journal.append({ ...entriesAfter('a', 0, 5), operations }),
          journal.saveSnapshot('a', { revision: 0, state: '{}' }, undefined, 1),
          journal.saveBookmark('a', { name: 'b', revision: 0, at: 'now', principal: 'ann' }),
          journal.remove('a'),
        ]);
        await journal.remove('a');
        for (const name of ['log', 'entry', 'operation', 'snapshot', 'kept_snapshot', 'bookmark']) {
          expect((await admin.query(`SELECT * FROM ${table(name)}`)).rows).toEqual([]);
        }
      }
    });
  });

  describe('rows that were changed outside the journal', () => {
    const damages: readonly [string, string, RegExp][] = [
      [
        'an entry',
        `UPDATE entry SET body = replace(body, 'moved', 'Moved') WHERE revision = 3`,
        /Revision 3 of log "a"/,
      ],
      ['a principal', `UPDATE entry SET principal = 'eve' WHERE revision = 3`, /Revision 3 of log "a"/],
      ['a removed entry', 'DELETE FROM entry WHERE revision = 3', /Revision 3 of log "a" is missing/],
      ['a missing end', 'DELETE FROM entry WHERE revision > 3', /Revision 4 of log "a" is missing/],
      ['a head', 'UPDATE log SET revision = 4', /head of log "a"/],
      ['a name', `UPDATE log SET name = 'Other'`, /head of log "a"/],
      ['a snapshot', `UPDATE snapshot SET state = '{}'`, /snapshot of log "a"/],
      ['a kept snapshot', `UPDATE kept_snapshot SET state = '{}'`, /snapshot of log "a"/],
      ['a bookmark', `UPDATE bookmark SET revision = 4`, /bookmark of log "a"/],
      ['an operation key', `UPDATE operation SET first = 2`, /operation key of log "a"/],
    ];

    it.each(damages)('%s: are detected and reported', async (what, sql, message) => {
      const journal = await open();
      await journal.create(newLog('a'));
      const operations = [{ principal: 'local', key: 'k', fingerprint: 'f', first: 1, last: 1 }];
      const { entries } = entriesAfter('a', 0, 5);
      const [first, ...others] = entries;
      await journal.append({ id: 'a', after: 0, entries: [{ ...first!, key: 'k' }, ...others], operations });
      await journal.saveSnapshot('a', { revision: 4, state: '{"x":0}' }, undefined, 1);
      await journal.saveSnapshot('a', { revision: 5, state: '{"x":1}' });
      await journal.saveBookmark('a', { name: 'b', revision: 2, at: 'now', principal: 'ann' });
      expect(await journal.verify()).toEqual([]);
      await admin.query(`SET search_path TO ${escapeIdentifier(schema)}; ${sql}`);
      const read = {
        'a snapshot': () => journal.snapshot('a'),
        'a kept snapshot': () => journal.snapshotAt('a', 4),
        'a bookmark': () => journal.bookmarks('a'),
        'an operation key': () => journal.recorded('a', 'local', 'k'),
      }[what];
      const reading = (read ?? (() => journal.read('a', 0, 100)))();
      const error = await reading.catch(thrown => thrown);
      expect(error).toBeInstanceOf(JournalDamaged);
      expect(error.message).toMatch(message);
      expect((await journal.verify()).join('\n')).toMatch(message);
    });
  });

  it('answers in time while the server hangs, and has each append once when it is back', async () => {
    const journal = await open({ statementMs: 1_000, connectMs: 1_000 });
    await journal.create(newLog('a'));
    await server!.freeze();
    const refusals = [journal.append(entriesAfter('a', 0)), journal.find('a')].map(one =>
      one.catch(error => error),
    );
    for (const refusal of await Promise.all(refusals)) {
      expect(refusal).toBeInstanceOf(JournalUnavailable);
      expect(refusal.message).toMatch(/did not answer in time/);
    }
    await server!.thaw();
    let head = await journal.find('a').catch(() => undefined);
    while (head === undefined) head = await journal.find('a').catch(() => undefined);
    await journal.append(entriesAfter('a', head.revision));
    expect(await journal.read('a', 0, 9)).toHaveLength(head.revision + 1);
  });

  it('names neither address nor user where it cannot be used', async () => {
    const { hostname, port, username } = new URL(url);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    const gone = new URL(url);
    gone.port = '1';
    for (const address of [wrong, gone]) {
      const { message } = await openPostgres(address.href, { schema }).catch(error => error);
      expect(message).toMatch(/PostgreSQL/);
      for (const secret of [hostname, port, username, 'wrong']) expect(message).not.toContain(secret);
    }
  });

  it('lets one of two processes append at a revision', async () => {
    const [one, other] = [await open(), await open()];
    await one.create(newLog('a'));
    for (let after = 0; after < 50; after += 1) {
      const results = await Promise.allSettled([
        one.append(entriesAfter('a', after, 1, 'one')),
        other.append(entriesAfter('a', after, 1, 'other')),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(results).toContainEqual({ status: 'rejected', reason: expect.any(JournalConflict) });
    }
    expect(await one.read('a', 0, 99)).toHaveLength(50);
  });

  it('waits for the disk even if synchronous_commit is off', async () => {
    await (await open()).create(newLog('a'));
    await admin.query(`CREATE TABLE ${table('seen')} (setting text)`);
    await admin.query(`CREATE FUNCTION ${table('look')}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO ${table('seen')} VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$`);
    await admin.query(
      `CREATE TRIGGER look BEFORE INSERT ON ${table('entry')} FOR EACH ROW EXECUTE FUNCTION ${table('look')}()`,
    );
    for (const weak of ['off', 'remote_apply']) {
      await admin.query(`ALTER ROLE worldwire SET synchronous_commit = ${weak}`);
      const journal = await open();
      const { revision } = (await journal.find('a'))!;
      await journal.append(entriesAfter('a', revision));
    }
    await admin.query('ALTER ROLE worldwire RESET synchronous_commit');
    const { rows } = await admin.query(`SELECT setting FROM ${table('seen')}`);
    expect(rows).toEqual([{ setting: 'on' }, { setting: 'remote_apply' }]);
  });

  describe('a connection that is lost', () => {
    it('in the middle of an append rejects it, and the next one goes through', async () => {
      const journal = await open();
      await journal.create(newLog('a'));
      await admin.query('BEGIN');
      await admin.query(`SELECT 1 FROM ${table('log')} FOR UPDATE`);
      const appended = expect(journal.append(entriesAfter('a', 0))).rejects.toThrow(JournalUnavailable);
      await terminate('%UPDATE log SET revision%', true);
      await appended;
      await admin.query('ROLLBACK');
      expect(await journal.find('a')).toMatchObject({ revision: 0 });
      await journal.append(entriesAfter('a', 0));
      expect(await journal.read('a', 0, 9)).toEqual([entryAt(1)]);
    });

    it('while it was idle does not end the process, and is replaced', async () => {
      const journal = await open();
      await journal.create(newLog('a'));
      await terminate('%INSERT INTO log%');
      let head: unknown;
      while (head === undefined) {
        head = await journal.find('a').catch(error => {
          expect(error).toBeInstanceOf(JournalUnavailable);
        });
      }
      expect(head).toMatchObject({ id: 'a' });
    });

    it('to a crashed server is restored after its restart, without loss of acknowledged entries', async () => {
      const journal = await open();
      const heard: (string | undefined)[] = [];
      journal.watch(id => heard.push(id));
      await journal.create(newLog('a'));
      let acknowledged = 0;
      const write = async () => {
        for (;;) {
          await journal.append(entriesAfter('a', acknowledged, 3));
          acknowledged += 3;
          if (acknowledged === 30) crashed = server!.crash();
        }
      };
      let crashed: Promise<void> | undefined;
      await expect(write()).rejects.toThrow(JournalUnavailable);
      await crashed;
      await expect(journal.find('a')).rejects.toThrow(/PostgreSQL/);
      await expect(openPostgres(url, { schema })).rejects.toThrow(/cannot be reached/);
      await server!.restart();
      const { revision } = (await journal.find('a'))!;
      expect(revision).toBeGreaterThanOrEqual(acknowledged);
      expect(await journal.read('a', 0, 1000)).toHaveLength(revision);
      await journal.append(entriesAfter('a', revision));
    });
  });

  it('gives up on a statement that waits too long', async () => {
    const journal = await open({ statementMs: 100 });
    await journal.create(newLog('a'));
    await admin.query('BEGIN');
    await admin.query(`SELECT 1 FROM ${table('log')} FOR UPDATE`);
    await expect(journal.append(entriesAfter('a', 0))).rejects.toThrow(/timed out/);
    await admin.query('ROLLBACK');
    await journal.append(entriesAfter('a', 0));
  });

  describe('watching', () => {
    /** Collects notifications. */
    function ear(journal: Journal): { heard: (string | undefined)[]; until(count: number): Promise<void> } {
      const heard: (string | undefined)[] = [];
      let wake = () => {};
      journal.watch(id => {
        heard.push(id);
        wake();
      });
      const until = async (count: number) => {
        while (heard.length < count) {
          await new Promise<void>(resolve => {
            wake = resolve;
          });
        }
      };
      return { heard, until };
    }

    it('reports writes of other processes by id, and not its own', async () => {
      const [one, other] = [await open(), await open()];
      const { heard, until } = ear(one);
      await until(1);
      expect(heard).toEqual([undefined]);
      await one.create(newLog('mine'));
      await one.append(entriesAfter('mine', 0));
      await other.create(newLog('their log'));
      await other.append(entriesAfter('their log', 0));
      await until(3);
      expect(heard).toEqual([undefined, 'their log', 'their log']);
    });

    it('reports a possible gap after its connection was lost, and continues', async () => {
      const [one, other] = [await open(), await open()];
      await other.create(newLog('a'));
      const { heard, until } = ear(one);
      await until(1);
      await terminate('LISTEN%');
      await until(2);
      await other.append(entriesAfter('a', 0));
      await until(3);
      expect(heard).toEqual([undefined, undefined, 'a']);
    });
  });
});
