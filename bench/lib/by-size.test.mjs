import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthRatio, inTurn, medianPace } from './by-size.mjs';
import { median } from './markdown.mjs';

const runs = (...paces) => paces.map(callsPerSecond => ({ callsPerSecond }));

test('computes the median of odd, even and no values', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.ok(Number.isNaN(median([])));
});

test('compares the largest with the smallest size within each round', () => {
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

test('reverses the order in every second round', () => {
  assert.deepEqual(
    [1, 2, 3].map(round => inTurn([100, 10_000], round)[0]),
    [100, 10_000, 100],
  );
});
