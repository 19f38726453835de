import { describe, expect, it } from 'vitest';
import { preflightHeaders, responseHeaders } from './cors.js';

const ORIGIN = 'https://app.example.org';
const list = (value: string | undefined) => (value ?? '').split(',').map(name => name.trim().toLowerCase());

describe('what a page may read', () => {
  const headers = new Map(responseHeaders(ORIGIN));

  it('[HTTP-2.1] includes the session id', () => {
    expect(list(headers.get('access-control-expose-headers'))).toContain('mcp-session-id');
  });

  it('[HTTP-2.2] is allowed for the requesting origin only, with Vary for caches', () => {
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(list(headers.get('vary'))).toContain('origin');
  });

  it('is never allowed for all origins, nor with cookies', () => {
    expect([...headers.values()]).not.toContain('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });
});

describe('what a page may send', () => {
  it('[HTTP-2.3] is GET, POST and OPTIONS, and DELETE to end a session', () => {
    const methods = list(preflightHeaders(undefined)['access-control-allow-methods']);
    expect(methods.sort()).toEqual(['delete', 'get', 'options', 'post']);
  });

  it('[HTTP-2.4] has the headers that clients need', () => {
    const allowed = list(preflightHeaders(undefined)['access-control-allow-headers']);
    for (const name of [
      'content-type',
      'accept',
      'authorization',
      'mcp-protocol-version',
      'mcp-session-id',
    ]) {
      expect(allowed).toContain(name);
    }
    for (const name of ['last-event-id', 'mcp-method', 'mcp-name']) expect(allowed).toContain(name);
  });

  it('has the headers that mirror arguments, by their prefix', () => {
    const allowed = list(
      preflightHeaders('Mcp-Param-Region, mcp-param-zone-2')['access-control-allow-headers'],
    );
    expect(allowed).toContain('mcp-param-region');
    expect(allowed).toContain('mcp-param-zone-2');
  });

  it('excludes every other requested header', () => {
    const asked = `cookie, x-evil, mcp-param-, mcp-param-a b, mcp-param-é, mcp-param-${'a'.repeat(65)}, mcp-param-x\r\nset-cookie: a`;
    expect(preflightHeaders(asked)).toEqual(preflightHeaders(undefined));
    expect(preflightHeaders('')).toEqual(preflightHeaders(undefined));
  });
});
