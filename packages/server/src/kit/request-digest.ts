import { createHash } from 'node:crypto';
import type { Steps } from '../api/steps.js';

/** Levels of an object that `requestDigestSteps` writes member by member. */
const STEPPED_LEVELS = 4;
const MEMBERS_PER_STEP = 256;

/**
 * SHA-256 of a request, to tell a retry from another request with the same operation key. The order of object keys does not
 * count. Journals store digests, so the form must not change.
 *
 *     requestDigest(['move', { x: 1, y: 2 }]) === requestDigest(['move', { y: 2, x: 1 }]);
 */
export function requestDigest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, sortedKeys)).digest('base64url');
}

/** The same digest in steps, for requests of megabytes: `await context.heavy(requestDigestSteps(request))`. */
export function* requestDigestSteps(request: unknown): Steps<string> {
  const hash = createHash('sha256');
  let count = 0;
  for (const piece of pieces(request, STEPPED_LEVELS)) {
    hash.update(piece);
    if (++count % MEMBERS_PER_STEP === 0) yield;
  }
  return hash.digest('base64url');
}

/** The JSON with sorted keys, in pieces. */
function* pieces(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value, sortedKeys) ?? 'null';
    return;
  }
  const isArray = Array.isArray(value);
  let before = isArray ? '[' : '{';
  for (const [name, member] of Object.entries(isArray ? value : (sortedKeys('', value) as object))) {
    if (member === undefined && !isArray) continue;
    yield isArray ? before : `${before}${JSON.stringify(name)}:`;
    yield* pieces(member, levels - 1);
    before = ',';
  }
  yield before === ',' ? (isArray ? ']' : '}') : isArray ? '[]' : '{}';
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
