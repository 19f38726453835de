export { AuthFailures } from '../auth/auth-throttle.js';
export { CODE_MS, ConsoleSessions } from '../auth/console-sessions.js';
export { LocalOperator } from '../auth/local-operator.js';
export { isLoopback } from '../auth/loopback.js';
export { nameProblem } from '../auth/reserved-names.js';
export {
  hashedToken,
  parseTokenLines,
  type TokenChanges,
  type TokenLine,
  TokenStore,
} from '../auth/tokens.js';
export type { ConsoleOptions, PageFile, SignIn } from './console.js';
export { hostCheck } from './edge-checks.js';
export { type HttpListener, type HttpOptions, listenHttp } from './http-listener.js';
export type { Mount } from './mount.js';
export type { OperatorHandler, OperatorRequest } from './operator-routes.js';
export { type ProbedMount, Probes } from './probes.js';
