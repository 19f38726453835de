import { describe, expect, it } from 'vitest';
import { parseMetrics, quantileOf, rateOf, sampleOf } from './metrics.js';

const TEXT = `# HELP worldwire_requests_total Requests.
# TYPE worldwire_requests_total counter
worldwire_requests_total{world="universe",method="tools/call"} 30
worldwire_requests_total{world="a \\"b\\" \\\\ \\n",method="ping"} 10
worldwire_errors_total{world="universe",kind="NotFound"} 4
worldwire_request_duration_seconds_bucket{world="u",method="m",le="0.01"} 50
worldwire_request_duration_seconds_bucket{world="u",method="m",le="0.1"} 90
worldwire_request_duration_seconds_bucket{world="u",method="m",le="+Inf"} 100
worldwire_request_duration_seconds_bucket{world="u",method="subscriptions/listen",le="+Inf"} 7
worldwire_calls_in_flight{world="universe"} 3
worldwire_calls_waiting{world="universe",for="approval"} 2
worldwire_calls_waiting{world="universe",for="client"} 1
worldwire_console_requests_total{world="universe"} 99
worldwire_streams{world="universe"} 2
worldwire_streams{world="unity"} 1
worldwire_event_loop_delay_seconds{statistic="p99"} 0.02
worldwire_heap_bytes{kind="used"} 1e6
process_resident_memory_bytes 124272640
broken line
`;

describe('metrics', () => {
  it('are read with their labels, escaped ones too', () => {
    const metrics = parseMetrics(TEXT);
    expect(metrics.get('worldwire_requests_total')?.[1]).toEqual({
      labels: { world: 'a "b" \\ \n', method: 'ping' },
      value: 10,
    });
    expect(metrics.get('process_resident_memory_bytes')).toEqual([{ labels: {}, value: 124272640 }]);
  });

  it('are summed over worlds and methods', () => {
    expect(sampleOf(parseMetrics(TEXT), 5)).toMatchObject({
      at: 5,
      calls: 40,
      errors: 4,
      streams: 3,
      heapBytes: 1e6,
      loopDelaySeconds: 0.02,
      running: 3,
      forPerson: 2,
      forClient: 1,
      ofConsole: 99,
    });
  });

  it('give rates between two samples, and none over a restart', () => {
    const before = { ...sampleOf(parseMetrics(TEXT), 0), calls: 20 };
    const after = sampleOf(parseMetrics(TEXT), 2_000);
    expect(rateOf(before, after, 'calls')).toBe(10);
    expect(rateOf(after, { ...before, at: 4_000 }, 'calls')).toBeUndefined();
  });

  it('give quantiles that are linear within a bucket', () => {
    const sample = sampleOf(parseMetrics(TEXT), 0);
    expect(quantileOf(undefined, sample, 0.5)).toBeCloseTo(0.01);
    expect(quantileOf(undefined, sample, 0.7)).toBeCloseTo(0.055);
    expect(quantileOf(undefined, sample, 0.99)).toBe(0.1);
    expect(quantileOf(sample, sample, 0.5)).toBeUndefined();
  });
});
