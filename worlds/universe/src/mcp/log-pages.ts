import type { Entry } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { changeItem, historyItem } from '../service/entry-items.js';
import type { LargeRevision } from './large-revisions.js';
import { fitting, pageOf } from './result-budget.js';
import { brief, shortenEvents } from './shorten.js';
import { changesUri, historyUri } from './uris.js';

/** A revision whose description is longer than this is shown without its long fields. */
const LONG_CHARACTERS = 4 * 1024;

interface Place {
  readonly id: string;
  readonly since: number;
  /** The newest there is. */
  readonly revision: number;
}

/** Entries behind a revision, as many as there is room for, or undefined where the first is too large. */
export function changesPage(place: Place, entries: readonly Entry[], room: number): object | undefined {
  const { id, since, revision } = place;
  const items = fitting(entries.map(changeItem), room);
  if (items.length === 0 && entries.length > 0) return undefined;
  const nextSince = since + items.length;
  const more = nextSince < revision && { nextSince, next: changesUri(id, nextSince) };
  return { since, revision, items, ...more };
}

/** A part of the revision behind `since`, from one of its changes on. */
export function partPage(place: Place, large: LargeRevision, from: number, room: number): object {
  const { id, since, revision } = place;
  const { changes: all, ...told } = large;
  if (from > 0 && from >= all.length) throw noSuchChange(since + 1, from);
  const changes = pageOf(all.slice(from), room - JSON.stringify(told).length);
  const item = { ...told, from, of: all.length, changes };
  const end = from + changes.length;
  const page = { since, revision, items: [item] };
  if (end < all.length) return { ...page, next: changesUri(id, since, end) };
  return { ...page, ...(since + 1 < revision && { next: changesUri(id, since + 1) }) };
}

export function noSuchChange(revision: number, from: number): WorldError {
  return new WorldError('InvalidArgument', `Revision ${revision} has no change ${from}.`);
}

/** Entries from the newest on, as many as there is room for. */
export function historyPage(id: string, revision: number, entries: readonly Entry[], room: number): object {
  const told = entries.map(entry => {
    const whole = historyItem(entry);
    if (JSON.stringify(whole).length <= LONG_CHARACTERS) return whole;
    const { command, events } = entry as Entry & { command: object; events: object[] };
    return { ...whole, command: brief(command), events: shortenEvents(events) };
  });
  const items = pageOf(told, room);
  const nextCursor = entries[items.length - 1]?.revision ?? 1;
  return { revision, items, ...(nextCursor > 1 && { nextCursor, next: historyUri(id, nextCursor) }) };
}
