import assert from 'node:assert/strict';
import { test } from 'node:test';
import { godotSections, serverOverhead } from './godot-report.mjs';

const run = (p50, callsPerSecond) => ({ p50, p99: 2, callsPerSecond, driverCpu: 0.3, otherCpu: 0.1 });
const rows = [
  {
    label: 'link',
    whole: false,
    sequential: [run(0.2, 4000), run(0.3, 3000), run(0.2, 4000)],
    inFlight: [run(3, 9000)],
  },
  {
    label: 'server',
    whole: true,
    sequential: [run(0.4, 2000), run(0.75, 1500), run(0.5, 1900)],
    inFlight: [run(5, 6000)],
  },
];
const settings = { inFlight: 16, rounds: 3 };

test('computes the overhead within each round', () => {
  assert.equal(serverOverhead(rows)?.toFixed(3), '0.300');
  assert.equal(serverOverhead([]), undefined);
});

test('shows a row for both ways and the difference', () => {
  const text = godotSections({ engine: 'Godot 4.6.3', rows }, settings);
  assert.match(text, /bridges\/godot4 in Godot 4\.6\.3 without/);
  assert.match(text, /\| server +\| +0\.500 \| +2\.000 \| +1,900 \| +6,000 \| +2\.000 \|/);
  assert.match(text, /adds 0\.300 ms/);
});

test('shows a line instead of figures without an engine', () => {
  const text = godotSections({ missing: 'it is not installed', rows: [] }, settings);
  assert.match(text, /Not measured: it is not installed\./);
  assert.doesNotMatch(text, /NaN|undefined/);
});
