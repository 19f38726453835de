import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, startServer, type TestServer } from '../harness.js';
import { Lab, post, reply, rpc, type WireReply } from './lab.js';

const INVALID_REQUEST = -32600;

const lab = new Lab();
let server: TestServer;
let session: Record<string, string>;
const stateless = modern('tools/list').headers;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
  session = await openSession(server.url);
});

afterAll(async () => {
  expect((await reply(post(server.url, session, rpc('ping', {}, 'last')))).result).toEqual({});
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  await server.close();
});

describe('JSON that is not a JSON-RPC message', () => {
  const cases: [string, string, unknown][] = [
    ['null', 'null', null],
    ['a number', '42', null],
    ['a string', '"ping"', null],
    ['true', 'true', null],
    ['an empty object', '{}', null],
    ['no jsonrpc', '{"id":1,"method":"ping"}', 1],
    ['jsonrpc 1.0', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1],
    ['jsonrpc as a number', '{"jsonrpc":2.0,"id":1,"method":"ping"}', 1],
    ['no method, result or error', '{"jsonrpc":"2.0","id":7}', null],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":1}', 1],
    ['a method that is an object', '{"jsonrpc":"2.0","id":1,"method":{"toString":"ping"}}', 1],
    ['a method that is null', '{"jsonrpc":"2.0","id":1,"method":null}', 1],
    ['the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', null],
    ['an id that is an array', '{"jsonrpc":"2.0","id":[1],"method":"ping"}', null],
    ['the id true', '{"jsonrpc":"2.0","id":true,"method":"ping"}', null],
    ['an id past the safe integers', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', null],
    ['an infinite id', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', null],
    ['params as an array', '{"jsonrpc":"2.0","id":"p","method":"ping","params":[1]}', 'p'],
    ['params as a string', '{"jsonrpc":"2.0","id":"p","method":"ping","params":"a"}', 'p'],
    ['params as a number', '{"jsonrpc":"2.0","id":"p","method":"ping","params":0}', 'p'],
    ['result and error at once', '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', null],
    ['an answer without an id', '{"jsonrpc":"2.0","result":{}}', null],
    ['an answer with the id null', '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', null],
    ['an error that is a string', '{"jsonrpc":"2.0","id":1,"error":"no"}', null],
  ];

  it.each(cases)(
    'is refused in a session with 400, and with its id where that is of a request: %s',
    async (_what, body, id) => {
      const response = await post(server.url, session, body);
      expect(response.status).toBe(400);
      const answer = (await response.json()) as WireReply;
      expect(answer).toMatchObject({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST } });
      expect(answer.error?.message.length).toBeGreaterThan(20);
    },
  );

  it.each(cases)(
    'is refused in 2026-07-28, where an error without a request has no id: %s',
    async (_what, body, id) => {
      const response = await post(server.url, stateless, body);
      expect(response.status).toBe(400);
      const answer = (await response.json()) as WireReply;
      expect(answer.error?.code).toBe(INVALID_REQUEST);
      if (id === null) expect(answer).not.toHaveProperty('id');
      else expect(answer.id).toBe(id);
    },
  );

  it.each(cases)('is refused before its session is looked up: %s', async (_what, body) => {
    expect((await post(server.url, JSON_HEADERS, body)).status).toBe(400);
  });
});

describe('an id', () => {
  it.each([
    0,
    -1,
    9007199254740991,
    -9007199254740991,
    '',
    '0',
    'é\n"\\',
    'x'.repeat(1_024),
    '__proto__',
    'null',
  ])('comes back as it was sent (case %#)', async id => {
    const answer = await reply(post(server.url, session, rpc('ping', {}, id)));
    expect(answer).toEqual({ jsonrpc: '2.0', id, result: {} });
  });

  it('that is too long to keep is refused, with the limit', async () => {
    const response = await post(server.url, session, rpc('ping', {}, 'x'.repeat(1_025)));
    expect(response.status).toBe(400);
    expect((await reply(response)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('at most 1024 characters'),
    });
  });
});

describe('a method', () => {
  it.each([
    '',
    'Ping',
    'ping ',
    'tools',
    'tools/',
    '__proto__',
    'constructor',
    'toString',
    'rpc.discover',
    'tasks/get',
    'x'.repeat(50_000),
  ])('that does not exist is answered with -32601 and at most its beginning (case %#)', async method => {
    const response = await post(server.url, session, rpc(method, {}, 4));
    expect(response.status).toBe(200);
    const answer = await reply(response);
    expect(answer).toMatchObject({ id: 4, error: { code: -32601 } });
    expect(answer.error?.message.length).toBeLessThan(300);
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'ping',
    'initialize',
    'resources/subscribe',
    'logging/setLevel',
  ])('that 2026-07-28 does not have is answered with 404 and -32601: %s', async method => {
    const response = await fetch(server.url, modern(method, {}, { id: 4 }));
    expect(response.status).toBe(404);
    expect(await reply(response)).toMatchObject({ id: 4, error: { code: -32601 } });
  });

  it('unknown in a notification is accepted and ignored', async () => {
    for (const headers of [session, stateless]) {
      const response = await post(server.url, headers, '{"jsonrpc":"2.0","method":"notifications/nothing"}');
      expect(response.status).toBe(202);
    }
  });
});

describe('params that are null', () => {
  it('count as none', async () => {
    const answer = await reply(
      post(server.url, session, '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}'),
    );
    expect(answer.result).toEqual({});
  });
});
