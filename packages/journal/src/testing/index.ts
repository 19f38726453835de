export { changeFile } from './change-file.js';
export { type PostgresServer, startPostgres } from './postgres-server.js';
export { AT, entriesAfter, entryAt, newLog } from './samples.js';
export { seeded } from './seeded.js';
