import { type Finding, warn } from './finding.js';

/** Nobody can say of such a server whether a token would do. */
export function throttled(check: string, place: string): Finding {
  return warn(
    check,
    `${place} lets nobody new in for a while after failed tokens.`,
    'Ask again in a minute.',
  );
}
