import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.js';

const RESOLUTION_MS = 20;

/**
 * Adds the metrics of the process. The event loop is watched from the first time that they are read, because the timer wakes
 * an idle process. Returns the function that stops it.
 */
export function addProcessMetrics(metrics: Metrics, version: string): () => void {
  let delays: IntervalHistogram | undefined;
  metrics.gauge('worldwire_build_info', 'The version of the server; the value is 1.', () => [
    [{ version, node: process.versions.node }, 1],
  ]);
  metrics.gauge(
    'process_start_time_seconds',
    'Time of the start, in seconds since 1970.',
    () => performance.timeOrigin / 1_000,
  );
  metrics.counter('process_cpu_seconds_total', 'CPU time of the process, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('process_resident_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge('worldwire_heap_bytes', 'Memory of the JavaScript heap and outside it.', () => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return [
      [{ kind: 'used' }, heapUsed],
      [{ kind: 'total' }, heapTotal],
      [{ kind: 'external' }, external],
    ];
  });
  metrics.gauge(
    'worldwire_event_loop_delay_seconds',
    'Delay of the event loop since it was last read.',
    () => {
      if (delays === undefined) {
        delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
        delays.enable();
      }
      const read = delays.count === 0 ? [] : delayStatistics(delays);
      delays.reset();
      return read;
    },
  );
  return () => void delays?.disable();
}

function delayStatistics(delays: IntervalHistogram) {
  const statistics = {
    mean: delays.mean,
    p50: delays.percentile(50),
    p90: delays.percentile(90),
    p99: delays.percentile(99),
    max: delays.max,
  };
  // Node records the whole interval of its timer, also without a delay.
  return Object.entries(statistics).map(
    ([statistic, ns]) => [{ statistic }, Math.max(0, ns / 1e6 - RESOLUTION_MS) / 1_000] as const,
  );
}
