import type { Database } from './binding.js';

/** Returns a function that runs work in one transaction, and rolls back if the work throws. */
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
      // SQLite rolls back by itself after some errors. An error of the rollback must not hide the first one.
      try {
        if (database.isTransaction) rollback!.run();
      } catch {}
      throw error;
    }
  };
}
