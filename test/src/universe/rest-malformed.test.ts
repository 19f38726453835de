import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawSocket, rawRequest } from '../http/raw-socket.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const COMMANDS = '/universes/u-1/commands';

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse({ limits: { bodyBytes: 10_000, jsonDepth: 20 } });
  await server.rest.create('u-1', THREE_STARS);
});
afterAll(async () => {
  expect((await server.rest.get('/universes/u-1')).body.revision).toBe(0);
  await server.close();
});

describe('a body that cannot be read', () => {
  it.each([
    ['broken JSON', '{"type":"tick"'],
    ['two values', '{"type":"tick"}{"type":"tick"}'],
    ['a text', '"tick"'],
    ['a number', '42'],
    ['null', 'null'],
    ['an object without a type', '{"dt":1}'],
    ['a type that is no text', '{"type":42}'],
    ['a key that would change every object', '{"type":"tick","__proto__":{"dt":1}}'],
    ['more depth than is allowed', `{"type":"tick","x":${'['.repeat(30)}${']'.repeat(30)}}`],
  ])('is 400: %s', async (_what, text) => {
    const { status, body, headers } = await server.rest.post(COMMANDS, text);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ kind: 'InvalidArgument', message: expect.stringMatching(/\w/) });
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('is 400 without a body', async () => {
    expect((await server.rest.send('POST', COMMANDS)).status).toBe(400);
  });

  it('is 400 where the bytes are not UTF-8', async () => {
    const response = await fetch(`${server.base}${COMMANDS}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"type":"\xff"}', 'latin1'),
    });
    expect(response.status).toBe(400);
    await response.arrayBuffer();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'is 415 where its type is %s',
    async type => {
      const { status, body } = await server.rest.post(COMMANDS, '{"type":"tick"}', { 'content-type': type });
      expect(status).toBe(415);
      expect(body.error.message).toContain('application/json');
    },
  );

  it('is 415 where it is compressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await server.rest.post(COMMANDS, '{"type":"tick"}', headers)).status).toBe(415);
  });

  it.each(['with its length', 'in chunks'])('is 413 where it is too large, sent %s', async how => {
    const body = JSON.stringify({ type: 'tick', filler: 'x'.repeat(20_000) });
    const sized = how === 'with its length';
    const text = sized ? body : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const { status, body: answer } = await RawSocket.exchange(
      server.port,
      rawRequest(
        'POST',
        COMMANDS,
        [
          ['Host', `127.0.0.1:${server.port}`],
          ['Content-Type', 'application/json'],
          sized ? ['Content-Length', String(body.length)] : ['Transfer-Encoding', 'chunked'],
        ],
        text,
      ),
    );
    expect(status).toBe(413);
    expect(JSON.parse(answer)).toMatchObject({ error: { message: expect.stringContaining('larger') } });
  });
});

describe('a request that means nothing', () => {
  it.each([
    `${COMMANDS}?returning=everything`,
    `${COMMANDS}?returning=`,
    '/universes/u-1/undo?returning=all',
  ])('is 400: POST %s', async path => {
    expect((await server.rest.post(path, path.includes('undo') ? {} : { type: 'tick' })).status).toBe(400);
  });

  it.each([
    '/universes/u-1/changes?since=-1',
    '/universes/u-1/changes?since=now',
    '/universes/u-1/changes?since=99999999999999999999',
    '/universes/u-1/changes?limit=0',
    '/universes/u-1/history?cursor=x',
    '/universes/u-1/history?limit=1e3',
    '/universes/u-1/ephemeris?t=noon',
    '/universes/u-1/ephemeris?t=',
    '/universes/u-1/ephemeris?t=Infinity',
    '/universes/u-1/map.svg?width=1',
    '/universes/u-1/map.png?height=100000',
    '/universes/u-1/events?since=soon',
  ])('is 400: GET %s', async path => {
    const { status, body } = await server.rest.get(path);
    expect(status).toBe(400);
    expect(body.error.kind).toBe('InvalidArgument');
  });

  it.each([
    ['GET', '/'],
    ['GET', '/universe'],
    ['GET', '/universes/u-1/nothing'],
    ['PATCH', '/nowhere'],
    ['GET', `/universes/${'x'.repeat(2000)}`],
  ])('is 404, as plain JSON: %s %s', async (method, path) => {
    const { status, body } = await server.rest.send(method, path);
    expect(status).toBe(404);
    expect(body.error.message).toMatch(/\w/);
  });

  it.each([
    ['GET', '/universes/u-1/commands', 'POST, OPTIONS'],
    ['PATCH', '/universes/u-1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['DELETE', '/universes', 'POST, GET, HEAD, OPTIONS'],
    ['PUT', '/health', 'GET, HEAD, OPTIONS'],
  ])('is 405 where the path has other methods, and says which: %s %s', async (method, path, allow) => {
    const { status, body, headers } = await server.rest.send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body.error.message).toContain(allow.split(',', 1)[0]);
  });

  it('is 400 where the path cannot be decoded', async () => {
    expect((await server.rest.get('/universes/%zz')).status).toBe(400);
  });
});
