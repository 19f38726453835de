import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import type { Wire } from './explorer.js';
import { Explorer } from './explorer.js';
import { LineReader } from './line-reader.js';
import { startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
beforeAll(async () => {
  server = await startUnity({ grants: { writes: true, eval: true } });
});
afterAll(() => server.close());

const CLIENT = {
  protocolVersion: '2024-11-05',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** Every resource of the document, and the errors, without what may be put into an address. */
const RESOURCES = [
  'unity://status',
  'unity://scenes',
  'unity://scene/{sceneId}/objects',
  'unity://object/{id}',
  'unity://object/{id}/components',
  'unity://object/{id}/component/members',
  'unity://object/{id}/component/member',
  'unity://object/{id}/children',
  'unity://search',
  'unity://selection',
  'unity://clipboard',
  'unity://camera/active',
  'unity://freecam',
  'unity://logs/tail',
  'unity://errors',
  'unity://console/scripts',
  'unity://console/script',
  'unity://hooks',
];

describe.each(['/message', '/mcp'])('POST %s', path => {
  const at = () => new Explorer(server.base, {}, path);

  it('[UNITY-1.1] [UNITY-2.2] answers initialize as the document says', async () => {
    const { status, body } = await at().rpc('initialize', CLIENT, 'hello');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      jsonrpc: '2.0',
      id: 'hello',
      result: {
        protocolVersion: '2024-11-05',
        capabilities: {
          tools: { listChanged: true },
          resources: { listChanged: true },
          experimental: { streamEvents: expect.any(Object) },
        },
        serverInfo: { name: 'UnityExplorer.Mcp', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        instructions: expect.stringContaining('GetStatus'),
      },
    });
  });

  it('[UNITY-2.3] answers a notification with 202 and nothing, and one with an id with ok', async () => {
    const silent = await at().post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(silent).toMatchObject({ status: 202, text: '' });
    const loud = await at().rpc('notifications/initialized', {}, 7);
    expect(loud).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 7, result: { ok: true } } });
    const unknown = await at().post({ jsonrpc: '2.0', method: 'notifications/whatever' });
    expect(unknown).toMatchObject({ status: 202, text: '' });
  });

  it('[UNITY-2.1] serves each of its methods without a session', async () => {
    const methods: [string, object][] = [
      ['ping', {}],
      ['list_tools', {}],
      ['list_resources', {}],
      ['call_tool', { name: 'GetStatus', arguments: {} }],
      ['read_resource', { uri: 'unity://status' }],
    ];
    for (const [method, params] of methods) {
      expect(await at().rpc(method, params, method)).toMatchObject({ status: 200, body: { id: method } });
    }
    expect((await at().rpc('ping')).body.result).toEqual({});
    const stream = await LineReader.begun(server.base);
    expect(stream.response.statusCode).toBe(200);
    stream.cut();
  });

  it('[UNITY-2.4] lists tools with schemas that inspectors can make forms of', async () => {
    const { tools } = (await at().rpc('list_tools')).body.result;
    expect(tools.length).toBeGreaterThan(0);
    for (const { name, description, inputSchema } of tools) {
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
      expect(description.length).toBeGreaterThan(10);
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(Object.keys(inputSchema.properties ?? {}).join()).not.toMatch(/cancel|token/i);
    }
    const schema = (name: string) => tools.find(tool => tool.name === name)?.inputSchema;
    expect(schema('MousePick')?.properties).toMatchObject({
      mode: { enum: ['world', 'ui'], default: 'world' },
      // Without a default that every argument has: false.
      normalized: { type: 'boolean' },
    });
    expect(schema('LoadScene')?.properties).toMatchObject({ mode: { enum: ['single', 'additive'] } });
  });

  it('[UNITY-2.5] lists every resource with its name, description and type', async () => {
    const { resources } = (await at().rpc('list_resources')).body.result;
    expect(resources.map(({ uri }) => uri.replace(/\{\?.*|\?.*/, ''))).toEqual(RESOURCES);
    for (const resource of resources) {
      expect(resource).toMatchObject({
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        mimeType: 'application/json',
      });
    }
  });

  it('[UNITY-2.6] wraps the result of a tool as text and as json', async () => {
    const { result } = (await at().call('GetVersion')).body;
    expect(result.content).toHaveLength(1);
    expect(result.content[0]).toMatchObject({ type: 'text', mimeType: 'application/json' });
    expect(JSON.parse(result.content[0]!.text)).toEqual(result.content[0]!.json);
    expect(result.content[0]!.json).toMatchObject({ Runtime: expect.any(String) });
  });

  it('[UNITY-2.8] wraps a resource as contents', async () => {
    const { contents } = (await at().rpc('read_resource', { uri: 'unity://scenes' })).body.result;
    expect(contents).toEqual([
      { uri: 'unity://scenes', mimeType: 'application/json', text: expect.any(String) },
    ]);
    expect(JSON.parse(contents[0]!.text)).toMatchObject({ Total: expect.any(Number) });
  });
});

describe('the same endpoint in the words of the standard', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'serves a session of %s',
    async revision => {
      const headers = await openSession(server.url, revision);
      const ask = async (method: string, params: object) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        return (await (await fetch(server.url, { method: 'POST', headers, body })).json()) as Wire;
      };
      expect((await ask('tools/list', {})).result.tools.map(({ name }) => name)).toContain('SetActive');
      expect((await ask('resources/list', {})).result.resources).toContainEqual(
        expect.objectContaining({ uri: 'unity://status' }),
      );
      const called = await ask('tools/call', { name: 'GetVersion', arguments: {} });
      expect(JSON.parse(called.result.content[0]!.text)).toHaveProperty('McpVersion');
      const read = await ask('resources/read', { uri: 'unity://status' });
      expect(JSON.parse(read.result.contents[0]!.text)).toMatchObject({ Ready: true });
    },
  );

  it('serves a request of 2026-07-28, and one that names no revision', async () => {
    const response = await fetch(server.url, modern('tools/call', { name: 'GetStatus', arguments: {} }));
    const { result } = (await response.json()) as Wire;
    expect(result).toMatchObject({ structuredContent: { Ready: true } });
    const plain = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const unnamed = await fetch(server.url, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify(plain),
    });
    expect(((await unnamed.json()) as Wire).result.tools.length).toBeGreaterThan(50);
  });

  it('lists what has names in its address as templates, and what has none as resources', async () => {
    const ask = async (method: string) => (await (await fetch(server.url, modern(method))).json()) as Wire;
    const { resources } = (await ask('resources/list')).result;
    const { resourceTemplates } = (await ask('resources/templates/list')).result as unknown as {
      resourceTemplates: { uriTemplate: string }[];
    };
    const uris = [
      ...resources.map(({ uri }) => uri),
      ...resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace(/\{\?.*/, '')),
    ];
    // The dialect has no binary resources.
    expect(new Set(uris)).toEqual(new Set([...RESOURCES, 'unity://videos/{name}']));
    expect(resources.every(({ uri }) => !uri.includes('{'))).toBe(true);
  });
});
