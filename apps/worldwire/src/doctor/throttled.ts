import { type Finding, warn } from '../findings/finding.js';

/** A throttled server does not say whether a token is valid. */
export function throttled(check: string, place: string): Finding {
  return warn(
    check,
    `${place} refuses new clients for a while after failed tokens.`,
    'Ask again in a minute.',
  );
}
