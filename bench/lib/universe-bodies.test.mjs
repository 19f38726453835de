import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOfCall, fillingCommands } from './universe-bodies.mjs';

test('fills a universe with its bodies around one star, at most 1,000 at a time', () => {
  for (const size of [2, 100, 1_000, 1_001, 10_000]) {
    const batches = [...fillingCommands(size)];
    assert.ok(batches.every(batch => batch.length >= 1 && batch.length <= 1_000));
    const [star, ...bodies] = batches.flat();
    assert.equal(star.payload.parentId, undefined);
    assert.ok(bodies.every(({ payload }) => payload.parentId === star.id));
    assert.equal(new Set([star, ...bodies].map(({ id }) => id)).size, size);
  }
  assert.throws(() => [...fillingCommands(100_001)], /cannot be measured/);
});

test('calls go through all bodies except the star before one repeats', () => {
  for (const size of [100, 10_000, 100_000]) {
    const ids = new Set(Array.from({ length: size - 1 }, (_, call) => bodyOfCall(size, 10_000_001 + call)));
    const filled = new Set([...fillingCommands(size)].flat().map(({ id }) => id));
    assert.equal(ids.size, size - 1);
    assert.ok([...ids].every(id => filled.has(id)));
  }
});
