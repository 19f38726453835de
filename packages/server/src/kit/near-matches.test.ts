import { describe, expect, it } from 'vitest';
import { didYouMean, nearMatches } from './near-matches.js';

const WORLDS = ['universe', 'unity', 'unreal'];

describe('nearMatches', () => {
  it('finds a word with a slip, whatever the case', () => {
    expect(nearMatches('univrse', WORLDS)).toEqual(['universe']);
    expect(nearMatches('UNITI', WORLDS)).toEqual(['unity']);
  });

  it('takes the beginning of exactly one word for that word', () => {
    expect(nearMatches('unr', WORLDS)).toEqual(['unreal']);
  });

  it('puts the nearest first', () => {
    expect(nearMatches('adStars', ['addStar', 'addStars', 'moveStar'])).toEqual(['addStars', 'addStar']);
  });

  it('counts two letters in the wrong order as one slip', () => {
    expect(nearMatches('naer', ['name', 'near'])).toEqual(['near', 'name']);
    expect(nearMatches('ab', ['ba'])).toEqual(['ba']);
  });

  it('finds nothing for a word that is far from all, one that shares no letter, or a very long one', () => {
    expect(nearMatches('banana', WORLDS)).toEqual([]);
    expect(nearMatches('x', ['a'])).toEqual([]);
    expect(nearMatches('u'.repeat(49), WORLDS)).toEqual([]);
  });
});

describe('didYouMean', () => {
  it('is a sentence with the prefix before the word', () => {
    expect(didYouMean('prot', ['port', 'host'], '--')).toBe(' Did you mean --port?');
  });

  it('is empty where no word is near', () => {
    expect(didYouMean('banana', WORLDS)).toBe('');
  });
});
