import type { Database } from './binding.js';

/** Returns a function that does its work in one transaction, and undoes it where the work throws. */
export function transactions(
  database: Database,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
): <Result>(work: () => Result) => Result {
  const [start, commit, rollback] = [begin, 'COMMIT', 'ROLLBACK'].map(sql => database.prepare(sql));
  return work => {
    start!.run();
    try {
      const result = work();
      commit!.run();
      return result;
    } catch (error) {
      // SQLite has rolled back by itself after some errors, and the first failure is the one to tell.
      try {
        if (database.isTransaction) rollback!.run();
      } catch {}
      throw error;
    }
  };
}
