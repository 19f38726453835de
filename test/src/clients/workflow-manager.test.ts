import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { Program } from '../../../apps/worldwire/src/testing/program.js';

// The requests of the two clients of the client compatibility document, in their order and with their headers: its backend in Python, and its
// page in TypeScript over the proxy of the backend. Real runs of both were recorded.
const FROM_BACKEND = {
  'user-agent': 'python-requests/2.28.1',
  'accept-encoding': 'gzip, deflate',
  accept: 'application/json, text/event-stream',
  connection: 'keep-alive',
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-06-18',
} as const;
/** The page initializes again after these, and gives up after any other refusal. */
const RECONNECTS_ON = [404, 410, 502, 503, 504];

const CALLS = {
  universe: ['get_universe_state', { universeId: 'sol', summary: true }, '"name":"Sol"'],
  unity: ['GetTimeScale', {}, '"value":1'],
  unreal: ['get_editor_state', {}, '"name":"Saltmere"'],
} as const;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });
afterEach(() => agent.destroy());

function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const all = { ...headers, ...(bytes !== undefined && { 'content-length': String(bytes.length) }) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: all, agent }, response => {
      const { statusCode = 0, headers: answered } = response;
      // A stream has no end; its head is what the client waits for.
      if (answered['content-type'] === 'text/event-stream') {
        response.on('error', () => {}).destroy();
        resolve({ status: statusCode, headers: answered, text: '' });
      } else
        text(response).then(read => resolve({ status: statusCode, headers: answered, text: read }), reject);
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** What both clients have in common: a session id that they keep and send. */
class Client {
  session: string | undefined;
  /** The status of every answer, with the method of the request. */
  readonly seen: string[] = [];

  constructor(
    readonly url: string,
    readonly opening: { readonly protocolVersion: string; readonly capabilities: object },
    readonly name: string,
  ) {}

  async post(body: { readonly method: string }): Promise<Answer> {
    const session = this.session === undefined ? {} : { 'mcp-session-id': this.session };
    const answer = await send(this.url, 'POST', { ...FROM_BACKEND, ...session }, body);
    this.seen.push(`${body.method} ${answer.status}`);
    return answer;
  }

  async initialize(): Promise<void> {
    this.session = undefined;
    const params = { ...this.opening, clientInfo: { name: this.name, version: '1.0.0' } };
    const answer = await this.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params } as never);
    expect(JSON.parse(answer.text).result).toHaveProperty('serverInfo');
    this.session = answer.headers['mcp-session-id'] as string;
  }

  initialized(params: object): Promise<Answer> {
    return this.post({ jsonrpc: '2.0', method: 'notifications/initialized', ...params } as never);
  }

  list(params: object): Promise<Answer> {
    return this.post({ jsonrpc: '2.0', id: 2, method: 'tools/list', params } as never);
  }

  call([name, args]: readonly [string, object, string]): Promise<Answer> {
    const params = { name, arguments: args };
    return this.post({ jsonrpc: '2.0', id: 1_795_063_491_682, method: 'tools/call', params } as never);
  }

  /** Ends the session, which the client does not know. */
  async end(): Promise<void> {
    const { status } = await send(this.url, 'DELETE', { 'mcp-session-id': this.session as string });
    expect(status).toBe(204);
  }
}

/** A running server with all worlds: the address of each, at its own port and below its name at the main port. */
async function addresses(): Promise<readonly (readonly [keyof typeof CALLS, string])[]> {
  const program = new Program(['serve', 'universe', 'unity', 'unreal', '--port', '0', '--json']);
  const addressOf = async (line: RegExp) =>
    (JSON.parse(await program.line('stdout', line)) as { url: string }).url;
  const main = await addressOf(/"wire":"console"/);
  const worlds = Object.keys(CALLS) as (keyof typeof CALLS)[];
  const own = await Promise.all(
    worlds.map(
      async world => [world, await addressOf(new RegExp(`"world":"${world}","wire":"http"`))] as const,
    ),
  );
  return [...own, ...worlds.map(world => [world, `${main}${world}/mcp`] as const)];
}

describe('the backend of the workflow manager', () => {
  const open = (url: string) =>
    new Client(url, { protocolVersion: '2025-06-18', capabilities: {} }, 'Workflow Manager');

  it('initializes, lists and calls in every world', async () => {
    for (const [world, url] of await addresses()) {
      const client = open(url);
      await client.initialize();
      await client.initialized({ params: {} });
      expect(JSON.parse((await client.list({})).text).result.tools).not.toEqual([]);
      expect((await client.call(CALLS[world])).text).toContain(JSON.stringify(CALLS[world][2]).slice(1, -1));
      expect(client.seen).toEqual([
        'initialize 200',
        'notifications/initialized 202',
        'tools/list 200',
        'tools/call 200',
      ]);
    }
  });

  it('is told in its next run to initialize, after it has lost its session', async () => {
    for (const [world, url] of await addresses()) {
      const client = open(url);
      await client.initialize();
      await client.end();
      client.seen.length = 0;
      await client.call(CALLS[world]);
      await client.list({});
      // It forgets its session and tries twice more.
      client.session = undefined;
      await client.list({});
      await client.list({});
      await client.initialize();
      await client.list({});
      expect(client.seen).toEqual([
        'tools/call 404',
        'tools/list 404',
        'tools/list 404',
        'tools/list 404',
        'initialize 200',
        'tools/list 200',
      ]);
    }
  });
});

describe('the page of the workflow manager', () => {
  const open = (url: string) =>
    new Client(url, { protocolVersion: '2025-11-25', capabilities: { tools: {} } }, 'youtube-manager');

  async function connect(client: Client): Promise<void> {
    await client.initialize();
    await client.initialized({});
    const stream = await send(client.url, 'GET', {
      ...FROM_BACKEND,
      'mcp-session-id': client.session as string,
    });
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
  }

  /** A request, and once more after a status on which the page initializes again. */
  async function withReconnect(client: Client, post: () => Promise<Answer>): Promise<Answer> {
    const answer = await post();
    if (!RECONNECTS_ON.includes(answer.status)) return answer;
    await connect(client);
    return post();
  }

  it('finds every world healthy at the address that it makes of the endpoint', async () => {
    for (const [, url] of await addresses()) {
      const { accept: _, 'content-type': __, 'mcp-protocol-version': ___, ...headers } = FROM_BACKEND;
      const address = `${url.replace(/\/mcp\/?$/, '')}/health`;
      const answer = await send(address, 'GET', { ...headers, accept: 'application/json' });
      const { ok, status, healthy } = JSON.parse(answer.text);
      expect([
        address,
        answer.status,
        ok === true || healthy === true || /^(ok|healthy)$/.test(status),
      ]).toEqual([address, 200, true]);
    }
  });

  it.each(['has ended', 'is missing'])('initializes again when its session %s, and goes on', async how => {
    for (const [world, url] of await addresses()) {
      const client = open(url);
      await connect(client);
      const lose = async () => {
        await client.end();
        if (how === 'is missing') client.session = undefined;
      };
      await lose();
      const called = await withReconnect(client, () => client.call(CALLS[world]));
      expect(called.text).toContain(JSON.stringify(CALLS[world][2]).slice(1, -1));
      await lose();
      const listed = await withReconnect(client, () => client.list({ _meta: { progressToken: 1 } }));
      expect(JSON.parse(listed.text).result.tools).not.toEqual([]);
      expect(client.seen.filter(line => line.startsWith('tools/'))).toEqual([
        'tools/call 404',
        'tools/call 200',
        'tools/list 404',
        'tools/list 200',
      ]);
    }
  });
});
