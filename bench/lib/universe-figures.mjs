/** What the runs with a universe come to: medians over the rounds, and ratios within them. */
import { median } from './median.mjs';

/** @typedef {import('./measures/universe.mjs').CommandRow} CommandRow */

/** @param {{ callsPerSecond: number }[]} runs */
export function medianPace(runs) {
  return median(runs.map(({ callsPerSecond }) => callsPerSecond));
}

/** @param {{ p99: number }[]} runs */
export function medianP99(runs) {
  return median(runs.map(({ p99 }) => p99));
}

/**
 * The largest universe against the smallest: the median of what the rounds say, each by runs that were made
 * straight one after the other.
 * @param {CommandRow} row
 * @returns {number | undefined} undefined with one size only
 */
export function growthRatio({ bySize }) {
  const [smallest] = bySize;
  const largest = bySize.at(-1);
  if (!smallest || !largest || smallest === largest) return undefined;
  return median(
    largest.runs.map(({ callsPerSecond }, round) => callsPerSecond / smallest.runs[round].callsPerSecond),
  );
}
