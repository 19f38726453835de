export { isLoopback } from './edge-checks.js';
export { type HttpListener, type HttpOptions, listenHttp } from './listener.js';
export type { Mount } from './mount.js';
export { TokenBook } from './tokens.js';
