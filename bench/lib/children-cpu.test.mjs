import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSecondsOf } from './children-cpu.mjs';

test('reads user and system time after a name with any characters', () => {
  const stat = '4955 (a b) c) S 4938 4938 4926 0 -1 4194304 18067 0 0 0 150 25 0 0 20 0 11 0 1594 1 2';
  assert.equal(cpuSecondsOf(stat), 1.75);
});

test('counts no CPU time for a process that has exited', () => {
  assert.equal(cpuSecondsOf(''), 0);
});
