import { type Labels, sample } from './exposition.js';

/** Upper bounds of the buckets. The last bucket has none. */
const BOUNDS_SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60,
];
const BOUNDS_MS = Float64Array.from(BOUNDS_SECONDS, seconds => seconds * 1_000);

/** Durations, counted in fixed buckets. */
export class Histogram {
  readonly #counts = new Float64Array(BOUNDS_MS.length + 1);
  #sumMs = 0;

  observe(ms: number): void {
    let bucket = 0;
    while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] as number)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.#sumMs += ms;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The samples of the metric, each bucket with those below it. */
  samples(name: string, labels: Labels): string {
    let below = 0;
    const buckets = Array.from(this.#counts, (count, bucket) => {
      below += count;
      const le = BOUNDS_SECONDS[bucket];
      return sample(`${name}_bucket`, { ...labels, le: le === undefined ? '+Inf' : String(le) }, below);
    });
    return [
      ...buckets,
      sample(`${name}_sum`, labels, this.#sumMs / 1_000),
      sample(`${name}_count`, labels, below),
    ].join('');
  }
}
