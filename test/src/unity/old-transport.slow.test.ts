import { Client as NewClient, SSEClientTransport as NewSse } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import { Explorer } from './explorer.js';

const SSE = { accept: 'text/event-stream' };

async function serve(world: string): Promise<string> {
  const cwd = await temporaryFolder();
  const program = new Program(['serve', world, '--port', '0', '--json'], { cwd, env: { TMPDIR: cwd } });
  return new URL(await program.url()).origin;
}

async function connect(transport: object): Promise<Client> {
  const client = new Client({ name: 'sdk-v1', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(transport as Transport);
  return client;
}

const oldClient = (url: string) => connect(new SSEClientTransport(new URL(url)));

/** The AI SDK sends the first. */
const HEADERS: readonly Record<string, string>[] = [
  { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  { accept: 'text/event-stream', 'mcp-protocol-version': '2026-07-28' },
  { 'mcp-protocol-version': 'newest' },
  { accept: 'application/json' },
  { accept: '*/*' },
  {},
];

describe('HTTP with SSE, as the client of SDK 1.x speaks it', () => {
  it.each([
    ['universe', 'get_universe_state'],
    ['unity', 'GetStatus'],
    ['unreal', 'list_assets'],
  ])('is at /sse of the world %s, beside Streamable HTTP', async (world, tool) => {
    const base = await serve(world);
    const old = await oldClient(`${base}/sse`);
    const recent = await connect(new StreamableHTTPClientTransport(new URL(`${base}/sse`)));
    for (const client of [old, recent]) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain(tool);
    }
  });

  it('opens its stream at /sse whatever a client says about types and revisions', async () => {
    const base = await serve('unity');
    for (const path of ['/sse', '/unity/sse']) {
      for (const headers of HEADERS) {
        const stream = await EventReader.open(base + path, headers);
        await until(() => stream.events.length > 0, 'the endpoint event');
        expect(stream.events[0]).toMatchObject({
          event: 'endpoint',
          data: expect.stringContaining(`${path}?`),
        });
        stream.cut();
      }
    }
  });

  it('serves a client of SDK 2.x that asks for the newest revision first', async () => {
    const client = new NewClient({ name: 'v2', version: '2' }, { versionNegotiation: { mode: 'auto' } });
    onTestFinished(() => client.close());
    await client.connect(new NewSse(new URL(`${await serve('unity')}/sse`)));
    expect(client.getProtocolEra()).toBe('legacy');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('GetStatus');
  });

  it('is at /mcp too, where a world has no stream of its own there', async () => {
    const client = await oldClient(`${await serve('universe')}/mcp`);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('[UNITY-2.10] [UNITY-2.11] leaves the stream of the Unity document where it is, which mirrors its replies', async () => {
    const base = await serve('unity');
    const streams = [await EventReader.open(`${base}/`, SSE), await EventReader.open(`${base}/mcp`, SSE)];
    const client = await oldClient(`${base}/sse`);
    await client.callTool({ name: 'GetVersion', arguments: {} });
    await new Explorer(base).rpc('list_tools', {}, 'theirs');
    for (const stream of streams) {
      await until(() => stream.messages.some(({ id }) => id === 'theirs'), 'the mirrored reply');
      const results = stream.messages.flatMap(({ id, result }) =>
        result === undefined ? [] : [{ id, result }],
      );
      expect(results).toMatchObject([
        { id: 0, result: { serverInfo: { name: 'UnityExplorer.Mcp' } } },
        { id: 1, result: { content: [{ type: 'text' }] } },
        { id: 'theirs', result: { tools: expect.any(Array) } },
      ]);
      expect(stream.events.map(({ event }) => event)).not.toContain('endpoint');
      stream.cut();
    }
  });
});
