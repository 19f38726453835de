import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKS, placements } from './unreal-packages.mjs';

const HOME = 'uasset-rs/UE56/A';
const FILES = ['other/Map.umap', `${HOME}/One.uasset`, `${HOME}/Two.uasset`];
const HOMES = ['A/One.uasset', 'A/Two.uasset'];
const SETS = ['Set_0000', 'Set_0001'].flatMap(set => FILES.map(file => `${set}/${file}`));

test('places packages where others expect them, and then in sets, as many as requested', () => {
  const places = count => [...placements(FILES, count)].map(({ to }) => to);
  assert.deepEqual(places(8), [...HOMES, ...SETS]);
  for (const count of [1, 2, 3, 100]) {
    assert.deepEqual([places(count).length, new Set(places(count)).size], [count, count]);
  }
});

const SIZES = { '/Game/A': 10, '/Game/B': 20 };
const project = { sizes: new Map(Object.entries(SIZES)), referencers: new Set(['/Game/A']) };
const item = (path, size, kind = 'Blueprint') => ({ path, size, class: kind });
const [a, b] = [item('/Game/A', 10), item('/Game/B', 20)];
const hard = { path: '/Game/A', soft: false };
const soft = { path: '/Game/B', soft: true };

/** Questions, answers, and what is wrong with them. */
for (const [question, answer, wrong] of [
  ['list', [b, a], undefined],
  ['list', [a], /as 1 items/],
  ['list', [a, a], /1 different paths/],
  ['list', [a, item('/Game/C', 20)], /\/Game\/C/],
  ['list', [a, item('/Game/B', 21)], /21/],
  ['list', [a, item('/Game/B', 20, 'Unreadable')], /Unreadable/],
  ['referencers', [hard, soft], undefined],
  ['referencers', [{ ...hard, soft: true }], /but 0 are/],
  ['referencers', [{ ...soft, soft: false }], /but 1 are/],
  ['search', 1, undefined],
  ['search', 2, /1 packages call a function, but 2/],
]) {
  test(`the check of ${question} ${wrong ? 'refuses' : 'accepts'} ${JSON.stringify(answer)}`, () => {
    const found = CHECKS[question](answer, project);
    if (wrong) assert.match(found, wrong);
    else assert.equal(found, undefined);
  });
}
