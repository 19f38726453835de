import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';
import type { OperatorGrants } from '../worlds/world-entry.js';

const ALLOWABLE = ['writes', 'eval', 'remote-config'] as const;

/** Reads `--allow` and `--read-only`. The latter wins. */
export function readGrants(allow: readonly string[], readOnly: boolean): OperatorGrants {
  for (const word of allow) {
    if ((ALLOWABLE as readonly string[]).includes(word)) continue;
    const hint = didYouMean(word, ALLOWABLE);
    throw Problem.usage(
      `--allow ${word}: this is not a known permission.${hint} Choose from ${ALLOWABLE.join(', ')}.`,
    );
  }
  return {
    writes: allow.includes('writes'),
    eval: allow.includes('eval'),
    remoteConfig: allow.includes('remote-config'),
    readOnly,
  };
}
