import { describe, expect, it } from 'vitest';
import { WordPool } from './word-pool.js';

describe('a pool of words', () => {
  it('gives equal words one number and keeps their case', () => {
    const pool = new WordPool();
    expect([pool.id('Fire'), pool.id('fire'), pool.id('Fire')]).toEqual([0, 1, 0]);
    expect(pool.word(0)).toBe('Fire');
    expect(pool.size).toBe(2);
  });

  it('finds every word that contains a text, once, without case', () => {
    const pool = new WordPool();
    for (const word of ['Fire', 'Door', 'FireFire', 'StopFire', 'fir']) pool.id(word);
    expect(pool.containing('fire')).toEqual([0, 2, 3]);
    expect(pool.containing('e')).toEqual([0, 2, 3]);
    expect(pool.containing('')).toEqual([]);
    pool.id('Firefly');
    expect(pool.containing('fire')).toEqual([0, 2, 3, 5]);
  });

  it('does not find a text across two words, also where a word contains the separator', () => {
    const pool = new WordPool();
    for (const word of ['ab', 'cd', 'x\0y']) pool.id(word);
    expect(pool.containing('bc')).toEqual([]);
    expect(pool.containing('b\0c')).toEqual([]);
    expect(pool.containing('x y')).toEqual([2]);
  });

  it('finds words behind one that is longer in lower case', () => {
    const pool = new WordPool();
    for (const word of ['İİİİ', 'Door']) pool.id(word);
    expect(pool.containing('door')).toEqual([1]);
  });

  it('finds words that are longer together than a string can be', () => {
    const pool = new WordPool();
    const long = `start${'x'.repeat(2 ** 26)}`;
    for (let at = 0; at < 9; at++) pool.id(long.slice(0, long.length - at));
    pool.id('End');
    expect(pool.containing('start')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(pool.containing('end')).toEqual([9]);
  });

  it('finds each word of many, also those that came after a search', () => {
    const pool = new WordPool();
    const count = 60_000;
    for (let id = 0; id < count; id++) {
      pool.id(`The word with the number ${id}.`);
      if (id === 5 || id === 40_000) expect(pool.containing('word')).toHaveLength(id + 1);
    }
    expect(pool.containing('word')).toEqual(Array.from({ length: count }, (_, id) => id));
    expect(pool.containing(`number ${count - 1}.`)).toEqual([count - 1]);
  });
});
