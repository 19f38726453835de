/** One value of a metric, with its labels. */
export interface MetricValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type Metrics = ReadonlyMap<string, readonly MetricValue[]>;

/** What the charts need of one scrape. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly calls: number;
  readonly errors: number;
  /** Counts up to each limit in seconds, over all worlds and methods. */
  readonly buckets: ReadonlyMap<number, number>;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  readonly loopDelaySeconds?: number;
  readonly streams: number;
  readonly sessions: number;
  readonly consoleSessions: number;
  /** Calls of agents whose handlers run. */
  readonly running: number;
  /** Calls of agents that wait for a person, or for an answer of their client. */
  readonly forPerson: number;
  readonly forClient: number;
  /** Requests of the console, which the others leave out. */
  readonly ofConsole: number;
}

/** A subscription lasts as long as its client likes: that is no latency. */
const LASTING = 'subscriptions/listen';

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /\b([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format of Prometheus. */
export function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, MetricValue[]>();
  for (const line of text.split('\n')) {
    const match = line.startsWith('#') ? null : LINE.exec(line);
    if (match === null) continue;
    const [, name = '', given = '', number = ''] = match;
    const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number);
    if (Number.isNaN(value)) continue;
    const labels = Object.fromEntries(
      [...given.matchAll(LABEL)].map(([, label = '', escaped = '']) => [
        label,
        escaped.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)),
      ]),
    );
    const values = metrics.get(name);
    if (values === undefined) metrics.set(name, [{ labels, value }]);
    else values.push({ labels, value });
  }
  return metrics;
}

export function sampleOf(metrics: Metrics, at: number): Sample {
  const buckets = new Map<number, number>();
  for (const { labels, value } of metrics.get('worldwire_request_duration_seconds_bucket') ?? []) {
    if (labels.method === LASTING) continue;
    const limit = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
    buckets.set(limit, (buckets.get(limit) ?? 0) + value);
  }
  const delay = metrics
    .get('worldwire_event_loop_delay_seconds')
    ?.find(({ labels }) => labels.statistic === 'p99')?.value;
  return {
    at,
    calls: sum(metrics, 'worldwire_requests_total'),
    errors: sum(metrics, 'worldwire_errors_total'),
    buckets,
    memoryBytes: sum(metrics, 'process_resident_memory_bytes'),
    heapBytes: metrics.get('worldwire_heap_bytes')?.find(({ labels }) => labels.kind === 'used')?.value ?? 0,
    ...(delay !== undefined && { loopDelaySeconds: delay }),
    streams: sum(metrics, 'worldwire_streams'),
    sessions: sum(metrics, 'worldwire_sessions'),
    consoleSessions: sum(metrics, 'worldwire_console_sessions'),
    running: sum(metrics, 'worldwire_calls_in_flight'),
    forPerson: sum(metrics, 'worldwire_calls_waiting', 'approval'),
    forClient: sum(metrics, 'worldwire_calls_waiting', 'client'),
    ofConsole: sum(metrics, 'worldwire_console_requests_total'),
  };
}

/** The rate of a counter between two samples, per second. Undefined over a restart. */
export function rateOf(before: Sample, after: Sample, name: 'calls' | 'errors'): number | undefined {
  const seconds = (after.at - before.at) / 1_000;
  const count = after[name] - before[name];
  return seconds <= 0 || count < 0 ? undefined : count / seconds;
}

/**
 * The duration in seconds that a part of the calls between two samples did not exceed, as Prometheus computes it: linear within a
 * bucket. Undefined without calls.
 */
export function quantileOf(before: Sample | undefined, after: Sample, part: number): number | undefined {
  const counts = [...after.buckets]
    .map(([limit, count]) => [limit, count - (before?.buckets.get(limit) ?? 0)] as const)
    .sort(([a], [b]) => a - b);
  const total = counts.at(-1)?.[1] ?? 0;
  if (total <= 0) return undefined;
  const wanted = part * total;
  let [low, below] = [0, 0];
  for (const [limit, count] of counts) {
    if (count >= wanted) {
      if (limit === Number.POSITIVE_INFINITY) return low;
      return count === below ? limit : low + ((limit - low) * (wanted - below)) / (count - below);
    }
    [low, below] = [limit, count];
  }
  return low;
}

/** `waits`: only the values whose label `for` says so. */
function sum(metrics: Metrics, name: string, waits?: string): number {
  return (metrics.get(name) ?? [])
    .filter(({ labels }) => waits === undefined || labels.for === waits)
    .reduce((total, { value }) => total + value, 0);
}
