import { createHash } from 'node:crypto';
import type { Steps } from '../domain/index.js';

/** Levels of an object that are written member by member: those of a command, of its state, of the state's records. */
const STEPPED_LEVELS = 4;
const MEMBERS_PER_STEP = 256;

/** A digest of what was asked. The order of an object's keys does not count: a retry may have been written anew. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest('base64url');
}

/** The same in steps. */
export function* fingerprintSteps(value: unknown): Steps<string> {
  const hash = createHash('sha256');
  let count = 0;
  for (const piece of pieces(value, STEPPED_LEVELS)) {
    hash.update(piece);
    if (++count % MEMBERS_PER_STEP === 0) yield;
  }
  return hash.digest('base64url');
}

/** The JSON with sorted keys, in pieces. */
function* pieces(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value, sortKeys) ?? 'null';
    return;
  }
  const list = Array.isArray(value);
  let before = list ? '[' : '{';
  for (const [name, member] of Object.entries(list ? value : (sortKeys('', value) as object))) {
    if (member === undefined && !list) continue;
    yield list ? before : `${before}${JSON.stringify(name)}:`;
    yield* pieces(member, levels - 1);
    before = ',';
  }
  yield before === ',' ? (list ? ']' : '}') : list ? '[]' : '{}';
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
