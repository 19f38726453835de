import type { Context } from '@worldwire/server';

/** A result has the text twice: as structured content, and as text, in which every quote is escaped. */
const SHARE = 3;
/** What stands around it. */
const ENVELOPE = 1_024;

/** Whether a tool can answer with so many characters of JSON. */
export function fits(characters: number, { resultBytes }: Pick<Context, 'resultBytes'>): boolean {
  return characters * SHARE + ENVELOPE <= resultBytes;
}

/** Characters of a page of a resource: a few bites for an agent, and no more than a result may hold. */
const PAGE_CHARACTERS = 48 * 1024;

export function pageBudget({ resultBytes }: Pick<Context, 'resultBytes'>): number {
  return Math.min(PAGE_CHARACTERS, Math.floor((resultBytes - ENVELOPE) / SHARE));
}

/** The first of the items that have room together. */
export function fitting<Item>(items: readonly Item[], characters: number): readonly Item[] {
  let room = characters;
  const end = items.findIndex(item => {
    room -= JSON.stringify(item).length + 1;
    return room < 0;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** The same, and the first in any case: a page must lead on to the next. */
export function pageOf<Item>(items: readonly Item[], room: number): readonly Item[] {
  const some = fitting(items, room);
  return some.length > 0 ? some : items.slice(0, 1);
}
