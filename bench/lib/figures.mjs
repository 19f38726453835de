/** Figures over rows and rounds, and their format. A figure that is not there is NaN. */

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median over the rounds of one figure of a run. */
export const medianOf = (runs = [], figure) => median(runs.map(run => figure(run) ?? Number.NaN));
export const medianPace = runs => medianOf(runs, ({ callsPerSecond }) => callsPerSecond);

/** Calls per second of some runs against others: the median of the ratios within each round. */
export function roundRatio(runs = [], others = []) {
  return median(runs.map(({ callsPerSecond }, round) => callsPerSecond / others[round]?.callsPerSecond));
}

/** The largest size of a row against the smallest. One size alone has no ratio. */
export function growthRatio({ bySize = [] }) {
  return bySize.length < 2 ? Number.NaN : roundRatio(bySize.at(-1).runs, bySize[0].runs);
}

export function lowest(values) {
  return values.length > 0 ? Math.min(...values.map(value => value ?? Number.NaN)) : Number.NaN;
}

export const highest = values => -lowest(values.map(value => -value));

export const as = {
  count: value => Math.round(value).toLocaleString('en-US'),
  percent: share => `${Math.round(share * 100)} %`,
  kib: bytes => `${(bytes / 2 ** 10).toFixed(1)} KiB`,
  wholeKib: bytes => `${as.count(bytes / 2 ** 10)} KiB`,
  mib: bytes => `${(bytes / 2 ** 20).toFixed(1)} MiB`,
  msTenths: value => `${value.toFixed(1)} ms`,
  ms: value => `${value < 100 ? value.toFixed(1) : as.count(value)} ms`,
};
