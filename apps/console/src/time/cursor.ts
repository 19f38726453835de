/** The time cursor over the revisions 0 to `newest`. `undefined` follows the newest. */
export type Cursor = number | undefined;

const MAX_WINDOW = 400;

/** The revision that is shown. A cursor behind the newest revision, as of a journal that began again, shows the newest. */
export function shownRevision(cursor: Cursor, newest: number): number {
  return cursor === undefined ? newest : Math.min(Math.max(0, cursor), newest);
}

/** The cursor some revisions on. It stops at both ends, and does not begin to follow. */
export function stepped(cursor: Cursor, newest: number, step: number): number {
  return Math.min(newest, Math.max(0, shownRevision(cursor, newest) + step));
}

/** The next cursor of a play back. At the newest revision it follows. */
export function played(cursor: Cursor, newest: number): Cursor {
  const next = shownRevision(cursor, newest) + 1;
  return next >= newest ? undefined : next;
}

/** The revisions that the bar shows: all, or `MAX_WINDOW` around the cursor. */
export function windowOf(cursor: Cursor, newest: number, all: boolean): readonly [from: number, to: number] {
  if (all || newest <= MAX_WINDOW) return [0, newest];
  const shown = shownRevision(cursor, newest);
  const end = Math.min(newest, Math.max(MAX_WINDOW, shown + MAX_WINDOW / 4));
  return [end - MAX_WINDOW, end];
}

/** Where a revision stands in a window, from 0 to 1. */
export function fractionOf(revision: number, [from, to]: readonly [number, number]): number {
  return to === from ? 1 : (revision - from) / (to - from);
}
