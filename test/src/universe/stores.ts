import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import { openPostgres } from '@worldwire/journal/postgres';
import { openSqlite } from '@worldwire/journal/sqlite';
import { startPostgres } from '@worldwire/journal/testing';
import { afterAll, describe, expect, it } from 'vitest';

export interface TestStore {
  readonly store: string;
  /** An empty journal. */
  readonly open: () => Promise<Journal>;
}

/** All stores, for tests that run on each. A store that is not installed is reported as skipped. */
export async function allStores(): Promise<readonly TestStore[]> {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-stores-'));
  const postgres = await startPostgres();
  let opened = 0;
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const stores: TestStore[] = [
    { store: 'memory', open: async () => new MemoryJournal() },
    { store: 'SQLite', open: () => openSqlite(join(folder, `journal-${++opened}.db`)) },
  ];
  if (postgres !== undefined) {
    const open = () => openPostgres(postgres.url, { schema: `universe ${++opened}` });
    return [...stores, { store: 'PostgreSQL', open }];
  }
  const why = 'no PostgreSQL server is installed';
  if (process.env.WORLDWIRE_REQUIRE_POSTGRES === '1') it('has a PostgreSQL server', () => expect.fail(why));
  else describe.skip(`PostgreSQL (skipped: ${why})`, () => it('is not tested', () => {}));
  return stores;
}
