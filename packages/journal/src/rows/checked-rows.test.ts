import { describe, expect, it } from 'vitest';
import { entryAt } from '../testing/samples.js';
import { checkedEntries, checkedRecorded, rangeAfter, rangeBefore } from './checked-rows.js';
import { entryChecksum, operationChecksum } from './checksums.js';
import { encodeEntry } from './entry-row.js';

const HEAD = { id: 'a', revision: 3 };

/** Rows of a log as a store has them. */
function rows(...revisions: number[]) {
  return revisions.map(revision => {
    const row = encodeEntry(entryAt(revision));
    return { ...row, checksum: entryChecksum(HEAD.id, row) };
  });
}

const read = (stored: ReturnType<typeof rows>, run = rangeAfter(HEAD, 0, 10), full = false) =>
  checkedEntries(stored, run, full).map(({ revision }) => revision);

describe('the entries of a log', () => {
  it('are returned up to its head, forwards and backwards', () => {
    expect(read(rows(1, 2, 3))).toEqual([1, 2, 3]);
    expect(read(rows(3, 2, 1), rangeBefore(HEAD, undefined, 10))).toEqual([3, 2, 1]);
    expect(read(rows(2), rangeAfter(HEAD, 1, 1))).toEqual([2]);
  });

  it('are damaged if one is after the head', () => {
    expect(() => read(rows(1, 2, 3, 4))).toThrow(/4/);
    expect(() => read(rows(1), rangeAfter({ id: 'a', revision: 0 }, 0, 10))).toThrow(/1/);
  });

  it('are damaged where one is missing, in the middle or at the end', () => {
    expect(() => read(rows(1, 3))).toThrow(/2/);
    expect(() => read(rows(1, 2))).toThrow(/3/);
    expect(() => read(rows(3, 2), rangeBefore(HEAD, undefined, 10))).toThrow(/1/);
  });

  it('end before the head where a page was full', () => {
    expect(read(rows(1, 2), rangeAfter(HEAD, 0, 10), true)).toEqual([1, 2]);
  });

  it('are damaged where one has the place of another, or belongs to another log', () => {
    const [first, second] = rows(1, 2) as [ReturnType<typeof rows>[0], ReturnType<typeof rows>[0]];
    expect(() => read([first, { ...second, body: first.body }], rangeAfter(HEAD, 0, 2))).toThrow(/2/);
    expect(() => read([first, second], rangeAfter({ id: 'b', revision: 2 }, 0, 2))).toThrow(/1/);
  });
});

describe('an operation key', () => {
  const operation = { principal: 'ann', key: 'k', fingerprint: 'f', first: 1, last: 2 };
  const stored = { ...operation, checksum: operationChecksum('a', operation) };

  it('returns its recorded range', () => {
    expect(checkedRecorded('a', 'ann', 'k', stored)).toEqual({ first: 1, last: 2, fingerprint: 'f' });
  });

  it('is damaged where an index leads to the row of another key or another principal', () => {
    expect(() => checkedRecorded('a', 'ann', 'other', stored)).toThrow(/operation key/);
    expect(() => checkedRecorded('a', 'bob', 'k', stored)).toThrow(/operation key/);
  });

  it('is damaged where its row was changed, or belongs to another log', () => {
    expect(() => checkedRecorded('a', 'ann', 'k', { ...stored, last: 3 })).toThrow(/operation key/);
    expect(() => checkedRecorded('b', 'ann', 'k', stored)).toThrow(/operation key/);
  });
});
