import { createHash } from 'node:crypto';

/** A digest of what was asked. The order of keys does not count: a retry may have been written anew. */
export function fingerprint(tool: string, args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args], sortedKeys))
    .digest('base64url');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
