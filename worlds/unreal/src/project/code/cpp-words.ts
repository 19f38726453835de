import type { TimeSlice } from '../../work/time-slice.js';

/** Characters between two checks of the time slice. */
const PIECE = 16 * 1024;
/** Characters of the longest word that is searched. */
const MAX_WORD = 40;

export interface Word {
  readonly at: number;
  readonly word: string;
  readonly kind: string;
}

/** All places of some words, which have at most MAX_WORD characters. */
export async function wordsIn(code: string, pattern: RegExp, slice: TimeSlice): Promise<readonly Word[]> {
  const words: Word[] = [];
  for (let from = 0; from < code.length; from += PIECE) {
    // With what stands before and behind, which decides where words begin and end.
    const start = Math.max(0, from - 1);
    for (const { index, 0: word, 1: kind = '' } of code
      .slice(start, from + PIECE + MAX_WORD)
      .matchAll(pattern)) {
      const at = start + index;
      if (at >= from && at < from + PIECE) words.push({ at, word, kind });
    }
    if (slice.isOverAfter(PIECE)) await slice.yieldToEventLoop();
  }
  return words;
}
