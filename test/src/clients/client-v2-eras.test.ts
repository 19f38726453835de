import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  Client,
  type ClientOptions,
  ProtocolErrorCode,
  StreamableHTTPClientTransport,
  specTypeSchemas,
  withInputRequired,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FramesServer, startFrames } from '../frames/frames-server.js';
import { FramesTransport } from '../frames/frames-transport.js';
import { modern, startServer, type TestServer } from '../harness.js';
import { clientWorld } from './client-world.mjs';
import { STDIO_PROGRAM } from './stdio-program.js';

const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

let server: TestServer;
let frames: FramesServer;
let clients: Client[] = [];
beforeEach(async () => {
  server = await startServer({ world: clientWorld() });
  frames = await startFrames(clientWorld());
});
afterEach(async () => {
  await Promise.all(clients.map(client => client.close()));
  clients = [];
  await Promise.all([server.close(), frames.close()]);
});

function http(): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(server.url));
}

async function connected(options: ClientOptions, transport: object = http()): Promise<Client> {
  const client = new Client({ name: 'client-v2', version: '2' }, options);
  clients.push(client);
  await client.connect(transport as StreamableHTTPClientTransport);
  return client;
}

const wires: [string, () => object][] = [
  ['HTTP', http],
  ['stdio', () => new StdioClientTransport(STDIO_PROGRAM)],
  ['frames', () => new FramesTransport(frames.port)],
];

describe.each(wires)('one endpoint over %s', (_wire, open) => {
  it.each([
    { mode: 'auto', era: 'modern', version: '2026-07-28' },
    { mode: 'legacy', era: 'legacy', version: '2025-11-25' },
  ] as const)(
    'serves a client 2.x in mode $mode by the rules of $version',
    async ({ mode, era, version }) => {
      const client = await connected({ versionNegotiation: { mode } }, open());
      expect(client.getProtocolEra()).toBe(era);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect((await client.listTools()).tools[0]?.name).toBe('test_simple_text');
      const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
      expect(content).toMatchObject([{ text: 'Hello, Ada!' }]);
    },
  );

  it('notifies a client 2.x of changes as soon as it subscribes', async () => {
    let changed: (tools: unknown) => void = () => {};
    const seen = new Promise(resolve => {
      changed = resolve;
    });
    const client = await connected(
      { ...MODERN, listChanged: { tools: { onChanged: (_error, tools) => changed(tools) } } },
      open(),
    );
    expect(client.autoOpenedSubscription?.honoredFilter).toEqual({ toolsListChanged: true });
    await client.callTool({ name: 'test_trigger_tool_change' });
    expect(await seen).toContainEqual(expect.objectContaining({ name: 'test_simple_text' }));
  });

  it('refuses a client 2.x that gives back an altered state', async () => {
    const client = await connected({ ...MODERN, capabilities: { elicitation: {} } }, open());
    const method = 'tools/call';
    const name = 'test_input_required_result_tampered_state';
    const schema = withInputRequired(specTypeSchemas.CallToolResult);
    const options = { allowInputRequired: true };
    const asked = await client.request({ method, params: { name } }, schema, options);
    expect(asked).toMatchObject({ inputRequests: { confirm: { method: 'elicitation/create' } } });
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } };
    const { requestState } = asked as { requestState: string };
    const answer = (state: string) =>
      client.request({ method, params: { name, inputResponses, requestState: state } }, schema, options);
    await expect(answer(`${requestState}-altered`)).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
    });
    expect(await answer(requestState)).toMatchObject({
      content: [{ text: 'The state came back unaltered.' }],
    });
  });
});

describe('a client 2.x over HTTP', () => {
  it('learns of a header it did not know to send, and succeeds at once', async () => {
    const client = await connected(MODERN);
    const { content } = await client.callTool({ name: 'test_x_mcp_header', arguments: { region: 'west' } });
    expect(content).toMatchObject([{ text: 'Region: west' }]);
  });

  it('asks for the list of tools only once while the server lets it keep the first', async () => {
    let asked = 0;
    const counting: typeof fetch = (input, init) => {
      if (new Headers(init?.headers).get('mcp-method') === 'tools/list') asked++;
      return fetch(input, init);
    };
    const client = await connected(
      MODERN,
      new StreamableHTTPClientTransport(new URL(server.url), { fetch: counting }),
    );
    await client.listTools();
    await client.listTools();
    expect(asked).toBe(1);
  });

  it('has no session to leave behind', async () => {
    await connected(MODERN);
    expect(server.kernel.sessions.size).toBe(0);
  });

  it('stops its work on the server by closing', async () => {
    const [leaving, staying] = [await connected(MODERN), await connected(MODERN)];
    const begun = new Promise<void>(resolve => {
      const held = leaving.callTool(
        { name: 'hold', arguments: { key: 'a' } },
        { onprogress: () => resolve() },
      );
      held.catch(() => {});
    });
    await begun;
    await leaving.close();
    const { content } = await staying.callTool({ name: 'released', arguments: { key: 'a' } });
    expect(content).toMatchObject([{ text: 'The client closed the stream.' }]);
  });

  it('learns that its subscription ends when the server stops', async () => {
    const client = await connected(MODERN);
    const subscription = await client.listen({ toolsListChanged: true });
    await server.close();
    expect(await subscription.closed).toBe('graceful');
  });
});

describe('a server over stdio', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  it('exits when its client leaves a subscription open', async () => {
    child = spawn(STDIO_PROGRAM.command, STDIO_PROGRAM.args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdin, stdout } = child as ChildProcess & {
      stdin: NodeJS.WritableStream;
      stdout: NodeJS.ReadableStream;
    };
    const lines = createInterface({ input: stdout });
    stdin.write(`${modern('subscriptions/listen', { notifications: { toolsListChanged: true } }).body}\n`);
    const [line] = (await once(lines, 'line')) as [string];
    expect(JSON.parse(line)).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    stdin.end();
    expect(await exited).toEqual([0, null]);
  });
});
