import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Journal, MemoryJournal, NO_SQLITE } from '@worldwire/journal';
import { codeBehind, Problem, reasonOf } from '../errors/problem.js';
import { makeDataFolder } from './data-folder.js';

const ELSEWHERE = 'Or use PostgreSQL with --store postgres://…, or memory with --store memory.';

/** Opens a store; `file` is for sqlite. Only the code of that store is loaded. */
export async function openStore(store: string, file: string): Promise<Journal> {
  if (store === 'memory') return new MemoryJournal();
  if (store === 'sqlite') return openFile(file);
  return openDatabase(store, dirname(file));
}

export function universeFile(folder: string): string {
  return join(folder, 'universe.sqlite');
}

/** The data folder has the id of the database's journal, so that a lost journal is detected and not created again. */
async function openDatabase(address: string, folder: string): Promise<Journal> {
  await makeDataFolder(folder);
  try {
    const { openPostgres } = await import('@worldwire/journal/postgres');
    return await openPostgres(address, { idFile: join(folder, `postgres-${nameOf(address)}.id`) });
  } catch (thrown) {
    const { cause } = thrown as { readonly cause?: unknown };
    const detail = cause instanceof Error ? ` (${cause.message})` : '';
    throw Problem.refusal(
      'store database',
      `The store ${withoutSecrets(address)} cannot be used. ${reasonOf(thrown)}${detail}`,
      thrown,
    );
  }
}

/** The same for every user of a database. */
function nameOf(address: string): string {
  return createHash('sha256').update(withoutSecrets(address)).digest('hex').slice(0, 12);
}

async function openFile(path: string): Promise<Journal> {
  await makeDataFolder(dirname(path));
  try {
    const { openSqlite } = await import('@worldwire/journal/sqlite');
    return await openSqlite(path);
  } catch (thrown) {
    // The file is not the cause.
    if (codeBehind(thrown) === NO_SQLITE) {
      const message = `The store cannot be opened. ${reasonOf(thrown)} ${ELSEWHERE}`;
      throw Problem.refusal('store file', message, thrown);
    }
    throw Problem.refusal(
      'store file',
      `${path} cannot be used: ${reasonOf(thrown)} Name another folder with --data DIR, or use --store memory.`,
      thrown,
    );
  }
}

function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}
