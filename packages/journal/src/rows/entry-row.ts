import type { Entry } from '../contract/journal.js';

/** A stored entry: columns for the fields that queries use, one JSON text for the rest. */
export interface EntryRow {
  readonly revision: number;
  readonly at: string;
  readonly principal: string;
  readonly key: string | null;
  readonly undoes: number | null;
  readonly body: string;
}

export function encodeEntry(entry: Entry): EntryRow {
  const { revision, at, principal, client, key = null, undoes = null } = entry;
  const { command, events, changes, inverse } = entry;
  const body = JSON.stringify({ command, events, changes, inverse, client });
  return { revision, at, principal, key, undoes, body };
}

export function decodeEntry({ revision, at, principal, key, undoes, body }: EntryRow): Entry {
  // JSON.stringify omits undefined.
  const { command = null, events = null, changes = null, inverse = null, client } = JSON.parse(body);
  return {
    revision,
    at,
    principal,
    ...(client === undefined ? undefined : { client }),
    ...(key === null ? undefined : { key }),
    command,
    events,
    changes,
    inverse,
    ...(undoes === null ? undefined : { undoes }),
  };
}
