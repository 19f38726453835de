import { describe, expect, it } from 'vitest';
import type { Span } from '../state/spans.js';
import { lanesOf } from './lanes.js';

function span(caller: string, start: number, end?: number): Span {
  const record = { chain: 'audit', seq: 1, at: '' };
  return {
    id: `${caller} ${start}`,
    caller,
    world: 'unity',
    tool: 't',
    what: 't',
    start,
    ...(end !== undefined && { end, outcome: 'done' }),
    record,
  };
}

describe('lanes', () => {
  it('have the calls of one agent each, in the order of names', () => {
    const lanes = lanesOf([span('b', 10, 20), span('a', 30, 40)], 0, 100);
    expect(lanes.map(({ caller }) => caller)).toEqual(['a', 'b']);
    expect(lanes[1]?.spans[0]).toMatchObject({ left: 0.1, width: 0.1, row: 0 });
  });

  it('put calls that overlap in rows of their own', () => {
    const [lane] = lanesOf([span('a', 0, 50), span('a', 10, 20), span('a', 60, 70)], 0, 100);
    expect(lane?.spans.map(({ row }) => row)).toEqual([0, 1, 0]);
    expect(lane?.rows).toBe(2);
  });

  it('have at most four rows', () => {
    const [lane] = lanesOf(
      Array.from({ length: 9 }, (_, index) => span('a', index, 90)),
      0,
      100,
    );
    expect(lane?.rows).toBe(4);
  });

  it('let a call that runs end with the window, and leave out what is not in it', () => {
    const [lane, ...others] = lanesOf([span('a', 90), span('b', 0, 10), span('c', 300, 310)], 50, 100);
    expect(lane?.spans[0]).toMatchObject({ left: 0.8, width: 0.2 });
    expect(others).toEqual([]);
  });
});
