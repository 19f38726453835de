import { DEFAULT_LIMITS, type Limits } from '@worldwire/server/internal';
import { didYouMean } from '@worldwire/server/kit/near-matches';

/** Timers of Node fire at once beyond 2^31 ms. This is lower, because some code adds to a limit. */
const MAX_MS = 2_000_000_000;

export const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS);

/** Reads the `limits` of a configuration file. `refuse` throws with the place of the key. */
export function readLimits(value: unknown, refuse: (key: string, message: string) => never): Partial<Limits> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('limits', '"limits" must be an object, such as { "bodyBytes": 1048576 }');
  }
  for (const [name, limit] of Object.entries(value)) {
    if (!LIMIT_NAMES.includes(name)) {
      const hint = didYouMean(name, LIMIT_NAMES);
      refuse(`limits.${name}`, `unknown limit "${name}".${hint} Known: ${LIMIT_NAMES.join(', ')}`);
    }
    const max = name.endsWith('Ms') ? MAX_MS : Number.MAX_SAFE_INTEGER;
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > max) {
      refuse(
        `limits.${name}`,
        `the limit "${name}" must be a whole number from 1 to ${max}, not ${JSON.stringify(limit)}`,
      );
    }
  }
  return value;
}
