export * from '@worldwire/server';
export type { ServeOptions, StdioOptions } from './api/options.js';
export { type Served, serve } from './api/serve.js';
export { type ServedStdio, serveStdio } from './api/serve-stdio.js';
export type { Worlds } from './worlds/world-module.js';
