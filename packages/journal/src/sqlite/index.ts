export { type Database, loadBinding } from './binding.js';
export { copySqlite, isOpenElsewhere } from './copy.js';
export type { SqliteOptions } from './database.js';
export { openSqlite, type SqliteJournal } from './sqlite-journal.js';
