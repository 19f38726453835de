import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, reply, textOf, type WireReply } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const lab = new Lab();
let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
  session = await openSession(server.url);
});

afterAll(() => server.close());

function postAs(headers: readonly (readonly [string, string])[], body: string) {
  const { 'content-type': _, ...rest } = session;
  const text = rawRequest(
    'POST',
    '/mcp',
    [['Host', `127.0.0.1:${server.port}`], ...Object.entries(rest), ...headers],
    body,
  );
  return RawSocket.exchange(server.port, text);
}

describe('a body', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json ; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json\t;\tcharset=utf-8',
  ])('of type %j is served', async type => {
    const { status, body } = await postAs([['Content-Type', type]], callTool('echo', { mark: type }));
    expect(status).toBe(200);
    expect(textOf(JSON.parse(body) as WireReply)).toBe(type);
  });

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'text/plain;application/json',
    'text/plain, application/json',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'text/json',
    'application/jsonp',
    'application/json-seq',
    'application/json-patch+json',
    'application/vnd.api+json',
    'application/jsonx; application/json',
    'application/ json',
    'application /json',
    'xapplication/json',
    'json',
    '*/*',
    '',
    ';',
    'application/json\ttext',
  ])('of type %j never executes: 415', async type => {
    const key = `as ${type}`;
    const { status, body } = await postAs([['Content-Type', type]], callTool('echo', { mark: key }));
    expect(status).toBe(415);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('application/json') },
    });
    expect(lab.echoed.has(key)).toBe(false);
  });

  it('without a type never executes: 415', async () => {
    const { status } = await postAs([], callTool('echo', { mark: 'typeless' }));
    expect(status).toBe(415);
    expect(lab.echoed.has('typeless')).toBe(false);
  });

  it('of a type that a page may send never executes, though another type follows', async () => {
    const types = [
      ['Content-Type', 'text/plain'],
      ['Content-Type', 'application/json'],
    ] as const;
    const { status } = await postAs(types, callTool('echo', { mark: 'two types' }));
    expect([400, 415]).toContain(status);
    expect(lab.echoed.has('two types')).toBe(false);
  });

  it('never executes for the types that a form may send', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { ...session, 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: callTool('echo', { mark: 'cross-site' }),
    });
    expect(response.status).toBe(403);
    expect(lab.echoed.has('cross-site')).toBe(false);
  });
});

describe('a compressed body', () => {
  it.each(['gzip', 'deflate', 'br', 'zstd', 'GZIP', 'gzip, gzip'])(
    'with Content-Encoding %s is refused with 415',
    async encoding => {
      const body = encoding.toLowerCase().startsWith('gzip')
        ? gzipSync(callTool('echo', { mark: `packed ${encoding}` }))
        : Buffer.from(callTool('echo', { mark: `packed ${encoding}` }));
      const headers = { ...session, 'content-encoding': encoding };
      const response = await fetch(server.url, { method: 'POST', headers, body });
      expect(response.status).toBe(415);
      expect(await reply(response)).toMatchObject({ error: { code: -32600 } });
      expect(lab.echoed.has(`packed ${encoding}`)).toBe(false);
    },
  );

  it('that is not compressed at all, as identity says, is served', async () => {
    const headers = { ...session, 'content-encoding': 'identity' };
    const response = await fetch(server.url, {
      method: 'POST',
      headers,
      body: callTool('echo', { mark: 'plain' }),
    });
    expect(textOf(await reply(response))).toBe('plain');
  });
});
