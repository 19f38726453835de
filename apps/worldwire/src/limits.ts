import { DEFAULT_LIMITS, type Limits } from '@worldwire/server';
import { didYouMean } from './near-match.js';
import { Problem } from './problem.js';

/** Beyond 2^31 ms a timer of Node fires at once. This is below it, with room for what is added to a limit. */
const LONGEST_MS = 2_000_000_000;

/** Reads the `limits` of a configuration file: those the operator changes, each by its name. */
export function readLimits(path: string, value: unknown): Partial<Limits> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw Problem.usage(`${path}: "limits" must be an object, such as { "bodyBytes": 1048576 }.`);
  }
  const known = Object.keys(DEFAULT_LIMITS);
  for (const [name, limit] of Object.entries(value)) {
    if (!known.includes(name)) {
      const hint = didYouMean(name, known);
      throw Problem.usage(`${path}: unknown limit "${name}".${hint} Known: ${known.join(', ')}.`);
    }
    const most = name.endsWith('Ms') ? LONGEST_MS : Number.MAX_SAFE_INTEGER;
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > most) {
      throw Problem.usage(
        `${path}: the limit "${name}" must be a whole number from 1 to ${most}, not ${JSON.stringify(limit)}.`,
      );
    }
  }
  return value;
}
