const FURTHEST = 2;

/** The known word that was probably meant, or undefined when none is close. */
export function nearMatch(word: string, known: readonly string[]): string | undefined {
  const begun = known.filter(candidate => word.length > 1 && candidate.startsWith(word));
  if (begun.length === 1) return begun[0];
  const [best] = known
    .map(candidate => ({ candidate, steps: distance(word, candidate) }))
    .filter(({ candidate, steps }) => steps <= FURTHEST && steps < candidate.length)
    .sort((a, b) => a.steps - b.steps);
  return best?.candidate;
}

/** " Did you mean …?", or nothing. */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const match = nearMatch(word, known);
  return match === undefined ? '' : ` Did you mean ${prefix}${match}?`;
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
