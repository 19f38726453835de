export { EnginePool, MAX_ENGINES, type PoolChange, type PoolEntry } from './engine-pool.js';
export { IDS_PER_PROCESS, type IdStore } from './first-ids.js';
export type { LinkChannel } from './link-channel.js';
export type { EngineRole } from './link-hello.js';
export type { LinkInfo, LinkStatus } from './link-state.js';
export { LinkedEngine, type LinkedEngineOptions } from './linked-engine.js';
export { COMMAND_ENDED, Supervisor, type SupervisorOptions } from './supervisor.js';
