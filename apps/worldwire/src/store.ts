import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import { Problem, reasonOf } from './problem.js';
import type { WorldOptions } from './worlds.js';

const FILE = 'universe.sqlite';

/** Opens the store the operator chose. The code of the others is never loaded. */
export async function openStore({ data, store }: Pick<WorldOptions, 'data' | 'store'>): Promise<Journal> {
  if (store === 'memory') return new MemoryJournal();
  if (store === 'sqlite') return openFile(data);
  const { openPostgres } = await import('@worldwire/journal/postgres');
  try {
    return await openPostgres(store);
  } catch (thrown) {
    throw Problem.failure(`The store ${withoutSecrets(store)} cannot be used. ${reasonOf(thrown)}`);
  }
}

export function storeFile(folder: string): string {
  return join(folder, FILE);
}

async function openFile(folder: string): Promise<Journal> {
  const path = storeFile(folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { openSqlite } = await import('@worldwire/journal/sqlite');
    return await openSqlite(path);
  } catch (thrown) {
    throw Problem.failure(
      `${path} cannot be used: ${reasonOf(thrown)} Name another folder with --data DIR, or keep nothing with --store memory.`,
    );
  }
}

function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}
