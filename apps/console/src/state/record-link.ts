import type { AuditRecord } from '../api/operator.js';
import { type Place, writePlace } from './place.js';

/** Where a record of the audit leads: what the call changed, at the revision that it made. Undefined for a note without a world. */
export function placeOfRecord(record: AuditRecord): Place | undefined {
  const world = record.world ?? textOf(record.details, 'world');
  if (world === undefined) return undefined;
  const { universe, object } = record.about ?? {};
  const revision = Number(record.revision);
  const happened = record.outcome === 'done' && !record.dryRun;
  return {
    view: world,
    ...(universe !== undefined && { item: String(universe) }),
    ...(happened && record.revision !== undefined && Number.isSafeInteger(revision) && { rev: revision }),
    ...(object !== undefined && { sel: String(object) }),
    more: {},
  };
}

export function addressOfRecord(record: AuditRecord): string | undefined {
  const place = placeOfRecord(record);
  return place === undefined ? undefined : writePlace(place);
}

function textOf(details: unknown, name: string): string | undefined {
  const value = (details as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}
