import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Entry, Head, Journal } from '@worldwire/journal';
import type { Change } from '../domain/index.js';

const MAX_PAGE = 200;
/** After a page with more changes, one entry is read at a time, because an entry may have megabytes. */
const MAX_PAGE_CHANGES = 2_000;
/** A new state counts as so many changes. */
const RESET_CHANGES = 1_000;

/** The entries of a log, newest first, down to the one after `since`. */
export async function* entriesBack(
  journal: Journal,
  { id, incarnation, revision: newest }: Head,
  since = 0,
): AsyncGenerator<Entry> {
  let limit = 1;
  for (let before = newest + 1; before > since + 1; ) {
    const entries = await journal.readBack(id, before, Math.min(limit, before - since - 1), incarnation);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield* entries;
    before = last.revision;
    limit = changesIn(entries) > MAX_PAGE_CHANGES ? 1 : Math.min(MAX_PAGE, 2 * limit);
    // A page takes milliseconds, and there may be many.
    await yieldToEventLoop();
  }
}

function changesIn(entries: readonly Entry[]): number {
  let count = 0;
  for (const { changes } of entries)
    for (const { op } of changes as readonly Change[]) count += op === 'reset' ? RESET_CHANGES : 1;
  return count;
}
