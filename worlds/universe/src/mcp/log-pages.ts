import type { Entry } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';
import type { Change } from '../domain/index.js';
import { changeItem, historyItem } from '../service/entry-items.js';
import type { LargeRevision } from './large-revisions.js';
import { textBytesOf } from './result-budget.js';
import { shorten, shortenEvents } from './shorten.js';
import { changesUri, historyUri } from './uris.js';

/** A longer item of the history is shortened. */
const MAX_ITEM_CHARACTERS = 4 * 1024;
/** Of a change or an item of the history that was shortened. */
const MAX_CHANGE_BYTES = 32 * 1024;
const TOO_LARGE = 'larger than a page; read it with a larger maxBytes';

interface Position {
  readonly id: string;
  readonly since: number;
  /** The newest. */
  readonly revision: number;
}

/** As many entries as fit, or undefined if the first does not. */
export function changesPage(position: Position, entries: readonly Entry[], max: number): object | undefined {
  const { id, since, revision } = position;
  const items = fitItems(entries.map(changeItem), { max, sizeOf: textBytesOf });
  if (items.length === 0 && entries.length > 0) return undefined;
  const nextSince = since + items.length;
  const more = nextSince < revision && { nextSince, next: changesUri(id, nextSince) };
  return { since, revision, items, ...more };
}

/** Some changes of the revision after `since`, starting with the change `from`. */
export function partPage(position: Position, large: LargeRevision, from: number, max: number): object {
  const { id, since, revision } = position;
  const { changes: all, ...rest } = large;
  if (from > 0 && from >= all.length) throw noSuchChange(since + 1, from);
  const about = textBytesOf(rest) <= max / 2 ? rest : { revision: rest.revision, omitted: TOO_LARGE };
  const room = max - textBytesOf(about);
  const fitted = fitItems(all.slice(from), { max: room, sizeOf: textBytesOf });
  const changes = fitted.length > 0 ? fitted : all.slice(from, from + 1).map(shortenChange);
  const item = { ...about, from, of: all.length, changes };
  const end = from + changes.length;
  const page = { since, revision, items: [item] };
  if (end < all.length) return { ...page, next: changesUri(id, since, end) };
  return { ...page, ...(since + 1 < revision && { next: changesUri(id, since + 1) }) };
}

/** A change whose entity is larger than a page, without the long fields of the entity. */
function shortenChange(change: Change): object {
  const value = 'value' in change && typeof change.value === 'object' ? change.value : undefined;
  if (value === undefined) return change;
  const short = { ...change, value: shorten(value) };
  return textBytesOf(short) <= MAX_CHANGE_BYTES ? short : { ...change, value: { omitted: TOO_LARGE } };
}

export function noSuchChange(revision: number, from: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    `Revision ${revision} has no change ${from}.`,
    'Leave from out to start with its first change.',
  );
}

/** As many entries as fit, newest first. */
export function historyPage(id: string, revision: number, entries: readonly Entry[], max: number): object {
  const all = entries.map(entry => {
    const item = historyItem(entry);
    if (JSON.stringify(item).length <= MAX_ITEM_CHARACTERS) return item;
    const { command, events } = entry as Entry & { command: object; events: object[] };
    const short = { ...item, command: shorten(command), events: shortenEvents(events) };
    if (textBytesOf(short) <= MAX_CHANGE_BYTES) return short;
    return {
      ...item,
      command: { type: (command as { type?: unknown }).type, omitted: TOO_LARGE },
      events: [],
    };
  });
  const items = fitItems(all, { max, min: 1, sizeOf: textBytesOf });
  const nextCursor = entries[items.length - 1]?.revision ?? 1;
  return { revision, items, ...(nextCursor > 1 && { nextCursor, next: historyUri(id, nextCursor) }) };
}
