import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthRatio, inTurn, medianPace } from './by-size.mjs';
import { median } from './markdown.mjs';

const runs = (...paces) => paces.map(callsPerSecond => ({ callsPerSecond }));

test('the median of an odd and of an even number of values, and of none', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.ok(Number.isNaN(median([])));
});

test('the largest is compared with the smallest round by round, so that a slow round is slow for both', () => {
  const row = {
    bySize: [
      { size: 100, runs: runs(1000, 100, 1000) },
      { size: 10_000, runs: runs(1, 1, 1) },
      { size: 100_000, runs: runs(900, 80, 700) },
    ],
  };
  assert.equal(growthRatio(row), 0.8);
  assert.equal(medianPace(row.bySize[0].runs), 1000);
});

test('one size alone has no ratio', () => {
  assert.equal(growthRatio({ bySize: [{ size: 100, runs: runs(1) }] }), undefined);
});

test('every other round goes from the largest to the smallest', () => {
  assert.deepEqual(
    [1, 2, 3].map(round => inTurn([100, 10_000], round)[0]),
    [100, 10_000, 100],
  );
});
