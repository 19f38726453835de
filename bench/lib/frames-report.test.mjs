import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesSections, timesHttp } from './frames-report.mjs';

const run = (callsPerSecond, otherCpu = 0.1) => ({
  callsPerSecond,
  p50: 0.1,
  p99: 0.25,
  driverCpu: 0.4,
  otherCpu,
});
const rows = [
  {
    wire: 'HTTP',
    connections: 1,
    sequential: [run(100), run(200), run(100)],
    inFlight: [run(1000), run(900), run(500)],
  },
  { wire: 'HTTP', connections: 32, inFlight: [run(500), run(1800), run(500)] },
  {
    wire: 'frames',
    connections: 1,
    sequential: [run(200), run(200), run(300)],
    inFlight: [run(3000), run(3600), run(2500)],
  },
];
const settings = { frames: { inFlight: 32, rounds: 3 } };

test('compares a wire with the faster HTTP row of each round', () => {
  assert.equal(timesHttp(rows, 'frames', 'sequential'), 2);
  assert.equal(timesHttp(rows, 'frames', 'inFlight'), 3);
  assert.equal(timesHttp(rows, 'stdio', 'inFlight'), undefined);
  assert.equal(timesHttp(rows.slice(2), 'frames', 'inFlight'), undefined);
});

test('shows a row for every wire, with dashes for missing figures', () => {
  const text = framesSections({ rows }, settings);
  assert.match(
    text,
    /\| HTTP, 32 connections \| +– \| +– \| +– \| +– \| +500 \| +0\.100 \| +0\.250 \| +– \|/,
  );
  assert.match(
    text,
    /\| frames +\| +200 \| +0\.100 \| +0\.250 \| +2\.00 \| +3,000 \| +0\.100 \| +0\.250 \| +3\.00 \|/,
  );
  assert.doesNotMatch(text, /busy/);
});
