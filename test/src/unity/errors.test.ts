import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import { Explorer, type Wire } from './explorer.js';
import { GatedEngine } from './gated-engine.js';
import { startUnity, type UnityServer } from './unity-server.js';

const TOO_MANY = 'Cannot have more than 32 parallel requests. Please slow down.';

let server: UnityServer;
let engine: GatedEngine;
beforeAll(async () => {
  engine = new GatedEngine(await openEmbedded());
  server = await startUnity({ engine });
});
afterAll(() => server.close());

/** Each kind, with a call that fails by it. */
const KINDS: [string, number, number, string, object][] = [
  ['NotFound', -32004, 404, 'GetObject', { id: 'obj:999999' }],
  ['InvalidArgument', -32602, 400, 'GetObject', { id: 'not an id' }],
];

/** The same of tools that write. */
const GUARDED_KINDS: typeof KINDS = [
  ['PermissionDenied', -32003, 403, 'SetActive', { objectId: 'obj:1', active: false }],
  ['InvalidArgument', -32602, 400, 'SetConfig', {}],
];

describe('a failed call', () => {
  it.each(KINDS)(
    '[UNITY-7.1] [UNITY-7.3] [UNITY-7.4] [UNITY-7.6] of kind %s has the code %i and HTTP %i in the dialect',
    async (kind, code, status, name, args) => {
      const { status: given, body } = await server.explorer.call(name, args);
      expect(given).toBe(status);
      expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code, data: { kind } } });
      expect(body.error.message).toContain('obj');
      expect(body).not.toHaveProperty('result');
    },
  );

  it.each(GUARDED_KINDS)(
    '[UNITY-7.3] [UNITY-7.6] of kind %s is a result with HTTP 200 where the tool writes, with the members of the document',
    async (kind, _code, _status, name, args) => {
      const { status, body } = await server.explorer.call(name, args);
      expect([status, body.error]).toEqual([200, undefined]);
      const { text, json } = body.result.content[0]!;
      const words = { kind, message: expect.stringMatching(/./), hint: expect.stringMatching(/./) };
      expect(json).toEqual({ ok: false, error: words });
      expect(JSON.parse(text)).toEqual(json);
    },
  );

  it.each([...KINDS, ...GUARDED_KINDS])(
    '[UNITY-4.2.19] of kind %s is a result with isError through tools/call, in both eras',
    async (kind, _code, _status, name, args) => {
      const check = (answer: Wire) => {
        expect(answer.result.isError).toBe(true);
        const body = JSON.parse(answer.result.content[0]!.text);
        expect(body).toMatchObject({ ok: false, error: { kind, message: expect.stringMatching(/./) } });
        expect(answer.result.structuredContent ?? body).toEqual(body);
      };
      const params = { name, arguments: args };
      const stateless = await fetch(server.url, modern('tools/call', params));
      expect(stateless.status).toBe(200);
      check((await stateless.json()) as Wire);
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const headers = await openSession(server.url);
      check((await (await fetch(server.url, { method: 'POST', headers, body })).json()) as Wire);
    },
  );

  it('[UNITY-7.3] says in a hint what would open the gate', async () => {
    const refusal = await server.explorer.refusal('SetActive', { objectId: 'obj:1', active: false });
    expect(refusal.hint).toContain('--allow writes');
    const code = await server.explorer.refusal('ConsoleEval', { code: '1' });
    expect(code).toMatchObject({ kind: 'PermissionDenied', hint: expect.stringContaining('--allow eval') });
  });

  it('[UNITY-7.2] is NotReady while the engine is loading, and GetStatus says so', async () => {
    engine.said = { status: 'loading', since: new Date().toISOString() };
    expect(await server.explorer.tool('GetStatus')).toMatchObject({ Ready: false, ScenesLoaded: 0 });
    engine.said = undefined;
    const dead = await openEmbedded();
    await dead.close();
    const gone = await startUnity({ engine: dead });
    expect(await gone.explorer.tool('GetStatus')).toMatchObject({ Ready: false });
    expect(await gone.explorer.refusal('ListScenes')).toMatchObject({
      status: 503,
      code: -32002,
      kind: 'NotReady',
    });
    const read = await gone.explorer.rpc('read_resource', { uri: 'unity://scenes' });
    expect(read).toMatchObject({
      status: 503,
      body: { error: { code: -32002, data: { kind: 'NotReady' } } },
    });
    expect((await fetch(`${gone.base}/read?uri=unity://scenes`)).status).toBe(503);
    await gone.close();
  });

  it('[UNITY-7.7] is Internal where the engine breaks, without its details', async () => {
    const broken = new GatedEngine(await openEmbedded());
    const other = await startUnity({ engine: broken });
    broken.call = () => Promise.reject(new Error('secret of the engine'));
    const refusal = await other.explorer.refusal('ListScenes');
    expect(refusal).toMatchObject({ status: 500, code: -32603, kind: 'Internal' });
    expect(JSON.stringify(refusal)).not.toContain('secret');
    await other.close();
  });

  it('[UNITY-7.8] [UNITY-3.14] leaves one line in the log, once', async () => {
    await server.explorer.call('GetObject', { id: 'obj:424242' });
    const { Items } = await server.explorer.read('unity://logs/tail?count=50');
    const lines = Items.filter(({ Message }) => Message.includes('obj:424242'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      T: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      Level: 'error',
      Message: expect.stringMatching(/^\[MCP\] error -32004: /),
      Source: expect.any(String),
    });
  });

  it('[UNITY-7.8] leaves a line for what the protocol itself refuses', async () => {
    await server.explorer.call('NoSuchTool');
    const { Items } = await server.explorer.tool('TailLogs', { count: 20 });
    expect(Items.filter(({ Message }) => /^\[MCP\] error .*NoSuchTool/.test(Message))).toHaveLength(1);
  });

  it.each([
    ['call_tool', { name: 'NoSuchTool' }],
    ['call_tool', { arguments: {} }],
    ['read_resource', {}],
    ['read_resource', { uri: 'unity://no/such' }],
  ])('[UNITY-7.1] of %s with %j has a kind that fits its status', async (method, params) => {
    const { status, body } = await server.explorer.rpc(method, params);
    const statuses = { NotFound: 404, InvalidArgument: 400 } as Record<string, number>;
    expect(status).toBe(statuses[body.error.data.kind]);
    expect(body.error.code).toBe(status === 404 ? -32004 : -32602);
  });
});

/** Each with its code, what is in the log, and a part of its message. */
const REFUSED: [string, string, number, string][] = [
  ['broken JSON', '{"jsonrpc":"2.0","id":1,', -32700, 'JSON'],
  ['a method that is no text', '{"jsonrpc":"2.0","id":"odd","method":7}', -32600, 'method'],
  ['no version of JSON-RPC', '{"id":"odd","method":"ping"}', -32600, 'jsonrpc'],
  [
    'a batch without a session',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    -32600,
    'one message at a time',
  ],
  [
    'initialize without a version',
    '{"jsonrpc":"2.0","id":"odd","method":"initialize"}',
    -32602,
    'protocolVersion',
  ],
];

describe.each(['/message', '/mcp'])('what is refused before a method is looked at, by POST %s', path => {
  it.each(REFUSED)(
    '[UNITY-7.1] [UNITY-7.8] [UNITY-2.10] has a kind, a line in the log, and is mirrored: %s',
    async (_what, text, code, words) => {
      const stream = await EventReader.open(`${server.base}/`, { accept: 'text/event-stream' });
      const { status, body } = await new Explorer(server.base, {}, path).post(text);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code,
        message: expect.stringContaining(words),
        data: { kind: 'InvalidArgument' },
      });
      await until(() => stream.messages.some(({ error }) => error !== undefined), 'the mirrored error');
      expect(stream.messages.filter(({ error }) => error !== undefined)).toEqual([body]);
      stream.cut();
      // The scene itself may log meanwhile.
      const { Items } = await server.explorer.tool('TailLogs', { count: 20 });
      const errors = Items.map(({ Message }) => Message).filter(line => line.startsWith('[MCP] error'));
      expect(errors.at(-1)).toBe(`[MCP] error ${code}: ${body.error.message}`);
    },
  );

  it('[UNITY-2.10] is mirrored, and so is an initialize that is not refused', async () => {
    const stream = await EventReader.open(`${server.base}/`, { accept: 'text/event-stream' });
    const params = {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const { body } = await new Explorer(server.base, {}, path).rpc('initialize', params, 'hello');
    await until(() => stream.messages.some(({ id }) => id === 'hello'), 'the mirrored result');
    expect(stream.messages.filter(({ id }) => id === 'hello')).toEqual([body]);
    expect(body.result).toHaveProperty('serverInfo');
    stream.cut();
  });
});

describe('a read that finds nothing', () => {
  it.each([
    ['unity://scene/scn:99/objects', 'scn:99', 'scn:0'],
    ['unity://console/script?path=nope.cs', 'nope.cs', 'unity://console/scripts'],
    ['unity://object/obj:999999/children', 'obj:999999', undefined],
  ])(
    '[UNITY-7.1] [UNITY-7.4] says what is missing by read_resource as by GET: %s',
    async (uri, name, hint) => {
      const { status, body } = await server.explorer.rpc('read_resource', { uri });
      const got = await fetch(`${server.base}/read?uri=${encodeURIComponent(uri)}`);
      const { error } = (await got.json()) as Wire;
      expect([status, got.status]).toEqual([404, 404]);
      expect(body.error).toEqual({ ...error, data: { ...error.data, uri } });
      expect(body.error).toMatchObject({ code: -32004, message: expect.stringContaining(name) });
      if (hint !== undefined) expect(body.error.data.hint).toContain(hint);
    },
  );

  it('of an address that does not exist leads to the method of the dialect that lists them', async () => {
    const { body } = await server.explorer.rpc('read_resource', { uri: 'unity://no/such' });
    expect(body.error.message).toContain('list_resources lists the resources');
    const tool = await server.explorer.refusal('Nope');
    expect(tool.message).toBe('There is no tool "Nope". list_tools lists the tools.');
  });
});

describe('a method that does not exist', () => {
  it.each(['dance', 'tools/dance', 'call_tools'])('[UNITY-7.1] has its code and a kind: %s', async method => {
    const { body } = await server.explorer.rpc(method);
    expect(body.error).toMatchObject({ code: -32601, data: { kind: 'NotFound' } });
    expect(body.error.message).toContain(method);
  });

  it('is answered as ever where a session or a revision was named', async () => {
    const headers = await openSession(server.url);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'dance', params: {} });
    const session = await fetch(server.url, { method: 'POST', headers, body });
    expect(session.status).toBe(200);
    expect(((await session.json()) as Wire).error.code).toBe(-32601);
    const stateless = await fetch(server.url, modern('dance', {}));
    expect(stateless.status).toBe(404);
    expect(((await stateless.json()) as Wire).error.code).toBe(-32601);
  });
});

describe('33 requests at once', () => {
  it('[UNITY-2.16] [UNITY-7.5] [UNITY-7.8] are one too many, over all clients and both paths', async () => {
    engine.shut();
    const paths = [server.explorer, new Explorer(server.base, {}, '/mcp')];
    const waiting = Array.from({ length: 32 }, (_, i) => paths[i % 2]!.call('GetTimeScale'));
    await until(() => engine.waiting === 32, '32 requests in flight');
    for (const explorer of paths) {
      const { status, body } = await explorer.rpc('call_tool', { name: 'GetTimeScale' }, 'the 33rd');
      expect({ status, body }).toMatchObject({
        status: 429,
        body: { id: 'the 33rd', error: { code: -32005, message: TOO_MANY, data: { kind: 'RateLimited' } } },
      });
    }
    const standard = await fetch(server.url, modern('tools/call', { name: 'GetTimeScale', arguments: {} }));
    expect(standard.status).toBe(429);
    expect(await standard.json()).toMatchObject({
      error: { message: TOO_MANY, data: { kind: 'RateLimited' } },
    });
    engine.open();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(32).fill(200));
    expect((await server.explorer.call('GetTimeScale')).status).toBe(200);
    // Three were refused, and each is in the log.
    const { Items } = await server.explorer.tool('TailLogs');
    expect(Items.filter(({ Message }) => Message.includes(TOO_MANY))).toHaveLength(3);
    expect(Items.map(({ Message }) => Message)).toContain(`[MCP] error -32005: ${TOO_MANY}`);
  });
});
