/** Longer words are not compared: the cost is the product of the lengths. */
const MAX_WORD = 48;
const MIN_DISTANCE = 2;

/**
 * The known words that a mistyped word probably meant, best first. A word that begins exactly one known word means that one.
 *
 *     nearMatches('univrse', ['universe', 'unity', 'unreal']); // ["universe"]
 */
export function nearMatches(word: string, known: Iterable<string>, max = 3): string[] {
  if (word.length > MAX_WORD) return [];
  const wanted = word.toLowerCase();
  const candidates = [...known];
  const begun = candidates.filter(
    candidate => wanted.length > 1 && candidate.toLowerCase().startsWith(wanted),
  );
  if (begun.length === 1) return begun;
  const allowed = Math.max(MIN_DISTANCE, Math.floor(wanted.length / 3));
  return candidates
    .filter(candidate => Math.abs(candidate.length - wanted.length) <= allowed)
    .map(candidate => ({ candidate, steps: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, steps }) => steps <= allowed && steps < candidate.length)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

/**
 * " Did you mean …?" for an error message, or "" where no known word is near. `prefix` stands before the word.
 *
 *     `There is no flag --prot.${didYouMean('prot', ['port', 'host'], '--')}`; // "… Did you mean --port?"
 */
export function didYouMean(word: string, known: Iterable<string>, prefix = ''): string {
  const [match] = nearMatches(word, known, 1);
  return match === undefined ? '' : ` Did you mean ${prefix}${match}?`;
}

/** Levenshtein distance, one row at a time. Two letters in the wrong order are one step. */
function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] as number) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (before[j - 1] as number) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}
