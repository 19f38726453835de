import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unrealSections } from './unreal-report.mjs';

const MIB = 2 ** 20;
const run = (cold, warm, referencers, otherCpu = 0.1) => ({
  cold,
  warm,
  referencers,
  heap: 5 * MIB,
  rss: 20 * MIB,
  otherCpu,
});
const settings = { unreal: { rounds: 3 } };
const figures = (...rows) => ({
  packages: 5_000,
  bytes: 50 * MIB,
  referencers: 999,
  rows: rows.map(([label, ...runs]) => ({ label, ours: true, runs })),
});

test('shows the median of each way, and a dash without figures', () => {
  const text = unrealSections(
    figures(
      ['bytes', run(310, 290, undefined)],
      ['source', run(1500, 40, 3), run(1700, 50, 4), run(9000, 45, 5)],
    ),
    settings,
  );
  assert.match(text, /project of 5,000 packages, 50\.0 MiB, median of 3/);
  assert.match(text, /\| bytes +\| +310 ms \| +290 ms \| +– \| +– \| +5\.0 MiB \| +20\.0 MiB \|/);
  assert.match(text, /\| source +\| +1,700 ms \| +45\.0 ms \| +4\.0 ms \|/);
  assert.doesNotMatch(text, /busy/);
});

test('states that files are cached for all rows, and warns of other work', () => {
  const text = unrealSections(figures(['source', run(1500, 40, 3, 0.5)]), settings);
  assert.match(text, /in the cache of the system for all rows alike/);
  assert.match(text, /50 % of a core/);
  assert.match(text, /busy/);
});
