import { describe, expect, it } from 'vitest';
import { fitItems, fitPage, jsonSize, readOffset, resultBytesOf } from './fit-items.js';

const LETTERS = ['aaaa', 'bb', 'c'];

describe('fitItems', () => {
  it('returns the list itself where all items fit', () => {
    expect(fitItems(LETTERS, { max: 16 })).toBe(LETTERS);
  });

  it('keeps the first items that fit together', () => {
    expect(fitItems(LETTERS, { max: 15 })).toEqual(['aaaa', 'bb']);
    expect(fitItems(LETTERS, { max: 6 })).toEqual([]);
  });

  it('keeps the minimum whatever its size', () => {
    expect(fitItems(LETTERS, { max: 0, min: 1 })).toEqual(['aaaa']);
  });

  it('measures with the given function', () => {
    expect(fitItems(LETTERS, { max: 6, sizeOf: item => item.length })).toEqual(['aaaa', 'bb']);
  });
});

describe('fitPage', () => {
  it('leads through the whole list, page by page', () => {
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: ReturnType<typeof fitPage<string>> = fitPage(LETTERS, { offset, limit: 2, max: 8 });
      seen.push(...page.items);
      expect(page.total).toBe(3);
      offset = page.nextOffset;
    }
    expect(seen).toEqual(LETTERS);
  });

  it('has at least one item, however large', () => {
    expect(fitPage(LETTERS, { offset: 0, limit: 10, max: 1 })).toEqual({
      items: ['aaaa'],
      total: 3,
      nextOffset: 1,
    });
  });

  it('is empty behind the end', () => {
    expect(fitPage(LETTERS, { offset: 9, limit: 10, max: 100 })).toEqual({ items: [], total: 3 });
  });
});

describe('readOffset', () => {
  it('is 0 without a cursor', () => expect(readOffset(undefined)).toBe(0));
  it('reads an offset', () => expect(readOffset('120')).toBe(120));
  it.each(['', '-1', '1.5', 'x', '1234567890'])('does not take %j', cursor => {
    expect(readOffset(cursor)).toBeUndefined();
  });
});

describe('sizes', () => {
  it('count the characters of JSON, and nothing for undefined but the comma', () => {
    expect(jsonSize({ a: 1 })).toBe(8);
    expect(jsonSize(undefined)).toBe(1);
  });

  it('count a result twice, the second time escaped', () => {
    expect(resultBytesOf({ a: 'é' })).toBe(10 + 16);
  });
});
