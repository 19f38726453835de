export { audit } from './audit.mjs';
export { ClientJournal } from './client-journal.mjs';
export { crashLoop } from './crash-loop.mjs';
export { KilledPair } from './killed-pair.mjs';
export { KilledServer } from './killed-server.mjs';
export { seeded } from './random.mjs';
export { ServerProcess } from './server-process.mjs';
export { UniverseClient } from './universe-client.mjs';
export { BEACON, mixed, START, single } from './workload.mjs';
