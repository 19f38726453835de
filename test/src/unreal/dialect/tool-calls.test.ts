import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../../harness.js';
import { reply } from '../../http/lab.js';
import { ALL, type Client, type Served } from './clients.js';
import { DialectLab } from './dialect-lab.js';
import { type HttpServed, openHttp } from './http-client.js';

describe.each(ALL)('tools/call in $name', ({ revision, serve }) => {
  let served: Served;
  let client: Client;

  beforeAll(async () => {
    served = await serve(new DialectLab());
    client = await served.open(revision);
  });
  afterAll(() => served.close());

  const call = async (params: object) => (await client.ask('tools/call', params)).reply;

  it('accepts toolName and toolInput, and returns the standard result and its type', async () => {
    const standard = await call({ name: 'echo', arguments: { mark: 'hi' } });
    expect(standard.result).not.toHaveProperty('contentType');
    const spoken = await call({ toolName: 'echo', toolInput: { mark: 'hi' } });
    expect(spoken.result).toEqual({ ...standard.result, contentType: 'text/plain' });
  });

  it.each([
    [['text', 'text'], 'text/plain'],
    [['image'], 'image/png'],
    [['embedded'], 'text/x-t3d'],
    [['text', 'image'], 'multipart/mixed'],
    [[], 'text/plain'],
  ])('answers %j with the type %s', async (kinds, contentType) => {
    const { result } = await call({ toolName: 'show', toolInput: { kinds } });
    expect(result?.contentType).toBe(contentType);
    expect(result?.content).toHaveLength(kinds.length);
  });

  it('accepts a tool without input', async () => {
    expect((await call({ toolName: 'show' })).result?.content).toEqual([]);
  });

  it('takes null for the other spelling, which is absent', async () => {
    const none = { toolName: null, toolInput: null, name: null, arguments: null };
    for (const params of [
      { ...none, toolName: 'echo', toolInput: { mark: 'hi' } },
      { ...none, name: 'echo', arguments: { mark: 'hi' } },
    ])
      expect((await call(params)).result?.content).toEqual([{ type: 'text', text: 'hi' }]);
    expect((await call({ ...none, toolName: 'show' })).result?.content).toEqual([]);
  });

  it('refuses both spellings at once', async () => {
    for (const params of [
      { toolName: 'echo', toolInput: { mark: 'a' }, name: 'echo', arguments: { mark: 'a' } },
      { toolName: 'echo', name: 'echo' },
      { toolName: 'echo', arguments: { mark: 'a' } },
      { name: 'echo', toolInput: { mark: 'a' } },
    ]) {
      const { error } = await call(params);
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/but not both/) });
    }
  });

  it('refuses invalid names and inputs, and unknown tools', async () => {
    for (const [params, words] of [
      [{ toolName: 7 }, /params\.toolName/],
      [{ toolInput: {} }, /params\.toolName/],
      [{ toolName: 'echo', toolInput: 'hi' }, /params\.toolInput/],
      [{ toolName: 'none' }, /no tool "none"/],
    ] as const) {
      const { error } = await call(params);
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(words) });
    }
  });
});

describe('the mirrored headers of 2026-07-28', () => {
  let served: HttpServed;

  beforeAll(async () => {
    served = await openHttp(new DialectLab());
  });
  afterAll(() => served.close());

  const send = (params: Record<string, unknown>, name: string, headers: Record<string, string> = {}) =>
    reply(fetch(served.url, modern('tools/call', params, { name, headers })));

  it('name the tool in this spelling, too', async () => {
    const params = { toolName: 'echo', toolInput: { mark: 'hi' } };
    expect(await send(params, 'echo')).toHaveProperty('result');
    expect((await send(params, 'hold')).error).toMatchObject({ code: -32020 });
    const { headers, body, method } = modern('tools/call', params);
    const { 'mcp-name': _name, ...nameless } = headers;
    const answer = await fetch(served.url, { method, body, headers: nameless });
    expect(answer.status).toBe(400);
    expect((await reply(answer)).error?.message).toMatch(/Mcp-Name is missing/);
  });

  it('have the header arguments in this spelling, too', async () => {
    const params = { toolName: 'routed', toolInput: { level: 'lobby' } };
    const right = await send(params, 'routed', { 'mcp-param-level': 'lobby' });
    expect(right.result?.content?.[0]?.text).toBe('lobby');
    for (const headers of [{}, { 'mcp-param-level': 'cellar' }]) {
      expect((await send(params, 'routed', headers)).error?.code).toBe(-32020);
    }
  });

  it('do not hide mixed spellings', async () => {
    expect((await send({ toolName: 'echo', name: 'hold' }, 'other')).error?.code).toBe(-32602);
  });
});
