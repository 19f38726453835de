import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import type { Answer, Explorer } from './explorer.js';
import { LineReader, notices } from './line-reader.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

/**
 * The assertions of the contract tests of obabac/UnityExplorer at cb73eee, as its clients send their requests. Left out are those about
 * `Access-Control-Allow-Origin: *`, which docs/compatibility.md refuses, and those about its own source files.
 */

type Json = Record<string, unknown> & { readonly Items: readonly Record<string, unknown>[] };

const TRANSFORM = { componentType: 'UnityEngine.Transform', method: 'GetInstanceID', argsJson: '[]' };
const OPEN = { allowWrites: true, requireConfirm: false };
const GUARDED = { allowWrites: true, requireConfirm: true };

let server: UnityServer;
let explorer: Explorer;
let objectId: string;
beforeAll(async () => {
  server = await startUnity({ grants: ALL });
  explorer = server.explorer;
});
afterAll(() => server.close());

beforeEach(async () => {
  await result('SetConfig', { allowWrites: false, enableConsoleEval: false });
  const [scene] = (await read('unity://scenes?limit=1')).Items;
  const [first] = (await read(`unity://scene/${scene?.Id}/objects?limit=10`)).Items;
  objectId = first?.Id as string;
});

const streams: { cut(): void }[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.cut();
});

async function lines(): Promise<LineReader> {
  const reader = await LineReader.begun(server.base);
  streams.push(reader);
  return reader;
}

/** The JSON of a tool, from an answer with HTTP 200, whether the tool did its work or not. */
async function result(name: string, args: object = {}): Promise<Json> {
  const { status, body } = await explorer.call(name, args);
  expect([status, body.error]).toEqual([200, undefined]);
  const [first] = body.result.content;
  expect(first).toMatchObject({ type: 'text', mimeType: 'application/json', json: expect.any(Object) });
  expect(JSON.parse(first?.text as string)).toEqual(first?.json);
  return first?.json as unknown as Json;
}

async function refused(kind: string, name: string, args: object): Promise<void> {
  expect(await result(name, args)).toMatchObject({ ok: false, error: { kind } });
}

async function done(name: string, args: object): Promise<Json> {
  const answer = await result(name, args);
  expect(answer.ok).toBe(true);
  return answer;
}

async function read(uri: string): Promise<Json> {
  const response = await fetch(`${server.base}/read?uri=${encodeURIComponent(uri)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Json;
}

const succeeded = ({ status, body }: Answer) => {
  expect(status).toBe(200);
  expect(body).toMatchObject({ jsonrpc: '2.0', result: expect.any(Object) });
  expect(body).not.toHaveProperty('error');
  return body.result;
};
const page = { Total: expect.any(Number), Items: expect.any(Array) };

describe('discovery and requests of the origin', () => {
  it('has a discovery file with a pid, a port, modes and an absolute address', async () => {
    const { port } = server;
    const ended = await server.listening({ origin: server.base, port });
    const text = await readFile(join(server.temporary, 'unity-explorer-mcp.json'), 'utf8');
    const { pid, baseUrl, modeHints } = JSON.parse(text);
    expect(pid).toBeGreaterThan(0);
    expect(new URL(baseUrl).port).toBe(String(port));
    expect(modeHints).toContain('streamable-http');
    expect((await fetch(server.base)).status).toBe(200);
    await ended();
  });

  it('answers initialize, ping and the notification with and without an id', async () => {
    const clientInfo = { name: 'contract-tests', version: '0.0.1' };
    const params = { protocolVersion: '2024-11-05', clientInfo, capabilities: {} };
    expect(succeeded(await explorer.rpc('initialize', params))).toMatchObject({
      protocolVersion: expect.stringMatching(/./),
      serverInfo: { name: expect.any(String) },
    });
    succeeded(await explorer.rpc('ping'));
    expect(succeeded(await explorer.rpc('notifications/initialized'))).toEqual({ ok: true });
    const { status, text } = await explorer.post({
      jsonrpc: '2.0',
      method: 'notifications/initialized',
      params: {},
    });
    expect([status, text]).toEqual([202, '']);
  });

  it('answers 80 pings at once, or refuses some with their kind, code and hint', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => explorer.rpc('ping')));
    for (const { status, body } of answers.filter(answer => answer.status !== 200)) {
      expect([status, body.error.code, body.error.data.kind]).toEqual([429, -32005, 'RateLimited']);
      expect(body.error.message).toContain('parallel requests');
      expect(body.error.data).toHaveProperty('hint');
    }
  });
});

describe('tools of the origin', () => {
  it('have closed schemas with properties, and the arguments that its clients fill in', async () => {
    const { tools } = succeeded(await explorer.rpc('list_tools'));
    for (const { name, inputSchema } of tools) {
      expect([name, inputSchema]).toEqual([
        expect.any(String),
        expect.objectContaining({ properties: expect.any(Object), additionalProperties: false }),
      ]);
    }
    const schema = (wanted: string) => tools.find(({ name }) => name === wanted)?.inputSchema;
    expect(schema('MousePick')).toMatchObject({
      properties: {
        mode: { type: 'string', enum: expect.arrayContaining(['world', 'ui']) },
        normalized: { type: 'boolean' },
      },
    });
    expect(schema('SetActive')).toMatchObject({
      required: expect.arrayContaining(['objectId', 'active']),
      properties: { objectId: { type: 'string' }, confirm: { type: 'boolean' } },
    });
    expect(succeeded(await explorer.rpc('tools/list')).tools).toEqual(expect.any(Array));
    const standard = await explorer.rpc('tools/call', { name: 'GetStatus', arguments: {} });
    expect(succeeded(standard).content).toEqual(expect.any(Array));
  });

  it('that read have their shapes', async () => {
    const status = await result('GetStatus');
    expect(Object.keys(status)).toEqual(
      expect.arrayContaining(['UnityVersion', 'ExplorerVersion', 'ScenesLoaded', 'Ready']),
    );
    expect(Object.keys(await result('GetVersion'))).toEqual(
      expect.arrayContaining(['ExplorerVersion', 'McpVersion', 'UnityVersion', 'Runtime']),
    );
    for (const sceneId of ['scn:ddol', 'scn:hide']) {
      expect(await result('ListObjects', { sceneId, limit: 5, offset: 0 })).toEqual(page);
    }
    for (const name of ['ListScenes', 'ListBuildScenes']) {
      expect(await result(name, { limit: 5, offset: 0 })).toEqual(page);
    }
    expect(await result('ListChildren', { objectId, limit: 5, offset: 0 })).toEqual(page);
    expect(await result('GetComponents', { objectId, limit: 8, offset: 0 })).toEqual(page);
    expect(await result('SearchObjects', { query: 'Player', limit: 5, offset: 0 })).toEqual(page);
    expect(await result('GetObject', { id: objectId })).toMatchObject({
      Id: objectId,
      Name: expect.any(String),
      Path: expect.any(String),
    });
    expect(await result('GetCameraInfo')).toMatchObject({
      IsFreecam: expect.any(Boolean),
      Name: expect.any(String),
      Fov: expect.any(Number),
      Pos: expect.any(Object),
      Rot: expect.any(Object),
    });
    expect(await result('GetSelection')).toMatchObject({ ActiveId: null, Items: [] });
    expect(await result('TailLogs', { count: 20 })).toMatchObject({ Items: expect.any(Array) });
  });

  it('that pick return a hit, and items of the interface that GetObject finds', async () => {
    const world = await result('MousePick', { mode: 'world' });
    expect(world).toMatchObject({ Mode: 'world', Hit: expect.any(Boolean), Items: null });
    expect(world).toHaveProperty('Id');
    await result('SetConfig', GUARDED);
    const { blocks } = await done('SpawnTestUi', { confirm: true });
    const [{ id: known }] = blocks as [{ id: string }];
    const { Mode, Id, Items } = await result('MousePick', { mode: 'ui', x: 0.35, y: 0.5, normalized: true });
    expect([Mode, Items[0]?.Id]).toEqual(['ui', Id]);
    expect(Items.map(item => item.Id)).toContain(known);
    for (const item of Items) expect(Object.keys(item)).toEqual(['Id', 'Name', 'Path']);
    await result('GetObject', { id: Id });
    await done('DestroyTestUi', { confirm: true });
  });

  it('that read members list the transform, and give its position as text', async () => {
    const componentType = 'UnityEngine.Transform';
    const { Items } = await result('ListComponentMembers', { objectId, componentType });
    expect(Items[0]).toMatchObject({
      Name: expect.any(String),
      Kind: expect.any(String),
      Type: expect.any(String),
    });
    expect(Items.map(({ Name }) => Name)).toContain('position');
    expect(await result('ReadComponentMember', { objectId, componentType, name: 'position' })).toMatchObject({
      ok: true,
      type: expect.any(String),
      valueText: expect.any(String),
    });
  });
});

describe('guarded writes of the origin', () => {
  it.each([
    ['SetActive', { active: true }],
    ['SelectObject', {}],
    ['AddComponent', { type: 'UnityEngine.Light', confirm: true }],
    ['RemoveComponent', { typeOrIndex: 'UnityEngine.Light', confirm: true }],
    [
      'SetMember',
      { componentType: 'UnityEngine.Light', member: 'intensity', jsonValue: '1.0', confirm: true },
    ],
    ['CallMethod', { ...TRANSFORM, confirm: true }],
  ])('%s is refused in its result while writes are off', (name, args) =>
    refused('PermissionDenied', name, { objectId, ...args }),
  );

  it.each([
    ['ConsoleEval', { code: '1+1', confirm: true }],
    ['HookAdd', { type: 'UnityEngine.GameObject', method: 'SetActive', confirm: true }],
    ['HookRemove', { signature: 'NonExistent.Signature', confirm: true }],
    ['SetTimeScale', { value: 1, confirm: true }],
    ['SetFreecamEnabled', { enabled: true }],
    ['LoadScene', { name: 'TestScene', mode: 'single' }],
  ])('%s is refused in its result while writes are off', (name, args) =>
    refused('PermissionDenied', name, args),
  );

  it('need their confirmation, and then answer ok', async () => {
    await done('SetConfig', GUARDED);
    expect(await result('GetConfig')).toMatchObject({ ok: true, allowWrites: true, requireConfirm: true });
    const { Active: active } = await read(`unity://object/${objectId}`);
    await refused('PermissionDenied', 'SetActive', { objectId, active });
    await done('SetActive', { objectId, active, confirm: true });
    await refused('PermissionDenied', 'SetClipboardText', { text: 'hello' });
    const { value } = await done('SetTimeScale', { value: 1, confirm: true });
    expect(value).toBeCloseTo(1);
  });

  it('are refused by an empty allowlist before the component is looked for', async () => {
    await done('SetConfig', { ...OPEN, reflectionAllowlistMembers: [], componentAllowlist: [] });
    const light = { objectId, componentType: 'UnityEngine.Light', member: 'intensity', jsonValue: '1.0' };
    await refused('PermissionDenied', 'SetMember', light);
    await refused('PermissionDenied', 'CallMethod', { objectId, ...TRANSFORM });
    await refused('PermissionDenied', 'AddComponent', { objectId, type: 'UnityEngine.Nothing' });
    await refused('PermissionDenied', 'RemoveComponent', { objectId, typeOrIndex: 'UnityEngine.Nothing' });
    await refused('PermissionDenied', 'HookAdd', { type: 'UnityEngine.Nothing', method: 'Run' });
    await done('SetConfig', { reflectionAllowlistMembers: ['UnityEngine.Light.intensity'] });
    await refused('NotFound', 'SetMember', light);
  });

  it('call GetInstanceID of the Transform with its entry and a confirmation', async () => {
    await done('SetConfig', {
      ...GUARDED,
      reflectionAllowlistMembers: ['UnityEngine.Transform.GetInstanceID'],
    });
    await refused('PermissionDenied', 'CallMethod', { objectId, ...TRANSFORM });
    const { result: id } = await done('CallMethod', { objectId, ...TRANSFORM, confirm: true });
    expect(['string', 'number']).toContain(typeof id);
  });

  it('add and remove a CanvasGroup, and set the colour of an image, as its smoke test does', async () => {
    const reflectionAllowlistMembers = ['UnityEngine.UI.Image.color'];
    const componentAllowlist = ['UnityEngine.CanvasGroup'];
    await done('SetConfig', { ...GUARDED, componentAllowlist, reflectionAllowlistMembers });
    const { blocks } = await done('SpawnTestUi', { confirm: true });
    const [parent, child] = (blocks as { id: string }[]).map(({ id }) => id);
    const group = 'UnityEngine.CanvasGroup';
    await done('AddComponent', { objectId: parent, type: group, confirm: true });
    await done('RemoveComponent', { objectId: parent, typeOrIndex: group, confirm: true });
    const color = { componentType: 'UnityEngine.UI.Image', member: 'color' };
    const jsonValue = '{"r":0.25,"g":0.5,"b":0.75,"a":0.9}';
    await done('SetMember', { objectId: parent, ...color, jsonValue, confirm: true });
    await done('Reparent', { objectId: child, newParentId: parent, confirm: true });
    await done('DestroyObject', { objectId: child, confirm: true });
    await done('DestroyTestUi', { confirm: true });
  });

  it('select an object, which the resource, the tool and the stream show alike', async () => {
    await done('SetConfig', OPEN);
    const stream = await lines();
    await done('SelectObject', { objectId });
    await until(() => stream.of('selection').length > 1, 'the selection on the stream');
    const selection = await read('unity://selection');
    expect(selection).toEqual({ ActiveId: objectId, Items: expect.arrayContaining([objectId]) });
    expect(await result('GetSelection')).toEqual(selection);
    expect(stream.of('selection').at(-1)).toEqual(selection);
  });

  it('write, show and clear the clipboard', async () => {
    await done('SetConfig', GUARDED);
    await done('SetClipboardText', { text: 'hello', confirm: true });
    expect(await read('unity://clipboard')).toEqual({
      HasValue: true,
      Type: expect.stringMatching(/./),
      Preview: expect.stringMatching(/hello/i),
      ObjectId: null,
    });
    await done('ClearClipboard', { confirm: true });
    expect(await read('unity://clipboard')).toMatchObject({ HasValue: false, Type: null, Preview: null });
  });

  it('move the freecam', async () => {
    await done('SetConfig', GUARDED);
    await done('SetFreecamEnabled', { enabled: true, confirm: true });
    await done('SetFreecamSpeed', { speed: 7.5, confirm: true });
    const pose = { pos: { X: 1, Y: 2, Z: 3 }, rot: { X: 10, Y: 20, Z: 30 } };
    await done('SetFreecamPose', { ...pose, confirm: true });
    const freecam = await read('unity://freecam');
    expect(freecam).toMatchObject({ Enabled: true, UsingGameCamera: expect.any(Boolean), Speed: 7.5 });
    const { Pos, Rot } = freecam as unknown as { Pos: { Y: number }; Rot: { Y: number } };
    expect([Pos.Y, Rot.Y]).toEqual([expect.closeTo(2), expect.closeTo(20)]);
    await done('SetFreecamEnabled', { enabled: false, confirm: true });
  });

  it('add, show, switch and remove a hook', async () => {
    const type = 'UnityEngine.GameObject';
    await done('SetConfig', { ...GUARDED, enableConsoleEval: true, hookAllowlistSignatures: [type] });
    expect(await result('HookListAllowedTypes')).toEqual({ ok: true, items: [type] });
    const methods = await result('HookListMethods', { type, filter: null, limit: 10, offset: 0 });
    expect(methods.Items[0]?.Signature).toEqual(expect.stringMatching(/./));
    await done('HookAdd', { type, method: 'SetActive', confirm: true });
    const [{ Signature: signature } = {}] = (await read('unity://hooks')).Items;
    expect(signature).toContain('SetActive');
    const hook = async () => (await read('unity://hooks')).Items;
    const { source } = await done('HookGetSource', { signature });
    expect(source).toEqual(expect.stringMatching(/\S/));
    for (const enabled of [false, true]) {
      await done('HookSetEnabled', { signature, enabled, confirm: true });
      expect(await hook()).toEqual([{ Signature: signature, Enabled: enabled }]);
    }
    await done('HookSetSource', { signature, source, confirm: true });
    await done('HookRemove', { signature, confirm: true });
    expect(await hook()).toEqual([]);
  });

  it('write, read, run and delete a script, whose result is a text', async () => {
    await done('SetConfig', { ...GUARDED, enableConsoleEval: true });
    const path = 'mcp-test.cs';
    await done('WriteConsoleScript', { path, content: 'return 7+5;', confirm: true });
    expect(await read(`unity://console/script?path=${path}`)).toEqual({
      Name: path,
      Path: expect.stringMatching(/./),
      Content: 'return 7+5;',
      SizeBytes: 11,
      LastModifiedUtc: expect.any(String),
      Truncated: false,
    });
    expect((await done('RunConsoleScript', { path, confirm: true })).result).toBe('12');
    expect((await done('ConsoleEval', { code: '1+1', confirm: true })).result).toBe('2');
    await done('DeleteConsoleScript', { path, confirm: true });
  });

  it('write, disable, run and enable the startup script', async () => {
    await done('SetConfig', { ...GUARDED, enableConsoleEval: true });
    const content = 'return "startup-ok";';
    await done('WriteStartupScript', { content, confirm: true });
    expect(await result('GetStartupScript')).toMatchObject({ enabled: true, content });
    await done('SetStartupScriptEnabled', { enabled: false, confirm: true });
    expect(await result('GetStartupScript')).toMatchObject({ enabled: false, content });
    const ran = await done('RunStartupScript', { confirm: true });
    expect(ran).toEqual({ ok: true, path: expect.stringMatching(/./), result: 'startup-ok' });
    await done('SetStartupScriptEnabled', { enabled: true, confirm: true });
    expect(await result('GetStartupScript')).toMatchObject({ enabled: true, content });
    await done('DeleteConsoleScript', { path: 'startup.cs', confirm: true });
  });
});

describe('resources of the origin', () => {
  it('are listed with a name, a description and their type', async () => {
    const { resources } = succeeded(await explorer.rpc('list_resources'));
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(['unity://clipboard', 'unity://freecam']));
    for (const resource of resources) {
      expect(resource).toMatchObject({
        name: expect.any(String),
        description: expect.any(String),
        mimeType: 'application/json',
      });
    }
    const { contents } = succeeded(await explorer.rpc('read_resource', { uri: 'unity://status' }));
    expect(contents).toEqual([
      { uri: 'unity://status', mimeType: 'application/json', text: expect.any(String) },
    ]);
  });

  it('that do not exist are NotFound', async () => {
    const { status, body } = await explorer.rpc('read_resource', { uri: 'unity://no/such' });
    expect([status, body.error.code, body.error.data.kind]).toEqual([404, -32004, 'NotFound']);
  });

  it('are found by name and path', async () => {
    const { Name, Path } = await read(`unity://object/${objectId}`);
    const part = String(Path).split('/').at(-1) as string;
    const query = `name=${encodeURIComponent(String(Name))}&path=${encodeURIComponent(part)}&limit=10`;
    const { Items } = await read(`unity://search?${query}`);
    expect(Items.length).toBeGreaterThan(0);
    for (const item of Items) {
      expect(String(item.Name).toLowerCase()).toContain(String(Name).toLowerCase());
      expect(String(item.Path).toLowerCase()).toContain(part.toLowerCase());
    }
  });

  it('show the components of an object, and failed requests in the log', async () => {
    const { Items } = await read(`unity://object/${objectId}/components?limit=8`);
    expect(Items[0]).toEqual({ Type: expect.any(String), Summary: expect.any(String) });
    await explorer.post({ jsonrpc: '2.0', id: 'mcp-error-test' });
    const log = await read('unity://logs/tail?count=200');
    expect(Object.keys(log)).toEqual(['Items']);
    expect(log.Items.some(({ Message }) => String(Message).includes('[MCP] error'))).toBe(true);
    for (const line of log.Items) {
      expect(line).toMatchObject({
        T: expect.any(String),
        Level: expect.any(String),
        Message: expect.any(String),
      });
      expect(String(line.Source).trim()).not.toBe('');
    }
  });
});

describe('streams of the origin', () => {
  it('are JSON in chunks, and begin with the scenes and the selection as their resources have them', async () => {
    const stream = await lines();
    const { headers } = stream.response;
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(stream.of('scenes')[0]).toEqual(await read('unity://scenes'));
    expect(stream.of('selection')[0]).toEqual(await read('unity://selection'));
    for (const { event, payload } of stream.notices) {
      expect([typeof event, typeof payload]).toEqual(['string', 'object']);
    }
  });

  it('have one tool_result for each of 20 calls at once, and go on after a client has left', async () => {
    (await lines()).cut();
    const stream = await lines();
    const events = await EventReader.open(`${server.base}/`, { accept: 'text/event-stream' });
    streams.push(events);
    await Promise.all(Array.from({ length: 20 }, () => result('GetStatus')));
    await until(() => stream.of('tool_result').length === 20, '20 results on the stream');
    const status = await result('GetStatus');
    for (const payload of stream.of('tool_result')) {
      expect(payload).toEqual({ name: 'GetStatus', ok: true, result: status });
    }
    const shown = () => notices(events.messages).filter(({ event }) => event === 'tool_result');
    await until(() => shown().length > 0, 'a result as a server-sent event');
    expect(shown()[0]?.payload).toMatchObject({ name: 'GetStatus' });
  });

  it('have a log line with its level, message and source after a failed call', async () => {
    const stream = await lines();
    const { status } = await explorer.call('NonExistentTool');
    expect(status).not.toBe(500);
    await until(() => stream.of('log').length > 0, 'a log line on the stream');
    const text = expect.stringMatching(/\S/);
    expect(stream.of('log')[0]).toMatchObject({ level: text, message: text, source: text });
  });
});
