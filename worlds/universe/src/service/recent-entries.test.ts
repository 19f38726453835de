import type { Entry } from '@worldwire/journal';
import { expect, it } from 'vitest';
import { RecentBudget, RecentEntries } from './recent-entries.js';

function entry(revision: number): Entry {
  return { revision, at: '', principal: 'ann', command: null, events: [], changes: [], inverse: [] };
}

it('recent entries of all universes stay within their budget', () => {
  const room = new RecentBudget(1_000);
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

it.each([
  ['from the first', 1, 6],
  ['from later on, as after a restart', 4, 6],
  ['one alone', 6, 6],
])(
  'recent entries that begin %s give exactly what follows a revision, or say that they do not have it',
  (_how, first, last) => {
    const recent = new RecentEntries(10, 1_000, new RecentBudget());
    for (let revision = first; revision <= last; revision++) recent.add([entry(revision)], 1);
    for (let after = 0; after <= last; after++) {
      const expected = Array.from({ length: last - after }, (_, index) => after + 1 + index);
      const found = recent.after(after)?.map(({ revision }) => revision);
      expect(found, `after(${after})`).toEqual(after + 1 < first ? undefined : expected);
    }
  },
);

it('recent entries drop the oldest, and return exactly the entries after a revision', () => {
  const recent = new RecentEntries(2, 1_000, new RecentBudget());
  for (let revision = 1; revision <= 5; revision++) recent.add([entry(revision)], 1);
  expect([0, 1, 2, 3, 4, 5].map(after => recent.after(after)?.map(({ revision }) => revision))).toEqual([
    undefined,
    undefined,
    undefined,
    [4, 5],
    [5],
    [],
  ]);
});

it('recent entries are undefined while there are none', () => {
  expect(new RecentEntries(2, 1_000, new RecentBudget()).after(0)).toBeUndefined();
});
