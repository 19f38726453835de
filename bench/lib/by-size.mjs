/** Figures over rounds: medians, and ratios of runs of the same round. */
import { median } from './markdown.mjs';

export function medianPace(runs) {
  return median(runs.map(({ callsPerSecond }) => callsPerSecond));
}

export function medianP99(runs) {
  return median(runs.map(({ p99 }) => p99));
}

/** The largest size against the smallest: the median of the ratios within each round. */
export function growthRatio({ bySize }) {
  const [smallest] = bySize;
  const largest = bySize.at(-1);
  if (!smallest || !largest || smallest === largest) return undefined;
  return median(
    largest.runs.map(({ callsPerSecond }, round) => callsPerSecond / smallest.runs[round].callsPerSecond),
  );
}

/**
 * The order of a round: forwards and backwards in turn, so that none is always first. Runs of one round follow each
 * other directly, so that a disturbance of the machine affects all of them.
 */
export function inTurn(items, round) {
  return round % 2 === 1 ? items : items.toReversed();
}
