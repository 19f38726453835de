import { describe, expect, it } from 'vitest';
import { cookieName, cookiesIn, isSameOrigin, sessionCookie } from './cookies.js';

describe('cookies of a request', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['worldwire-3000=a', ['a']],
    ['x=1; worldwire-3000=a;y=2', ['a']],
    ['worldwire-30001=a', []],
    ['xworldwire-3000=a', []],
    ['worldwire-3000-login=a', []],
    ['worldwire-3000', []],
    ['worldwire-3000=', ['']],
    ['worldwire-3000=a=b', ['a=b']],
    // Another server on this host may set the same name for another path.
    ['worldwire-3000=a; worldwire-3000=b', ['a', 'b']],
    ['worldwire-3000=1; '.repeat(9), ['1', '1', '1', '1']],
  ])('%j has %j', (header, expected) => {
    expect(cookiesIn(header, cookieName(3000))).toEqual(expected);
  });
});

describe('the cookie of a session', () => {
  it('is Secure only over TLS', () => {
    expect(sessionCookie('a', 'b', 60, false)).toBe('a=b; Max-Age=60; HttpOnly; SameSite=Strict');
    expect(sessionCookie('a', 'b', 60, true)).toBe('a=b; Max-Age=60; HttpOnly; SameSite=Strict; Secure');
  });
});

describe('Sec-Fetch-Site', () => {
  it.each([
    [undefined, true],
    ['same-origin', true],
    ['none', true],
    ['same-site', false],
    ['cross-site', false],
    ['', false],
    ['same-origin, cross-site', false],
  ])('%j: %s', (site, expected) => {
    expect(isSameOrigin(site)).toBe(expected);
  });
});
