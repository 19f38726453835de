/** Of an even number, the lower of the two in the middle. */
export function median(samples: readonly number[]): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1];
}
