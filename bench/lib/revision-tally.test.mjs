import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapIn, RevisionTally } from './revision-tally.mjs';

const tallied = (...revisions) => {
  const tally = new RevisionTally();
  const fresh = revisions.map(revision => tally.add(revision));
  return { fresh, summary: tally.summary };
};

test('rejects a revision that occurs twice', () => {
  assert.deepEqual(tallied(6, 5, 6).fresh, [true, true, false]);
});

test('accepts revisions without a gap in any order', () => {
  assert.equal(gapIn(tallied(13, 11, 12).summary, 10, 13), undefined);
  assert.equal(gapIn(tallied().summary, 10, 10), undefined);
});

test('detects answered commands that are not recorded, and the reverse', () => {
  assert.match(gapIn(tallied(11, 12).summary, 10, 11) ?? '', /2 commands were answered, but 1 were recorded/);
  assert.match(gapIn(tallied(11, 12).summary, 10, 13) ?? '', /2 commands were answered, but 3 were recorded/);
  assert.match(gapIn(tallied(11, 14).summary, 10, 12) ?? '', /revisions 11 to 14/);
});
