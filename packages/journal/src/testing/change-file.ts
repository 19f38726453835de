import { loadBinding } from '../sqlite/binding.js';

/** Changes the file of a journal without the journal. */
export async function changeFile(path: string, sql: string): Promise<void> {
  const { DatabaseSync } = await loadBinding();
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  } finally {
    database.close();
  }
}
