export * from '@worldwire/server';
export type { ServeOptions, StdioOptions } from './api/options.js';
export { type ServedStdio, serveStdio } from './api/serve-stdio.js';
export { type Served, serve } from './api/serve-world.js';
export type { Worlds } from './worlds/world-module.js';
