import assert from 'node:assert/strict';
import { test } from 'node:test';
import { universeSections } from './universe-report.mjs';

const run = callsPerSecond => ({ callsPerSecond, p99: 5, otherCpu: 0.1, stolenCpu: 0 });
const settings = {
  connections: 32,
  universe: { sizes: [100, 100_000], rounds: 1, readSize: 10_000, readers: 8 },
};
const figures = {
  rows: [
    {
      store: 'SQLite',
      wire: 'REST',
      bySize: [
        { size: 100, runs: [run(5000)] },
        { size: 100_000, runs: [run(4000)] },
      ],
    },
  ],
  missing: [{ store: 'PostgreSQL', reason: 'no PostgreSQL server on this machine' }],
  reads: [],
  disk: { inMemory: false, syncMs: 1.234 },
};

test('shows a missing store as a row with the reason', () => {
  const text = universeSections(figures, settings);
  assert.match(text, /\| SQLite, REST +\| +5,000 \| +4,000 \| +5\.0 \| +5\.0 \| +0\.80 \|/);
  assert.match(text, /\| PostgreSQL: no PostgreSQL server on this machine \| +– \|/);
});

test('warns of data in memory and of a busy machine', () => {
  const text = universeSections({ ...figures, disk: { inMemory: true, syncMs: 0 } }, settings);
  assert.match(text, /nothing here was durable/);
  assert.doesNotMatch(text, /busy/);
  figures.rows[0].bySize[0].runs[0].otherCpu = 0.9;
  assert.match(universeSections(figures, settings), /busy/);
});
