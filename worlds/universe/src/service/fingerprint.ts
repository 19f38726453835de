import { createHash } from 'node:crypto';

/** A digest of what was asked. The order of an object's keys does not count: a retry may have been written anew. */
export function fingerprint(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked, sortKeys)).digest('base64url');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
