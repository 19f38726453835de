export { loadBinding } from './binding.js';
export type { SqliteOptions } from './database.js';
export { openSqlite, type SqliteJournal } from './sqlite-journal.js';
