import type { Database } from './binding.js';

/** Reads or sets a pragma. Most pragmas return nothing when they are set. */
export function pragma(database: Database, text: string): unknown {
  const row = database.prepare(`PRAGMA ${text}`).get() as Record<string, unknown> | undefined;
  return row && Object.values(row)[0];
}
