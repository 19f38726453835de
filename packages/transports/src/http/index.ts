export { isLoopback } from './edge-checks.js';
export { type HttpListener, type HttpOptions, listenHttp } from './listener.js';
export type { Mount, MountSide } from './mount.js';
export { TokenBook } from './tokens.js';
