import { TokenStore } from '@worldwire/transports/http';
import { describe, expect, it } from 'vitest';
import { rightsNow } from './rights-now.js';

const ANN = 'ann ann-0123456789abcdef unity:eval';
const WEAK_ANN = 'ann ann-weak-0123456789abcdef unity:read';
const BOB = 'bob bob-0123456789abcdef unity:write expires=2026-01-01';

describe('the rights of a principal now', () => {
  it('are those of all its tokens, until they expire or are revoked', () => {
    let now = Date.parse('2025-12-31');
    const date = () => now;
    const tokens = TokenStore.parse([ANN, WEAK_ANN, BOB].join('\n'), date);
    const rights = rightsNow(tokens, false, date);
    const has = (name: string, right: 'eval' | 'write') =>
      rights(name).some(each => each.has(right, 'unity'));
    expect([has('ann', 'eval'), has('bob', 'eval'), has('bob', 'write')]).toEqual([true, false, true]);
    now = Date.parse('2026-01-02');
    expect(has('bob', 'write')).toBe(false);
    tokens.reload(WEAK_ANN);
    expect(has('ann', 'eval')).toBe(false);
    expect(rights('nobody')).toEqual([]);
  });

  it('of a client without a credential are all where there are no credentials, and none elsewhere', () => {
    const mayEval = (name: string, ...args: Parameters<typeof rightsNow>) =>
      rightsNow(...args)(name).some(rights => rights.has('eval', 'unity'));
    const tokens = TokenStore.parse(ANN);
    expect(mayEval('local', undefined, false, Date.now)).toBe(true);
    expect(mayEval('local', undefined, true, Date.now)).toBe(false);
    expect(mayEval('local', tokens, false, Date.now)).toBe(false);
    expect(mayEval('ann', undefined, false, Date.now)).toBe(false);
  });

  it('of OAuth are known only to its tokens, so that they count while an issuer is configured', () => {
    expect(rightsNow(undefined, true, Date.now)('oauth:ann@issuer')).toHaveLength(1);
    expect(rightsNow(undefined, false, Date.now)('oauth:ann@issuer')).toEqual([]);
  });

  it('of the person at the console are all', () => {
    expect(rightsNow(TokenStore.parse(ANN), false, Date.now)('console')).toHaveLength(1);
  });
});
