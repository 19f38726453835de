import type { FinishedCall } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { readExposition, seriesValue } from '../testing/exposition.js';
import { Metrics } from './metrics.js';

interface Ended {
  readonly method?: string;
  readonly tool?: string;
  readonly failure?: string;
  readonly isOfConsole?: boolean;
  readonly waitedMs?: number;
}

function ended({
  method = 'tools/call',
  tool,
  failure,
  isOfConsole = false,
  waitedMs = 0,
}: Ended): FinishedCall {
  const request = { id: 1, method, params: {} };
  return { request, revision: '2026-07-28', tool, failure, channel: {}, isOfConsole, waitedMs };
}

async function read(metrics: Metrics) {
  return readExposition(await metrics.render());
}

describe('the metrics', () => {
  it('count requests by world and method, and errors by world and kind', async () => {
    const metrics = new Metrics();
    metrics.world('sea').finished(ended({ tool: 'look' }), 0);
    metrics.world('sea').finished(ended({ tool: 'look', failure: 'Conflict' }), 0);
    metrics.world('land').finished(ended({ method: 'tools/list' }), 0);
    metrics.world('land').opened('Busy', 0);
    const families = await read(metrics);
    const count = 'worldwire_requests_total';
    expect(seriesValue(families, count, { world: 'sea', method: 'tools/call' })).toBe(2);
    expect(seriesValue(families, count, { world: 'land', method: 'tools/list' })).toBe(1);
    expect(seriesValue(families, count, { world: 'land', method: 'initialize' })).toBe(1);
    expect(
      families.get('worldwire_errors_total')?.samples.map(({ labels, value }) => [labels, value]),
    ).toEqual([
      [{ world: 'sea', kind: 'Conflict' }, 1],
      [{ world: 'land', kind: 'Busy' }, 1],
    ]);
  });

  it('have the durations of each tool in cumulative buckets, with their sum in seconds', async () => {
    const metrics = new Metrics();
    const meter = metrics.world('sea');
    for (const ms of [0.1, 0.3, 40, 70_000]) meter.finished(ended({ tool: 'look' }), meter.now() - ms);
    const families = await read(metrics);
    const name = 'worldwire_tool_duration_seconds';
    const of = { world: 'sea', tool: 'look' };
    const below = (le: string) => seriesValue(families, `${name}_bucket`, { ...of, le });
    expect([below('0.0005'), below('0.025'), below('0.05'), below('60'), below('+Inf')]).toEqual([
      2, 2, 3, 3, 4,
    ]);
    expect(seriesValue(families, `${name}_count`, of)).toBe(4);
    expect(seriesValue(families, `${name}_sum`, of)).toBeGreaterThanOrEqual(70.0404);
  });

  it('count requests of the console apart from those of clients', async () => {
    const metrics = new Metrics();
    const meter = metrics.world('sea');
    const route = { method: 'GET', path: '/things/:id' } as const;
    meter.finished(ended({ tool: 'look', isOfConsole: true, failure: 'NotFound' }), 0);
    meter.answered(route, {}, 200, 0, true);
    meter.finished(ended({ tool: 'look' }), 0);
    const families = await read(metrics);
    const of = { world: 'sea' };
    expect(seriesValue(families, 'worldwire_console_requests_total', of)).toBe(2);
    expect(seriesValue(families, 'worldwire_requests_total', { ...of, method: 'tools/call' })).toBe(1);
    expect(seriesValue(families, 'worldwire_tool_duration_seconds_count', { ...of, tool: 'look' })).toBe(1);
    expect(families.get('worldwire_errors_total')?.samples).toEqual([]);
    expect(families.get('worldwire_http_requests_total')?.samples).toEqual([]);
  });

  it('leave the waits for a person out of the duration of a call', async () => {
    const metrics = new Metrics();
    const meter = metrics.world('sea');
    meter.finished(ended({ tool: 'look', waitedMs: 60_000 }), meter.now() - 60_002);
    const below = { world: 'sea', tool: 'look', le: '0.1' };
    expect(seriesValue(await read(metrics), 'worldwire_tool_duration_seconds_bucket', below)).toBe(1);
  });

  it('have a bounded number of label values, whatever clients and worlds send', async () => {
    const metrics = new Metrics();
    const meter = metrics.world('sea');
    for (let n = 0; n < 1_100; n++) {
      meter.finished(ended({ method: `made/up${n}`, tool: `tool${n}`, failure: `Kind${n}` }), 0);
    }
    const families = await read(metrics);
    expect(seriesValue(families, 'worldwire_requests_total', { world: 'sea', method: 'other' })).toBe(1_100);
    expect(
      seriesValue(families, 'worldwire_tool_duration_seconds_count', { world: 'sea', tool: 'other' }),
    ).toBe(100);
    expect(seriesValue(families, 'worldwire_errors_total', { world: 'sea', kind: 'other' })).toBe(1_100 - 64);
  });

  it('count no error for a subscription that its client ends', async () => {
    const metrics = new Metrics();
    metrics.world('sea').finished(ended({ method: 'subscriptions/listen', failure: 'Cancelled' }), 0);
    metrics.world('sea').finished(ended({ tool: 'look', failure: 'Cancelled' }), 0);
    const families = await read(metrics);
    expect(seriesValue(families, 'worldwire_errors_total', { world: 'sea', kind: 'Cancelled' })).toBe(1);
  });

  it("count the requests to a world's own routes by pattern and status", async () => {
    const metrics = new Metrics();
    const route = { method: 'GET', path: '/things/:id' } as const;
    metrics.world('sea').answered(route, {}, 200, 0, false);
    metrics.world('sea').answered(route, {}, 404, 0, false);
    metrics.world('sea').answered(route, {}, 404, 0, false);
    const families = await read(metrics);
    const of = { world: 'sea', method: 'GET', route: '/things/:id' };
    expect(seriesValue(families, 'worldwire_http_requests_total', { ...of, status: '404' })).toBe(2);
    expect(seriesValue(families, 'worldwire_http_request_duration_seconds_count', of)).toBe(3);
  });

  it('time commits from the write to its end, and count none that fails', async () => {
    const metrics = new Metrics();
    metrics.timeCommit('sea')();
    metrics.timeCommit('sea');
    const families = await read(metrics);
    expect(seriesValue(families, 'worldwire_journal_commit_duration_seconds_count', { world: 'sea' })).toBe(
      1,
    );
  });

  it('read added values when they are written, also asynchronous ones', async () => {
    const metrics = new Metrics();
    let waiting = 1;
    metrics.gauge('worldwire_jobs_waiting', 'Jobs that wait for a worker.', () => waiting);
    metrics.counter('worldwire_seen_total', 'Seen.', async () => [[{ kind: 'a' }, 7]]);
    expect(seriesValue(await read(metrics), 'worldwire_jobs_waiting')).toBe(1);
    waiting = 2;
    const families = await read(metrics);
    expect(seriesValue(families, 'worldwire_jobs_waiting')).toBe(2);
    expect(seriesValue(families, 'worldwire_seen_total', { kind: 'a' })).toBe(7);
    expect(families.get('worldwire_seen_total')?.type).toBe('counter');
  });

  it('leave out a value that cannot be read', async () => {
    const metrics = new Metrics();
    metrics.gauge('worldwire_broken', 'Throws.', () => {
      throw new Error('no');
    });
    metrics.gauge('worldwire_whole', 'Works.', () => 1);
    const families = await read(metrics);
    expect(families.has('worldwire_broken')).toBe(false);
    expect(seriesValue(families, 'worldwire_whole')).toBe(1);
  });

  it('escape what the format reserves', async () => {
    const metrics = new Metrics();
    const odd = 'a "quoted"\\ name\nof two lines';
    metrics.gauge('worldwire_odd', 'A help\nwith a \\ and a "quote".', () => [
      [{ name: odd }, Number.POSITIVE_INFINITY],
    ]);
    const families = await read(metrics);
    expect(seriesValue(families, 'worldwire_odd', { name: odd })).toBe(Number.POSITIVE_INFINITY);
    expect(families.get('worldwire_odd')?.help).toBe('A help\\nwith a \\\\ and a "quote".');
  });

  it('refuse a name twice, and a name that the format does not allow', () => {
    const metrics = new Metrics();
    metrics.gauge('worldwire_one', 'One.', () => 1);
    expect(() => metrics.gauge('worldwire_one', 'One.', () => 1)).toThrow('registered twice');
    expect(() => metrics.gauge('worldwire-one', 'One.', () => 1)).toThrow('not a name');
  });
});
