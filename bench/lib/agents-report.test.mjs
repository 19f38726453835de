import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentsSections, tasksWithin } from './agents-report.mjs';

const within = { title: 'look', calls: 1, bytes: 900, maxCalls: 1, maxBytes: 1_000 };

test('a task is within its ceilings if neither calls nor bytes exceed them', () => {
  assert.equal(tasksWithin([within]), 1);
  assert.equal(tasksWithin([within, { ...within, bytes: 1_001 }]), 0.5);
  assert.equal(tasksWithin([within, { ...within, calls: 2 }]), 0.5);
  assert.ok(Number.isNaN(tasksWithin([])));
});

test('the table has each task with its figures and ceilings', () => {
  assert.match(
    agentsSections({ packages: 5_000, rows: [within] }),
    /\| look +\| +1 \| +1 \| +900 \| +1,000 \|/,
  );
});
