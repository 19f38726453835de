import { codeOf } from '../errors/problem.js';

/** Whoever read us may leave first, as in "worldwire worlds | head -1" (EPIPE), and a terminal may be closed (EIO). */
export function isOutputClosed(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code === 'EPIPE' || code === 'EIO';
}
