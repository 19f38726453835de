import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placements, wrongList, wrongReferencers } from './unreal-packages.mjs';

const FILES = ['other/Map.umap', 'uasset-rs/UE56/A/One.uasset', 'uasset-rs/UE56/A/Two.uasset'];

test('places packages where others expect them, and then in sets', () => {
  assert.deepEqual(
    [...placements(FILES, 6)].map(({ to }) => to),
    [
      'A/One.uasset',
      'A/Two.uasset',
      'Set_0000/other/Map.umap',
      'Set_0000/uasset-rs/UE56/A/One.uasset',
      'Set_0000/uasset-rs/UE56/A/Two.uasset',
      'Set_0001/other/Map.umap',
    ],
  );
});

test('makes the requested number of packages, each at its own path', () => {
  for (const count of [1, 2, 3, 100]) {
    const places = [...placements(FILES, count)].map(({ to }) => to);
    assert.equal(places.length, count);
    assert.equal(new Set(places).size, count);
  }
});

const project = {
  folder: '',
  sizes: new Map([
    ['/Game/A', 10],
    ['/Game/B', 20],
  ]),
  bytes: 30,
  referencers: new Set(['/Game/A']),
};
const item = (path, size, kind = 'Blueprint') => ({ path, size, class: kind });

test('accepts a list with every readable package once, with its size', () => {
  assert.equal(wrongList([item('/Game/B', 20), item('/Game/A', 10)], project), undefined);
  assert.match(String(wrongList([item('/Game/A', 10)], project)), /as 1 items/);
  assert.match(String(wrongList([item('/Game/A', 10), item('/Game/A', 10)], project)), /1 different paths/);
  assert.match(String(wrongList([item('/Game/A', 10), item('/Game/C', 20)], project)), /\/Game\/C/);
  assert.match(String(wrongList([item('/Game/A', 10), item('/Game/B', 21)], project)), /21/);
  assert.match(
    String(wrongList([item('/Game/A', 10), item('/Game/B', 20, 'Unreadable')], project)),
    /Unreadable/,
  );
});

test('accepts referencers that list every package with a hard reference', () => {
  const hard = { path: '/Game/A', soft: false };
  const soft = { path: '/Game/B', soft: true };
  assert.equal(wrongReferencers([hard, soft], project), undefined);
  assert.match(String(wrongReferencers([{ ...hard, soft: true }], project)), /but 0 are/);
  assert.match(String(wrongReferencers([{ ...soft, soft: false }], project)), /but 1 are/);
});
