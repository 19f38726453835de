export type { LinkChannel } from './link-channel.js';
export { LinkedEngine, type LinkedEngineOptions, type LinkInfo, type LinkStatus } from './linked-engine.js';
export { COMMAND_ENDED, Supervisor, type SupervisorOptions } from './supervisor.js';
