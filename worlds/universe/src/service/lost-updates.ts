import { callerName } from '@worldwire/protocol';
import type { Change } from '../domain/index.js';
import type { LoadedUniverse } from './loaded-universe.js';
import type { Receipt } from './operation.js';

/** Entries and changes that are looked at, so that the cost does not grow with the universe or its log. */
const MAX_ENTRIES = 200;
const MAX_CHANGES = 2_000;
const MAX_WARNINGS = 5;
const MAX_VALUE = 60;

type Patch = Extract<Change, { op: 'patch' }>;

/**
 * Names fields that this write replaced although another principal had changed them since the last write of the caller. Only
 * the newest entries, which are in memory, are compared.
 */
export function lostUpdates(loaded: LoadedUniverse, receipt: Receipt, principal: string): string[] {
  // The fast path: the caller made the write before this one too.
  for (const entry of loaded.recentBefore(receipt.first, 1)) if (entry.principal === principal) return [];
  const wanted = new Map<string, Set<string>>();
  for (const change of receipt.changes.slice(0, MAX_CHANGES))
    if (change.op === 'patch')
      wanted.set(keyOf(change), new Set([...(wanted.get(keyOf(change)) ?? []), ...fieldsOf(change)]));
  if (wanted.size === 0) return [];

  const found: ((since: string) => string)[] = [];
  let left = MAX_CHANGES;
  let since = '';
  for (const entry of loaded.recentBefore(receipt.first, MAX_ENTRIES)) {
    if (entry.principal === principal) {
      since = `, after your last write (revision ${entry.revision})`;
      break;
    }
    const changes = entry.changes as readonly Change[];
    const inverse = entry.inverse as readonly Change[];
    for (const [index, change] of changes.entries()) {
      if (--left < 0) break;
      const fields = change.op === 'patch' ? wanted.get(keyOf(change)) : undefined;
      if (fields === undefined || change.op !== 'patch') continue;
      const back = inverse[inverse.length - 1 - index];
      for (const field of fieldsOf(change)) {
        // Only the newest change of a field.
        if (!fields.delete(field) || found.length >= MAX_WARNINGS) continue;
        const old = back?.op === 'patch' ? back.value[field] : undefined;
        const what = `${field} of "${change.id}" was changed from ${said(old)} to ${said(change.value[field])}`;
        found.push(when => `${what} by ${callerName(entry)} at revision ${entry.revision}${when}.`);
      }
    }
    if (left < 0) break;
  }
  return found.map(sentence => sentence(since));
}

function keyOf({ in: kind, id }: Patch): string {
  return `${kind}/${id}`;
}

function fieldsOf({ value, unset = [] }: Patch): string[] {
  return [...Object.keys(value), ...unset];
}

function said(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
