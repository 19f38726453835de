import { resolve } from 'node:path';
import { loadBinding } from './binding.js';
import { checkJournalFile, createPrivate } from './journal-file.js';
import { pragma } from './pragma.js';
import { asDamagedSchema, isBusy } from './sqlite-errors.js';

/** All pages in one step: a commit of another process restarts a backup of several steps. */
const ALL_PAGES = 2 ** 31 - 1;
/** A checkpoint of another process may hold the lock. */
const BLOCKING_MS = 5_000;

/** Copies the file of a journal at one commit, while servers may write to it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const { DatabaseSync, backup } = await loadBinding();
  checkJournalFile(resolve(from));
  createPrivate(to);
  try {
    const source = new DatabaseSync(from, { timeout: BLOCKING_MS });
    try {
      await backup(source, to, { rate: ALL_PAGES });
    } finally {
      source.close();
    }
  } catch (error) {
    throw asDamagedSchema(error);
  }
}

/** Whether another process has the file of a journal open: SQLite leaves WAL mode only for the last connection. */
export async function isOpenElsewhere(file: string): Promise<boolean> {
  const { DatabaseSync } = await loadBinding();
  try {
    const database = new DatabaseSync(file, { timeout: 1 });
    try {
      return pragma(database, 'journal_mode = DELETE') !== 'delete';
    } finally {
      database.close();
    }
  } catch (error) {
    if (isBusy(error)) return true;
    // No server serves a damaged file.
    return false;
  }
}
