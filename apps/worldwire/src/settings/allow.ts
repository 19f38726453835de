import type { Grants } from '@worldwire/server';
import { didYouMean } from '../errors/near-match.js';
import { Problem } from '../errors/problem.js';

const ALLOWABLE = ['writes', 'eval', 'remote-config'] as const;

export interface OperatorGrants extends Required<Grants> {
  /** Whether a client may change settings that are otherwise the operator's. */
  readonly remoteConfig: boolean;
}

/** What the operator allows, from `--allow` and `--read-only`. The latter wins. */
export function readGrants(allow: readonly string[], readOnly: boolean): OperatorGrants {
  for (const word of allow) {
    if ((ALLOWABLE as readonly string[]).includes(word)) continue;
    const hint = didYouMean(word, ALLOWABLE);
    throw Problem.usage(
      `--allow ${word}: there is no such thing to allow.${hint} Choose from ${ALLOWABLE.join(', ')}.`,
    );
  }
  return {
    writes: allow.includes('writes'),
    eval: allow.includes('eval'),
    remoteConfig: allow.includes('remote-config'),
    readOnly,
  };
}
