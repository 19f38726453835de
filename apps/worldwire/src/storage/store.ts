import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Journal, MemoryJournal, NO_SQLITE } from '@worldwire/journal';
import { codeBehind, Problem, reasonOf } from '../errors/problem.js';
import { makeDataFolder } from './data-folder.js';

const ELSEWHERE =
  'Or keep the universe in PostgreSQL with --store postgres://…, or nothing with --store memory.';

/** Opens the store the operator chose, with its own file where it is one. The code of the others is never loaded. */
export async function openStore(store: string, file: string): Promise<Journal> {
  if (store === 'memory') return new MemoryJournal();
  if (store === 'sqlite') return openFile(file);
  return openDatabase(store, dirname(file));
}

export function universeFile(folder: string): string {
  return join(folder, 'universe.sqlite');
}

/** The data folder remembers which journal the database has, so that one that is lost is not made anew. */
async function openDatabase(address: string, folder: string): Promise<Journal> {
  await makeDataFolder(folder);
  try {
    const { openPostgres } = await import('@worldwire/journal/postgres');
    return await openPostgres(address, { idFile: join(folder, `postgres-${nameOf(address)}.id`) });
  } catch (thrown) {
    const { cause } = thrown as { readonly cause?: unknown };
    const said = cause instanceof Error ? ` (${cause.message})` : '';
    throw Problem.refusal(
      'store database',
      `The store ${withoutSecrets(address)} cannot be used. ${reasonOf(thrown)}${said}`,
      thrown,
    );
  }
}

/** The same for the same database, whoever connects to it. */
function nameOf(address: string): string {
  return createHash('sha256').update(withoutSecrets(address)).digest('hex').slice(0, 12);
}

async function openFile(path: string): Promise<Journal> {
  await makeDataFolder(dirname(path));
  try {
    const { openSqlite } = await import('@worldwire/journal/sqlite');
    return await openSqlite(path);
  } catch (thrown) {
    // The file is not the cause, and must not be blamed.
    if (codeBehind(thrown) === NO_SQLITE) {
      const message = `The store cannot be opened. ${reasonOf(thrown)} ${ELSEWHERE}`;
      throw Problem.refusal('store file', message, thrown);
    }
    throw Problem.refusal(
      'store file',
      `${path} cannot be used: ${reasonOf(thrown)} Name another folder with --data DIR, or keep nothing with --store memory.`,
      thrown,
    );
  }
}

function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}
