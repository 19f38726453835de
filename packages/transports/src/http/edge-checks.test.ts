import { describe, expect, it } from 'vitest';
import { allowedOrigins, hostCheck, readAccept, wantsStream } from './edge-checks.js';

describe('hostCheck', () => {
  const check = hostCheck('127.0.0.1', ['Lab.Example.org']);

  it('accepts the loopback names and those of the operator, with any port and in any case', () => {
    for (const host of [
      'localhost',
      'localhost:3001',
      '127.0.0.1:80',
      '[::1]',
      '[::1]:3001',
      'LOCALHOST:1',
      'lab.example.org:443',
    ]) {
      expect(check(host)).toBe(true);
    }
  });

  it('rejects every other name, and a missing one', () => {
    const unknown = [
      undefined,
      '',
      'evil.example',
      'evil.example:3001',
      'localhost.evil.example',
      'evil-localhost',
      '127.0.0.1.evil.example',
      '127.0.0.2',
      '[::2]',
      'localhost:3001:3002',
      'localhost:port',
      'localhost:123456',
      'user@localhost',
      'localhost/path',
      'localhost?x',
      ' localhost',
      'localhost ',
      'localhost,evil.example',
    ];
    for (const host of unknown) expect([host, check(host)]).toEqual([host, false]);
  });

  it('still rejects unknown names after it has accepted one', () => {
    const fresh = hostCheck('127.0.0.1', []);
    expect(fresh('localhost:1')).toBe(true);
    expect(fresh('localhost:1')).toBe(true);
    expect(fresh('evil.example')).toBe(false);
    expect(fresh('localhost:1')).toBe(true);
  });

  it('accepts the bound address, but no further address when bound to all', () => {
    expect(hostCheck('192.168.7.7', [])('192.168.7.7:3001')).toBe(true);
    expect(hostCheck('fe80::1', [])('[fe80::1]:3001')).toBe(true);
    for (const wild of ['0.0.0.0', '::']) {
      expect(hostCheck(wild, [])('0.0.0.0:3001')).toBe(false);
      expect(hostCheck(wild, [])('192.168.7.7:3001')).toBe(false);
      expect(hostCheck(wild, ['192.168.7.7'])('192.168.7.7:3001')).toBe(true);
    }
  });
});

describe('allowedOrigins', () => {
  it('are loopback with the scheme and port of the server, and those of the operator', () => {
    const allowed = allowedOrigins('http', '127.0.0.1', 3001, ['https://app.example.org']);
    for (const origin of [
      'http://localhost:3001',
      'http://127.0.0.1:3001',
      'http://[::1]:3001',
      'https://app.example.org',
    ]) {
      expect(allowed.has(origin)).toBe(true);
    }
  });

  it('exclude every other port, scheme and host', () => {
    const allowed = allowedOrigins('http', '127.0.0.1', 3001, ['https://app.example.org']);
    const unknown = [
      'http://localhost:3002',
      'http://localhost',
      'https://localhost:3001',
      'http://evil.example',
      'https://app.example.org:8443',
      'https://app.example.org.evil.example',
      'null',
      '*',
      '',
    ];
    for (const origin of unknown) expect([origin, allowed.has(origin)]).toEqual([origin, false]);
  });

  it('include the bound address, but no further address when bound to all', () => {
    expect(allowedOrigins('http', '127.0.0.2', 3001, []).has('http://127.0.0.2:3001')).toBe(true);
    expect(allowedOrigins('https', 'fe80::1', 443, []).has('https://[fe80::1]')).toBe(true);
    expect(allowedOrigins('http', 'Studio.Local', 3001, []).has('http://studio.local:3001')).toBe(true);
    for (const wild of ['0.0.0.0', '::']) {
      const allowed = allowedOrigins('http', wild, 3001, []);
      expect(allowed.has('http://0.0.0.0:3001') || allowed.has('http://[::]:3001')).toBe(false);
      expect(allowed.has('http://localhost:3001')).toBe(true);
    }
  });

  it('omit the default port, as browsers do', () => {
    expect(allowedOrigins('http', '127.0.0.1', 80, []).has('http://localhost')).toBe(true);
    expect(allowedOrigins('https', '127.0.0.1', 443, []).has('https://localhost')).toBe(true);
    expect(allowedOrigins('https', '127.0.0.1', 80, []).has('https://localhost:80')).toBe(true);
  });
});

describe('readAccept', () => {
  it('[HTTP-3.1.2] reads that a client accepts JSON and event streams', () => {
    const both = { json: true, sse: true, sseFirst: false };
    for (const header of [
      'application/json, text/event-stream',
      'application/json,text/event-stream',
      '*/*',
      undefined,
    ]) {
      expect(readAccept(header)).toEqual(both);
    }
    expect(readAccept('text/event-stream, application/json')).toEqual({ ...both, sseFirst: true });
  });

  it('reads that a client accepts one of them', () => {
    const json = { json: true, sse: false, sseFirst: false };
    const sse = { json: false, sse: true, sseFirst: true };
    for (const header of [
      'application/json',
      'application/*',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
    ]) {
      expect(readAccept(header)).toEqual(json);
    }
    for (const header of ['text/event-stream', 'text/*', 'Text/Event-Stream;q=0.5'])
      expect(readAccept(header)).toEqual(sse);
  });

  it('reads that a client accepts neither', () => {
    for (const header of [
      '',
      'text/html',
      'application/jsonx',
      'image/*',
      'application/json;q=0',
      '*/*;q=0.0',
    ]) {
      expect(readAccept(header)).toEqual({ json: false, sse: false, sseFirst: false });
    }
  });

  it('excludes types with q=0', () => {
    expect(readAccept('application/json, text/event-stream;q=0')).toMatchObject({ json: true, sse: false });
    expect(readAccept('application/json;q=0.0, text/event-stream')).toMatchObject({ json: false, sse: true });
    expect(readAccept('application/json;q=0.1')).toMatchObject({ json: true });
  });

  it('gives the same result for a header when it comes again, among many others', () => {
    const header = 'text/event-stream;v=once';
    const first = readAccept(header);
    for (let n = 0; n < 200; n++) readAccept(`application/json;v=${n}`);
    expect(readAccept(header)).toEqual(first);
    expect(readAccept('application/json;v=199')).toMatchObject({ json: true, sse: false });
  });
});

describe('wantsStream', () => {
  it('is true when the event stream is named', () => {
    for (const header of [
      'text/event-stream',
      'application/json, text/event-stream',
      'TEXT/EVENT-STREAM;q=1',
      'text/event-stream , */*',
    ]) {
      expect(wantsStream(header)).toBe(true);
    }
  });

  it('is false for */*, and for a type that only looks like it', () => {
    for (const header of [
      undefined,
      '',
      '*/*',
      'text/*',
      'application/json',
      'text/event-streams',
      'x-text/event-stream',
    ]) {
      expect(wantsStream(header)).toBe(false);
    }
  });
});
