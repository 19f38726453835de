export type { SqliteOptions } from './database.js';
export { openSqlite, type SqliteJournal } from './sqlite-journal.js';
