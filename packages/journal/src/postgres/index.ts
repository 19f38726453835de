export type { PostgresOptions } from './connections.js';
export { openPostgres, type PostgresJournal } from './postgres-journal.js';
