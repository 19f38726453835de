import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from './places.mjs';

test('whoever finds no place gets the first that is left, in the order of coming', () => {
  const places = new Places(2);
  const entered = [];
  for (const name of ['a', 'b', 'c', 'd']) places.take(() => entered.push(name));
  assert.deepEqual(entered, ['a', 'b']);
  places.leave();
  assert.deepEqual(entered, ['a', 'b', 'c']);
  places.leave();
  places.leave();
  places.take(() => entered.push('e'));
  assert.deepEqual(entered, ['a', 'b', 'c', 'd', 'e']);
});
