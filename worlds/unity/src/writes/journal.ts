import { cutText } from '@worldwire/server/kit';
import { type PageDto, pageFrom } from '../dto/page.js';
import type { Write } from './write.js';

const MAX_ENTRIES = 1_000;
const MAX_TEXT = 500;
/** Characters of the arguments, of before and of after, each as JSON. */
const MAX_PART = 8_000;
/** All entries with their undo data. Above this the oldest are dropped. */
const MAX_BYTES = 16 * 1024 * 1024;

export type Outcome = 'done' | 'denied' | 'failed';

/** How a write is undone. */
export interface Undo {
  /** What it restores, for the confirmation. */
  readonly restores: object;
  /** Throws if an allowlist forbids it. */
  permit?(): void;
  /** Whether the value has changed since the write. */
  changed(): Promise<boolean>;
  /** Restores the value, and returns the values before and after that. */
  restore(write: Write): Promise<{ readonly before: unknown; readonly after: unknown }>;
}

export interface JournalEntry {
  readonly principal: string | null;
  readonly tool: string;
  readonly args: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly outcome: Outcome;
  readonly error?: string;
  readonly undo?: Undo | undefined;
}

export interface KeptEntry extends JournalEntry {
  readonly id: number;
  readonly at: string;
  undone: boolean;
  bytes: number;
}

export interface JournalEntryDto {
  readonly Id: number;
  readonly At: string;
  readonly Principal: string | null;
  readonly Tool: string;
  readonly Arguments: unknown;
  readonly Before: unknown;
  readonly After: unknown;
  readonly Outcome: Outcome;
  readonly Error?: string;
  readonly Undone?: boolean;
}

/** The newest guarded calls, with their values before and after and their outcome. */
export class Journal {
  readonly #entries: KeptEntry[] = [];
  #next = 1;
  #bytes = 0;

  constructor(readonly date: () => number) {}

  add(entry: JournalEntry): KeptEntry {
    const { args, before, after, error } = entry;
    const kept = {
      ...entry,
      ...(error !== undefined && { error: cutText(error, MAX_TEXT) }),
      args: bounded(args),
      before: bounded(before),
      after: bounded(after),
      id: this.#next++,
      at: new Date(this.date()).toISOString(),
      undone: false,
      bytes: 0,
    };
    kept.bytes = bytesOf(kept);
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

  /** The newest first. */
  list(paging: { readonly limit: number; readonly offset: number }): PageDto<JournalEntryDto> {
    return pageFrom(this.#entries.toReversed(), paging, dtoOf);
  }
}

function dtoOf({ id, at, principal, tool, args, before, after, outcome, error, undone }: KeptEntry) {
  return {
    Id: id,
    At: at,
    Principal: principal,
    Tool: tool,
    Arguments: args,
    Before: before ?? null,
    After: after ?? null,
    Outcome: outcome,
    ...(error !== undefined && { Error: error }),
    ...(undone && { Undone: true }),
  };
}

/** A character may take two bytes. */
function bytesOf({ tool, args, before, after, error, undo }: JournalEntry): number {
  return 2 * JSON.stringify([tool, args, before, after, error, undo?.restores]).length;
}

/** A shortened copy, or its beginning as text. */
function bounded(value: unknown): unknown {
  const copy = shortened(value);
  const json: string | undefined = JSON.stringify(copy);
  return json === undefined || json.length <= MAX_PART ? copy : cutText(json, MAX_PART);
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
