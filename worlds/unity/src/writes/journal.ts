import { callerName } from '@worldwire/protocol';
import type { Access } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import type { Change } from './reversal.js';

const MAX_ENTRIES = 1_000;
const MAX_TEXT = 500;
/** Characters of the arguments, of before and of after, each as JSON. */
const MAX_PART = 2_000;
/** All entries with their undo data. Above this the oldest are dropped. */
const MAX_BYTES = 16 * 1024 * 1024;

export type Outcome = 'done' | 'denied' | 'failed';

export interface JournalEntry {
  /** Null for the server. */
  readonly principal: string | null;
  /** The name of its client. */
  readonly client?: string | undefined;
  readonly tool: string;
  readonly args: unknown;
  /** Of the call. Undoing it needs the same, or that of its reversal. */
  readonly access: Access;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly outcome: Outcome;
  readonly error?: string;
  /** Whether it may have changed something: it was done, or failed after it began. */
  readonly changed: boolean;
  /** The values that it changed and that can be restored, in the order of the changes. */
  readonly changes?: readonly Change[];
  /** Why it cannot be undone. */
  readonly final?: string | undefined;
}

export interface KeptEntry extends JournalEntry {
  readonly id: number;
  readonly at: string;
  readonly changes: readonly Change[];
  bytes: number;
}

/** The newest guarded calls, with their values before and after and their outcome. */
export class Journal {
  readonly #entries: KeptEntry[] = [];
  #next = 1;
  #bytes = 0;
  #revision = 0;

  constructor(readonly date: () => number) {}

  /** The id of the newest entry that may have changed something; 0 before the first. */
  get revision(): number {
    return this.#revision;
  }

  add(entry: JournalEntry): KeptEntry {
    const { args, before, after, error, changes = [] } = entry;
    const kept = {
      ...entry,
      ...(error !== undefined && { error: cutText(error, MAX_TEXT) }),
      args: bounded(args),
      before: bounded(before),
      after: bounded(after),
      id: this.#next++,
      at: new Date(this.date()).toISOString(),
      changes,
      bytes: 0,
    };
    kept.bytes = bytesOf(kept, this.#entries.at(-1)?.changes.at(-1));
    if (entry.changed) this.#revision = kept.id;
    this.#entries.push(kept);
    this.#bytes += kept.bytes;
    while (this.#entries.length > MAX_ENTRIES || this.#bytes > MAX_BYTES)
      this.#bytes -= (this.#entries.shift() as KeptEntry).bytes;
    return kept;
  }

  find(id: number): KeptEntry | undefined {
    const first = this.#entries[0]?.id ?? this.#next;
    return this.#entries[id - first];
  }

  /** The kept entries after an id, the newest first. */
  after(id: number): readonly KeptEntry[] {
    return this.#entries.filter(entry => entry.id > id).reverse();
  }
}

/** A character may take two bytes. A value that the entry before has, too, is counted once. */
function bytesOf({ tool, args, before, after, error, changes }: KeptEntry, last: Change | undefined): number {
  const kept = changes.map(({ reversal: { from, to } }) => [from, to === last?.reversal.from ? null : to]);
  return 2 * JSON.stringify([tool, args, before, after, error, kept]).length;
}

/** A shortened copy, or its beginning as text. */
export function bounded(value: unknown, max = MAX_PART): unknown {
  const copy = shortened(value);
  const json: string | undefined = JSON.stringify(copy);
  return json === undefined || json.length <= max ? copy : cutText(json, max);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, MAX_TEXT);
  if (Array.isArray(value)) return value.slice(0, 50).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([name, item]) => [cutText(name, MAX_TEXT), shortened(item)]),
  );
}

/** Who made the call. Null for the server. */
export function writerOf({ principal, client }: Pick<JournalEntry, 'principal' | 'client'>): string | null {
  return principal === null ? null : callerName({ principal, client });
}
