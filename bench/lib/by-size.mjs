/** What runs with worlds of several sizes come to: medians over the rounds, and ratios within them. */
import { median } from './median.mjs';

export function medianPace(runs) {
  return median(runs.map(({ callsPerSecond }) => callsPerSecond));
}

export function medianP99(runs) {
  return median(runs.map(({ p99 }) => p99));
}

/**
 * The largest against the smallest: the median of what the rounds say, each by runs that were made straight one after
 * the other.
 */
export function growthRatio({ bySize }) {
  const [smallest] = bySize;
  const largest = bySize.at(-1);
  if (!smallest || !largest || smallest === largest) return undefined;
  return median(
    largest.runs.map(({ callsPerSecond }, round) => callsPerSecond / smallest.runs[round].callsPerSecond),
  );
}

/**
 * Sizes take turns within a round, one straight after the other, so that what disturbs the machine falls on all of
 * them; and in turn from the smallest and from the largest, so that none is always the first.
 */
export function inTurn(servers, round) {
  return round % 2 === 1 ? servers : servers.toReversed();
}
