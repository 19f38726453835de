import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { fillingScripts, PREPARING, stoneOfCall } from './unity-crowd.mjs';

test('makes the requested number of stones, with a limit per script', () => {
  for (const count of [1, 60, 2_500, 2_501, 49_960]) {
    const scripts = [...fillingScripts('obj:42', count)];
    assert.ok(scripts.every(({ count: some }) => some >= 1 && some <= 2_500));
    assert.equal(
      scripts.reduce((sum, { count: some }) => sum + some, 0),
      count,
    );
    for (const { code } of scripts) assert.ok(new Script(code));
  }
  assert.ok(new Script(PREPARING));
});

test('calls go through all stones before one repeats', () => {
  for (const count of [60, 9_961, 49_960]) {
    const crowd = { first: 43, count };
    const stones = new Set(Array.from({ length: count }, (_, call) => stoneOfCall(crowd, 10_000_001 + call)));
    assert.equal(stones.size, count);
    assert.ok([...stones].every(stone => stone >= 43 && stone < 43 + count));
  }
});
