import { codeOf } from '../errors/problem.js';

/** Whether the reader has closed the output, as in "worldwire worlds | head -1" (EPIPE), or the terminal is closed (EIO). */
export function isOutputClosed(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code === 'EPIPE' || code === 'EIO';
}
