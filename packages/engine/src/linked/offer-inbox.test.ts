import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OfferInbox } from './offer-inbox.js';

const read: string[] = [];
let inbox: OfferInbox;
beforeEach(() => {
  vi.useFakeTimers();
  read.length = 0;
  inbox = new OfferInbox(({ offers }) => read.push(offers.events[0]?.name ?? 'none'));
});
afterEach(() => {
  vi.useRealTimers();
});

function add(name: string): void {
  inbox.add({ events: [{ name, description: '' }] });
}

it('reads the first list at once, and then the last one of each interval', () => {
  for (const name of ['a', 'b', 'c']) add(name);
  expect(read).toEqual(['a']);
  vi.advanceTimersByTime(100);
  expect(read).toEqual(['a', 'c']);
  add('d');
  vi.advanceTimersByTime(99);
  expect(read).toEqual(['a', 'c']);
  vi.advanceTimersByTime(1);
  expect(read).toEqual(['a', 'c', 'd']);
  vi.advanceTimersByTime(1_000);
  add('e');
  expect(read).toEqual(['a', 'c', 'd', 'e']);
});

it('forgets a list that was not read when it is cleared', () => {
  add('a');
  add('b');
  inbox.clear();
  vi.advanceTimersByTime(1_000);
  expect(read).toEqual(['a']);
  expect(vi.getTimerCount()).toBe(0);
});
