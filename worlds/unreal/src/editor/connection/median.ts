/** The middle one; of an even number, the lower of the two. */
export function median(samples: readonly number[]): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1];
}
