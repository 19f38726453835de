import { Principal, Rights } from '@worldwire/server/internal';
import { expect, it } from 'vitest';
import { digestOf, TokenCache } from './token-cache.js';

const principal = (name: string, expiresAt = 10) => new Principal(name, 'oauth', Rights.NONE, expiresAt);

it('keeps at most as many tokens as allowed, and forgets the oldest first', () => {
  const cache = new TokenCache(2);
  for (const name of ['a', 'b', 'c']) cache.add(name, principal(name));
  expect(cache.size).toBe(2);
  expect(['a', 'b', 'c'].map(name => cache.get(name, 0)?.name)).toEqual([undefined, 'b', 'c']);
});

it('returns a principal until the moment it expires, and forgets it then', () => {
  const cache = new TokenCache();
  cache.add('a', principal('a', 10));
  expect(cache.get('a', 9)?.name).toBe('a');
  expect(cache.get('a', 10)).toBeUndefined();
  expect(cache.size).toBe(0);
});

it('has digests that show nothing of the token', () => {
  expect(digestOf('secret-token')).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
