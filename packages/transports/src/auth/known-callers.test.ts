import { Principal, Rights } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { KnownCallers } from './known-callers.js';

const credential = (principal: string) => ({
  principal: new Principal(principal, 'token', Rights.CALLS),
  digest: Buffer.alloc(32),
});

describe('KnownCallers', () => {
  it('know a credential at the address where it was accepted, and at no other', () => {
    const known = new KnownCallers();
    const [ada, other] = [credential('ada'), credential('ada')];
    known.add('a', ada);
    expect([known.has('a', ada), known.has('b', ada), known.has('a', other)]).toEqual([true, false, false]);
  });

  it('forget the oldest when there are too many, at one address and in total', () => {
    const known = new KnownCallers();
    const [first, last] = [credential('first'), credential('last')];
    known.add('home', first);
    for (let n = 0; n < 100; n++) known.add('home', credential(`n${n}`));
    known.add('home', last);
    expect([known.has('home', first), known.has('home', last)]).toEqual([false, true]);
    for (let n = 0; n < 10_000; n++) known.add(`address-${n}`, first);
    expect([known.has('home', last), known.has('address-9999', first)]).toEqual([false, true]);
  });
});
