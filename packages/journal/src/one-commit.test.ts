import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal, OperationKey } from './index.js';
import { openPostgres } from './postgres/index.js';
import { openDatabase } from './sqlite/database.js';
import { openSqlite } from './sqlite/index.js';
import { entriesAfter, newLog, startPostgres } from './testing/index.js';

const KEY: OperationKey = { principal: 'ann', key: 'k', fingerprint: 'f' };
const KEYED = { ...entriesAfter('a', 0, 2), operations: [{ ...KEY, first: 1, last: 2 }] };

interface Store {
  readonly journal: Journal;
  /** From now on the store refuses rows for this table, as a full disk would in the midst of a write. */
  refuse(table: string): Promise<void>;
  close(): Promise<void>;
}

const folder = await mkdtemp(join(tmpdir(), 'worldwire-one-commit-'));
const postgres = await startPostgres();
let opened = 0;

afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function inSqlite(): Promise<Store> {
  const path = join(folder, `journal-${++opened}.db`);
  const journal = await openSqlite(path);
  const beside = await openDatabase(path, { busyTimeoutMs: 1_000 });
  return {
    journal,
    refuse: async table => {
      beside.exec(
        `CREATE TRIGGER refusing BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
      );
    },
    close: async () => {
      beside.close();
      await journal.close();
    },
  };
}

async function inPostgres(url: string): Promise<Store> {
  const schema = `one commit ${++opened}`;
  const journal = await openPostgres(url, { schema });
  const beside = new Client({ connectionString: url });
  await beside.connect();
  return {
    journal,
    refuse: async table => {
      const within = escapeIdentifier(schema);
      await beside.query(`
        CREATE FUNCTION ${within}.refusing() RETURNS trigger AS $$ BEGIN RAISE 'refused'; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER refusing BEFORE INSERT ON ${within}.${table}
        FOR EACH ROW EXECUTE FUNCTION ${within}.refusing()`);
    },
    close: async () => {
      await beside.end();
      await journal.close();
    },
  };
}

// The contract suite reports that PostgreSQL is skipped, or fails if it is required.
const stores = [
  { store: 'SQLite', open: inSqlite },
  ...(postgres === undefined ? [] : [{ store: 'PostgreSQL', open: () => inPostgres(postgres.url) }]),
];

describe.each(stores)('what belongs together is one commit in $store', ({ open }) => {
  let store: Store;
  let journal: Journal;
  beforeEach(async () => {
    store = await open();
    ({ journal } = store);
  });
  afterEach(() => store.close());

  it('entries are not kept without their operation key', async () => {
    await journal.create(newLog('a'));
    await store.refuse('operation');
    await expect(journal.append(KEYED)).rejects.toThrow('refused');
    expect(await journal.read('a', 0, 10)).toEqual([]);
    expect(await journal.find('a')).toMatchObject({ revision: 0 });
  });

  it('an operation key is not kept without its entries', async () => {
    await journal.create(newLog('a'));
    await store.refuse('entry');
    await expect(journal.append(KEYED)).rejects.toThrow('refused');
    expect(await journal.recorded('a', KEY.principal, KEY.key)).toBeUndefined();
    expect(await journal.find('a')).toMatchObject({ revision: 0 });
  });

  it('a log is not stored without the key that created it', async () => {
    await store.refuse('creation');
    await expect(journal.create(newLog('a', { operation: KEY }))).rejects.toThrow('refused');
    expect(await journal.find('a')).toBeUndefined();
  });

  it('a log is not kept without the state that it began with', async () => {
    await store.refuse('origin');
    await expect(journal.create(newLog('a', { operation: KEY }))).rejects.toThrow('refused');
    expect(await journal.find('a')).toBeUndefined();
  });
});
