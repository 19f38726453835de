export * from '@worldwire/server';
export {
  type BatchOptions,
  batchTool,
  defineWrite,
  type KeptWrites,
  keepWrites,
  listWritesTool,
  type UndoCall,
  undoTool,
  type ValuePlan,
  type WriteDefinition,
  type Writes,
} from '@worldwire/writes';
export type { ServeOptions, StdioOptions } from './api/options.js';
export { type ServedStdio, serveStdio } from './api/serve-stdio.js';
export { type Served, serve } from './api/serve-world.js';
export type { Worlds } from './worlds/world-module.js';
