import { TokenStore } from '@worldwire/transports/http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import { Explorer } from './explorer.js';
import { LineReader, notices } from './line-reader.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

const SSE = { accept: 'text/event-stream' };
const ADA = { authorization: 'Bearer ada-0123456789abcdef' };
const BOB = { authorization: 'Bearer bob-0123456789abcdef' };

let server: UnityServer;
let explorer: Explorer;
let guarded: UnityServer;
beforeAll(async () => {
  const tokens = TokenStore.parse('ada ada-0123456789abcdef\nbob bob-0123456789abcdef\n');
  [server, guarded] = await Promise.all([
    startUnity({ grants: ALL }),
    startUnity({ grants: ALL, http: { tokens } }),
  ]);
  explorer = server.explorer;
  // Nothing is spawned between a snapshot and the look at what it shows.
  await explorer.tool('SetTimeScale', { value: 0 });
});
afterAll(() => Promise.all([server.close(), guarded.close()]));

const open: { cut(): void }[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut();
});

async function lines(base = server.base, headers = {}): Promise<LineReader> {
  const reader = await LineReader.begun(base, headers);
  open.push(reader);
  return reader;
}

async function events(path = '/', base = server.base, headers = {}): Promise<EventReader> {
  const reader = await EventReader.open(`${base}${path}`, { ...SSE, ...headers });
  open.push(reader);
  return reader;
}

interface Message {
  readonly id?: unknown;
}

async function seen(reader: { messages: readonly Message[] }, id: string): Promise<void> {
  await until(() => reader.messages.some(message => message.id === id), `the reply ${id} on a stream`);
}

/** What a stream had between two replies. */
function between(messages: readonly Message[], first: string, last: string): readonly Message[] {
  const at = (id: string) => messages.findIndex(message => message.id === id);
  return messages.slice(at(first), at(last) + 1);
}

describe('a call that comes to no tool', () => {
  it.each([
    [{ name: 'Nope' }, 'Nope', 'list_tools'],
    [{}, null, 'params.name'],
    [{ name: 'GetStatus', arguments: 7 }, 'GetStatus', 'params.arguments'],
    [{ name: 'SetActive', arguments: [1] }, 'SetActive', 'params.arguments'],
    [{ name: 'SetActive', _meta: { 'worldwire/operationKey': 7 } }, 'SetActive', 'operationKey'],
  ])('[UNITY-2.7] is told as any other failed one: %j', async (params, name, words) => {
    const reader = await lines();
    const { body } = await explorer.rpc('call_tool', params, 'refused');
    await seen(reader, 'refused');
    const error = {
      code: -32602,
      message: expect.stringContaining(words),
      data: { kind: 'InvalidArgument' },
    };
    expect(reader.of('tool_result')).toEqual([{ name, ok: false, error }]);
    expect(body.error).toEqual(error);
  });
});

describe('stream_events', () => {
  it('[UNITY-2.14] [UNITY-6.1] [UNITY-6.5] begins with the scenes and the selection as they are', async () => {
    const objectId = await explorer.find('/Player');
    await explorer.tool('SelectObject', { objectId });
    const reader = await lines();
    expect(reader.response.statusCode).toBe(200);
    expect(reader.response.headers['content-type']).toMatch(/json/);
    expect(reader.response.headers['transfer-encoding']).toBe('chunked');
    expect(reader.messages.slice(0, 2)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notification',
        params: { event: 'scenes', payload: await explorer.read('unity://scenes') },
      },
      {
        jsonrpc: '2.0',
        method: 'notification',
        params: { event: 'selection', payload: await explorer.read('unity://selection') },
      },
    ]);
    await explorer.rpc('ping', {}, 'enough');
    await seen(reader, 'enough');
    expect(reader.of('scenes')).toHaveLength(1);
  });

  it('[UNITY-6.3] tells what is logged, as the tail of the log has it', async () => {
    const reader = await lines();
    await explorer.call('GetObject', { id: 'obj:777777' });
    await until(() => reader.of('log').some(({ message }) => /777777/.test(String(message))), 'the line');
    const line = reader.of('log').find(({ message }) => /777777/.test(String(message)));
    const { Items } = await explorer.tool('TailLogs');
    const kept = Items.find(({ Message }) => Message === line?.message);
    expect(line).toEqual({
      level: 'error',
      message: expect.stringMatching(/^\[MCP\] error -32004: /),
      source: kept?.Source,
      t: kept?.T,
      ...(kept?.Category !== undefined && { category: kept.Category }),
    });
  });

  it('[UNITY-6.4] [UNITY-3.10] [UNITY-4.2.5] tells what is selected', async () => {
    const reader = await lines();
    const objectId = await explorer.find('/Spawner');
    await explorer.tool('SelectObject', { objectId });
    await until(() => reader.of('selection').length === 2, 'the selection');
    expect(reader.of('selection')[1]).toEqual(await explorer.read('unity://selection'));
    expect(reader.of('selection')[1]).toMatchObject({ ActiveId: objectId });
  });

  it('[UNITY-6.6] tells which scenes came and went', async () => {
    const reader = await lines();
    await explorer.tool('LoadScene', { name: 'Menu', mode: 'additive' });
    await explorer.planned('LoadScene', { name: 'Arena' });
    await until(() => reader.of('scenes_diff').length === 2, 'two changes of scenes');
    expect(reader.of('scenes_diff')[0]).toEqual({ added: ['scn:1'], removed: [] });
    expect(reader.of('scenes_diff')[1]).toEqual({ added: ['scn:0'], removed: ['scn:0', 'scn:1'] });
  });

  it('[UNITY-2.7] [UNITY-6.7] [UNITY-6.9] has the outcome of every call, and mirrors every reply', async () => {
    const reader = await lines();
    const { body } = await explorer.rpc('call_tool', { name: 'GetTimeScale', arguments: {} }, 'good');
    const args = { objectId: 'scn:0' };
    const bad = (await explorer.rpc('call_tool', { name: 'GetComponents', arguments: args }, 'bad')).body;
    await explorer.rpc('read_resource', { uri: 'unity://no/such' }, 'lost');
    await fetch(server.url, modern('tools/call', { name: 'GetVersion', arguments: {} }, { id: 'standard' }));
    await seen(reader, 'standard');
    expect(reader.of('tool_result')).toEqual([
      { name: 'GetTimeScale', ok: true, result: body.result.content[0]?.json },
      {
        name: 'GetComponents',
        ok: false,
        error: { code: -32602, message: bad.error.message, data: bad.error.data },
      },
      { name: 'GetVersion', ok: true, result: expect.objectContaining({ McpVersion: expect.any(String) }) },
    ]);
    expect(reader.messages).toContainEqual(body);
    expect(reader.messages).toContainEqual(bad);
    expect(reader.messages).toContainEqual(
      expect.objectContaining({ id: 'lost', error: expect.objectContaining({ code: -32004 }) }),
    );
  });

  it('[UNITY-2.7] tells of a call that the gates refused, too', async () => {
    const closed = await startUnity();
    const reader = await lines(closed.base);
    await closed.explorer.call('SetTimeScale', { value: 0 });
    await until(() => reader.of('tool_result').length === 1, 'the refusal');
    expect(reader.of('tool_result')[0]).toMatchObject({
      name: 'SetTimeScale',
      ok: false,
      error: { code: -32003, data: { kind: 'PermissionDenied' } },
    });
    reader.cut();
    await closed.close();
  });
});

describe('several streams', () => {
  it('[UNITY-6.2] of both kinds and on both paths have the same messages in the same order', async () => {
    const readers = [await lines(), await lines(), await events('/'), await events('/mcp')];
    await explorer.rpc('ping', {}, 'first');
    // These outlive the scenes.
    const lasting = [await explorer.find('/AudioManager'), await explorer.find('/FrameStats')];
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        explorer.tool('SelectObject', { objectId: lasting[round % 2] }),
        explorer.tool('SetTimeScale', { value: round }),
        explorer.call('GetObject', { id: 'obj:888888' }),
        explorer.tool('ListObjects', { limit: 20 }),
        explorer.tool('ConsoleEval', { code: `console.log('round ${round}')` }),
      ]);
      await explorer.planned('LoadScene', { name: round % 2 === 0 ? 'SolarGarden' : 'Menu', mode: 'single' });
      await explorer.tool('LoadScene', { name: 'Arena', mode: 'additive' });
    }
    await explorer.rpc('ping', {}, 'last');
    for (const reader of readers) await seen(reader, 'last');
    const [one, ...others] = readers.map(({ messages }) => between(messages, 'first', 'last'));
    expect(one!.length).toBeGreaterThan(60);
    for (const other of others) expect(other).toEqual(one);
    const kinds = new Set(notices(one as never).map(({ event }) => event));
    expect(kinds).toEqual(new Set(['log', 'selection', 'scenes_diff', 'tool_result']));
  });

  it('[UNITY-6.9] mirror a reply to the principal of the request alone', async () => {
    const { base } = guarded;
    const ada = new Explorer(base, ADA);
    const readers = {
      ada: [await lines(base, ADA), await events('/', base, ADA), await events('/mcp', base, ADA)],
      bob: [await lines(base, BOB), await events('/', base, BOB), await events('/mcp', base, BOB)],
    };
    await ada.rpc('read_resource', { uri: 'unity://clipboard' }, 'of ada');
    await ada.rpc('call_tool', { name: 'GetObject', arguments: { id: 'obj:999999' } }, 'refused to ada');
    await new Explorer(base, BOB).rpc('ping', {}, 'of bob');
    for (const reader of readers.ada) await seen(reader, 'refused to ada');
    for (const reader of readers.bob) await seen(reader, 'of bob');
    const ids = (reader: { messages: readonly Message[] }) =>
      reader.messages.filter(({ id }) => id !== undefined).map(({ id }) => id);
    for (const reader of readers.ada) expect(ids(reader)).toEqual(['of ada', 'refused to ada']);
    for (const reader of readers.bob) {
      expect(ids(reader)).toEqual(['of bob']);
      // Notifications are for everybody.
      expect(notices(reader.messages).some(({ event }) => event === 'tool_result')).toBe(true);
    }
  });

  it('are not opened without a token, if one is required', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/mcp', 'GET'],
      ['/read?uri=unity://status', 'GET'],
      ['/message', 'POST'],
    ] as const) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'stream_events' });
      const response = await fetch(`${guarded.base}${path}`, {
        method,
        headers: { ...SSE, 'content-type': 'application/json' },
        ...(method === 'POST' && { body }),
      });
      expect(response.status).toBe(401);
      await response.arrayBuffer();
    }
  });
});
