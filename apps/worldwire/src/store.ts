import { dirname, join } from 'node:path';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import { makeDataFolder } from './make-folder.js';
import { Problem, reasonOf } from './problem.js';

/** Opens the store the operator chose, with its own file where it is one. The code of the others is never loaded. */
export async function openStore(store: string, file: string): Promise<Journal> {
  if (store === 'memory') return new MemoryJournal();
  if (store === 'sqlite') return openFile(file);
  const { openPostgres } = await import('@worldwire/journal/postgres');
  try {
    return await openPostgres(store);
  } catch (thrown) {
    throw Problem.failure(`The store ${withoutSecrets(store)} cannot be used. ${reasonOf(thrown)}`);
  }
}

export function universeFile(folder: string): string {
  return join(folder, 'universe.sqlite');
}

async function openFile(path: string): Promise<Journal> {
  await makeDataFolder(dirname(path));
  try {
    const { openSqlite } = await import('@worldwire/journal/sqlite');
    return await openSqlite(path);
  } catch (thrown) {
    throw Problem.failure(
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
