import { effect, signal } from '@preact/signals';
import { go, place } from '../state/place.js';
import { played, shownRevision, stepped } from './cursor.js';
import { shownJournal } from './journal.js';

/** Revisions per second. */
export const RATES = [1, 2, 5, 10, 30] as const;
export const rate = signal<number>(2);
export const isPlaying = signal(false);

/** Moves the cursor of the page. `undefined` follows. */
export function moveTo(cursor: number | undefined, replace = false): void {
  go({ rev: cursor }, replace);
}

export function step(by: number): void {
  const journal = shownJournal.peek();
  if (journal === undefined) return;
  isPlaying.value = false;
  moveTo(stepped(place.peek().rev, journal.newest.peek(), by));
}

/** Follows, or pauses at the revision that is shown. */
export function toggleFollowing(): void {
  const journal = shownJournal.peek();
  if (journal === undefined) return;
  isPlaying.value = false;
  moveTo(place.peek().rev === undefined ? journal.newest.peek() : undefined);
}

/** Plays from the cursor, or from the beginning of the last ten revisions while following. */
export function togglePlaying(): void {
  const journal = shownJournal.peek();
  if (journal === undefined) return;
  if (!isPlaying.peek() && place.peek().rev === undefined)
    moveTo(stepped(undefined, journal.newest.peek(), -10));
  isPlaying.value = !isPlaying.peek();
}

/** Begins or ends to compare the shown revision with where the cursor goes next. */
export function toggleCompare(): void {
  const journal = shownJournal.peek();
  if (journal === undefined) return;
  const { rev, cmp } = place.peek();
  if (cmp !== undefined) return go({ cmp: undefined });
  const newest = journal.newest.peek();
  const shown = shownRevision(rev, newest);
  go({ rev: shown, cmp: Math.max(0, shown - 1) });
}

/** Moves the cursor while it plays and the page is visible. */
export function followPlayback(): () => void {
  const end = effect(() => {
    const journal = shownJournal.value;
    if (!isPlaying.value || journal === undefined) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      const next = played(place.peek().rev, journal.newest.peek());
      moveTo(next, true);
      if (next === undefined) isPlaying.value = false;
    }, 1_000 / rate.value);
    return () => clearInterval(timer);
  });
  return () => {
    end();
    isPlaying.value = false;
  };
}
