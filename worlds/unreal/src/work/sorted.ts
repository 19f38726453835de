import type { TimeSlice } from './time-slice.js';

/** Items that are sorted without a pause, which takes a few milliseconds. */
const RUN = 2_048;

/** The items in order, as `toSorted` gives them, with pauses for the event loop. */
export async function sorted<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  slice: TimeSlice,
): Promise<Item[]> {
  let from: Item[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    for (const item of items.slice(start, start + RUN).sort(compare)) from.push(item);
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  let to = new Array<Item>(from.length);
  for (let width = RUN; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      await merge(from, to, start, width, compare, slice);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two adjacent sorted runs. Equal items keep their order. */
async function merge<Item>(
  from: readonly Item[],
  to: Item[],
  start: number,
  width: number,
  compare: (a: Item, b: Item) => number,
  slice: TimeSlice,
): Promise<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  let [left, right] = [start, middle];
  for (let at = start; at < end; at++) {
    const takesLeft =
      left < middle && (right >= end || compare(from[left] as Item, from[right] as Item) <= 0);
    to[at] = from[takesLeft ? left++ : right++] as Item;
    if (at % RUN === 0 && slice.isOver) await slice.yieldToEventLoop();
  }
}
