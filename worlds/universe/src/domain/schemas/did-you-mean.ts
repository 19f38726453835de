/** Comparing costs the product of the lengths. */
const MAX_WORD = 48;
/** Two short words often differ in two letters by chance. */
const SHORT_WORD = 4;

/** The candidates nearest to a misspelled word, best first. */
export function didYouMean(word: string, candidates: Iterable<string>, max = 3): string[] {
  if (word.length > MAX_WORD) return [];
  const wanted = word.toLowerCase();
  const allowed = wanted.length <= SHORT_WORD ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return (
    Array.from(candidates)
      .filter(candidate => Math.abs(candidate.length - wanted.length) <= allowed)
      .map(candidate => ({ candidate, distance: distance(wanted, candidate.toLowerCase()) }))
      // A word of which no letter stays is another word.
      .filter(({ distance }) => distance <= allowed && distance < wanted.length)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, max)
      .map(({ candidate }) => candidate)
  );
}

/** Insertions, deletions, replacements, and swaps of neighbours, which are the most frequent mistake of a fast typist. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swap = swapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
