import { describe, expect, it } from 'vitest';
import { nearMatch } from './near-match.js';

const WORDS = ['port', 'host', 'token-file', 'log-level', 'tls-cert', 'tls-key'];

describe('a near match', () => {
  it.each([
    ['prot', 'port'],
    ['hosts', 'host'],
    ['token', 'token-file'],
    ['loglevel', 'log-level'],
  ])('for %s is %s', (word, meant) => {
    expect(nearMatch(word, WORDS)).toBe(meant);
  });

  it.each(['frames', 'x', '', 'completely-different'])('for "%s" is none', word => {
    expect(nearMatch(word, WORDS)).toBeUndefined();
  });
});
