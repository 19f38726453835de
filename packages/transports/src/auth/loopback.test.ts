import { describe, expect, it } from 'vitest';
import { isLoopback, requireTokens } from './loopback.js';
import { TokenStore } from './tokens.js';

const LOOPBACK = ['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'];
const OTHERS = [
  '0.0.0.0',
  '::',
  '192.168.0.1',
  '128.0.0.1',
  '127.0.0.1.example.org',
  'localhost.example.org',
  '',
];

describe('isLoopback', () => {
  it.each(LOOPBACK)('accepts %s', host => expect(isLoopback(host)).toBe(true));
  it.each(OTHERS)('rejects "%s"', host => expect(isLoopback(host)).toBe(false));
});

describe('requireTokens', () => {
  it('rejects a host that is not loopback only where there are no tokens', () => {
    expect(() => requireTokens('0.0.0.0', undefined)).toThrow('token file');
    expect(() => requireTokens('127.0.0.1', undefined)).not.toThrow();
    expect(() => requireTokens('0.0.0.0', TokenStore.parse('a-token-long-enough'))).not.toThrow();
  });
});
