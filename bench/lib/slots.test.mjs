import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Slots } from './slots.mjs';

test('a request without a slot gets the first free one, in order', () => {
  const slots = new Slots(2);
  const entered = [];
  for (const name of ['a', 'b', 'c', 'd']) slots.take(() => entered.push(name));
  assert.deepEqual(entered, ['a', 'b']);
  slots.leave();
  assert.deepEqual(entered, ['a', 'b', 'c']);
  slots.leave();
  slots.leave();
  slots.take(() => entered.push('e'));
  assert.deepEqual(entered, ['a', 'b', 'c', 'd', 'e']);
});
