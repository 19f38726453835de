import type { Append, Entry, NewLog } from '../contract/journal.js';

export const AT = '2026-01-02T03:04:05.678Z';

/** A log to create, with defaults. */
export function newLog(id: string, more: Partial<NewLog> = {}): NewLog {
  return { id, name: `The log ${id}`, at: AT, state: '{"bodies":{}}', ...more };
}

/** An entry that contains its revision and its writer. */
export function entryAt(revision: number, writer: string | number = 'one', more: Partial<Entry> = {}): Entry {
  return {
    revision,
    at: AT,
    principal: 'local',
    command: { writer, revision },
    events: [{ kind: 'moved', revision }],
    changes: [{ set: revision }],
    inverse: [{ set: revision - 1 }],
    ...more,
  };
}

/** An append of `count` entries. */
export function entriesAfter(id: string, after: number, count = 1, writer: string | number = 'one'): Append {
  return {
    id,
    after,
    entries: Array.from({ length: count }, (_, index) => entryAt(after + 1 + index, writer)),
  };
}
