import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitySections } from './unity-report.mjs';

const run = (callsPerSecond, p99) => ({ callsPerSecond, p99, otherCpu: 0.1, stolenCpu: 0 });
const settings = {
  connections: 32,
  unity: { sizes: [100, 50_000], rounds: 1, loopRounds: 3, readers: 32, writers: 4 },
};
const loopRun = (p99, reads) => ({
  frames: { hz: 60, p99, longest: 30, workP99: 1, frames: 360 },
  members: run(reads, 8),
  lists: run(1000, 9),
  writes: run(500, 4),
});
const figures = {
  reads: [
    {
      tool: 'ListObjects',
      wire: 'dialect',
      bySize: [
        { size: 100, runs: [run(2000, 15)] },
        { size: 50_000, runs: [run(1800, 18)] },
      ],
    },
  ],
  loop: [{ size: 100, runs: [loopRun(18, 3000), loopRun(40, 2000), loopRun(17, 4000)] }],
};

test('shows reads/s and p99 at every size', () => {
  const text = unitySections(figures, settings);
  assert.match(text, /\| ListObjects, dialect +\| +2,000 \| +1,800 \| +15\.0 \| +18\.0 \| +0\.90 \|/);
  assert.doesNotMatch(text, /busy/);
});

test('shows the medians of the loop, with reads of both kinds added', () => {
  const text = unitySections(figures, settings);
  assert.match(text, /\| 100 +\| +60\.0 \| +18\.0 \| +30\.0 \| +1\.0 \| +4,000 \| +9\.0 \| +500 \| +4\.0 \|/);
});
