import { useSignal } from '@preact/signals';
import { readMetrics } from '../api/operator.js';
import { durationText } from '../ui/ago-text.js';
import { Chart } from '../ui/chart.js';
import { Failure } from '../ui/failure.js';
import { usePolled } from '../ui/use-polled.js';
import { parseMetrics, quantileOf, rateOf, type Sample, sampleOf } from './metrics.js';

const SCRAPE_MS = 2_000;
const MAX_SAMPLES = 120;

/** Metrics of the server as small charts, read while they are shown. */
export function MetricCharts() {
  const samples = useSignal<readonly Sample[]>([]);
  const scrape = usePolled(async () => {
    const sample = sampleOf(parseMetrics(await readMetrics()), Date.now());
    samples.value = [...samples.peek(), sample].slice(-MAX_SAMPLES);
    return sample;
  }, SCRAPE_MS);
  if (scrape.failure.value !== undefined && samples.value.length === 0)
    return <Failure error={scrape.failure.value} onRetry={() => void scrape.refresh()} />;
  const all = samples.value;
  const last = all.at(-1);
  if (last === undefined) return <p class="ui-muted">Loading…</p>;
  const steps = <T,>(read: (before: Sample, after: Sample) => T) =>
    all.slice(1).map((sample, index) => read(all[index]!, sample));
  const calls = steps((before, after) => rateOf(before, after, 'calls'));
  const errors = steps((before, after) => rateOf(before, after, 'errors'));
  const p50 = quantileOf(undefined, last, 0.5);
  const p99 = quantileOf(undefined, last, 0.99);
  const latency = steps((before, after) => quantileOf(before, after, 0.99));
  const delays = all.map(({ loopDelaySeconds }) => loopDelaySeconds);
  return (
    <div class="activity-charts" data-testid="metrics">
      <Chart
        label="Calls of agents"
        value={rateText(calls.at(-1))}
        values={calls}
        min={1}
        note={callsText(last)}
        testid="chart-calls"
      />
      <Chart
        label="Errors of agents"
        value={rateText(errors.at(-1))}
        values={errors}
        min={1}
        note={`${last.errors.toLocaleString()} since the start`}
        testid="chart-errors"
      />
      <Chart
        label="Latency p99 without waits"
        value={secondsText(latency.at(-1) ?? p99)}
        values={latency}
        note={`since the start: p50 ${secondsText(p50)}, p99 ${secondsText(p99)}`}
        testid="chart-latency"
      />
      <Chart
        label="Memory"
        value={bytesText(last.memoryBytes)}
        values={all.map(({ memoryBytes }) => memoryBytes)}
        note={`heap ${bytesText(last.heapBytes)}`}
        testid="chart-memory"
      />
      <Chart
        label="Event loop delay p99"
        value={secondsText(last.loopDelaySeconds)}
        values={delays}
        min={0.02}
        note="since the last reading"
        testid="chart-loop"
      />
      <Chart
        label="Streams"
        value={String(last.streams)}
        values={all.map(({ streams }) => streams)}
        min={4}
        note={`${last.sessions} sessions of agents, ${last.consoleSessions} of the console`}
        testid="chart-streams"
      />
      <p class="activity-charts-note ui-muted" data-testid="console-requests">
        The console itself sent {last.ofConsole.toLocaleString()} requests, which no figure above counts.
      </p>
    </div>
  );
}

function callsText({ calls, running, forPerson, forClient }: Sample): string {
  const waiting = [
    ...(forPerson > 0 ? [`${forPerson} waiting for a person`] : []),
    ...(forClient > 0 ? [`${forClient} waiting for an answer of the client`] : []),
  ];
  return [`${calls.toLocaleString()} since the start`, `${running} running`, ...waiting].join(', ');
}

function rateText(rate: number | undefined): string {
  if (rate === undefined) return '–';
  return `${rate >= 10 ? Math.round(rate).toLocaleString() : rate.toFixed(1)}/s`;
}

function secondsText(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  return seconds < 0.01 ? `${(seconds * 1_000).toFixed(1)} ms` : durationText(seconds * 1_000);
}

function bytesText(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
