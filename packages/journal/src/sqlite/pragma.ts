import type { Database } from './binding.js';

/** Sets or asks a setting of the connection. Returns what SQLite answers, which is undefined for most that are set. */
export function pragma(database: Database, text: string): unknown {
  const row = database.prepare(`PRAGMA ${text}`).get() as Record<string, unknown> | undefined;
  return row && Object.values(row)[0];
}
