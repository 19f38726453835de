import type { Entry } from '@worldwire/journal';
import { expect, it } from 'vitest';
import { RecentEntries, RecentRoom } from './recent-entries.js';

function entry(revision: number): Entry {
  return { revision, at: '', principal: 'ann', command: null, events: [], changes: [], inverse: [] };
}

it('recent entries of all universes together stay within their room', () => {
  const room = new RecentRoom(1_000);
  const universes = Array.from({ length: 50 }, () => new RecentEntries(10, 500, room));
  for (let revision = 1; revision <= 30; revision += 1) {
    for (const recent of universes) {
      recent.add([entry(revision)], 40);
      expect(room.held).toBeLessThanOrEqual(1_000);
    }
  }
  for (const recent of universes) recent.end();
  expect(room.held).toBe(0);
});
