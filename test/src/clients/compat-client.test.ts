import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer, type TestServerOptions } from '../harness.js';

// The client and the proxy of the client compatibility document, whose sections the titles name.
const VERSION = '2025-06-18';
const PAGE = 'http://workflow.example:5173';
const RECONNECT_ON = [404, 410, 502, 503, 504];

interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: unknown };
}

/** Does exactly what the document describes of the browser client. */
class CompatClient {
  sessionId: string | undefined;
  initialized = 0;
  #nextId = 0;

  constructor(
    readonly url: string,
    readonly extra: Record<string, string> = {},
  ) {}

  headers(): Record<string, string> {
    return {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      ...(this.sessionId !== undefined && { 'mcp-session-id': this.sessionId }),
      ...this.extra,
    };
  }

  /** The long connection of section 3.2. */
  listen(): Promise<Response> {
    return fetch(this.url, { headers: { ...this.headers(), Accept: 'text/event-stream' } });
  }

  post(body: object): Promise<Response> {
    return fetch(this.url, { method: 'POST', headers: this.headers(), body: JSON.stringify(body) });
  }

  async initialize(): Promise<Reply> {
    this.sessionId = undefined;
    const response = await this.post(opening(++this.#nextId));
    this.sessionId = response.headers.get('mcp-session-id') ?? undefined;
    const reply = await read(response);
    const noted = await this.post({ jsonrpc: '2.0', method: 'notifications/initialized', params: {} });
    if (!noted.ok) throw new Error(`notifications/initialized answered ${noted.status}`);
    this.initialized++;
    return reply;
  }

  /** A request; a lost session is opened again once. */
  async request(method: string, params: object): Promise<Reply> {
    const body = { jsonrpc: '2.0', id: ++this.#nextId, method, params };
    let response = await this.post(body);
    if (RECONNECT_ON.includes(response.status)) {
      await response.body?.cancel();
      await this.initialize();
      response = await this.post(body);
    }
    return read(response);
  }
}

function opening(id: number, protocolVersion = VERSION): object {
  const clientInfo = { name: 'Workflow Manager', version: '1.0.0' };
  return {
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo },
  };
}

/** The JSON body, or the one object in the `data:` lines of an event stream. */
async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return JSON.parse(text);
  const [message, ...more] = dataOf(text);
  expect(more).toEqual([]);
  return message as Reply;
}

/** Parsed by line, without its prefix `data: `; lines of one event belong together. */
function dataOf(stream: string): unknown[] {
  return stream
    .split(/\r?\n\r?\n/)
    .map(event => event.split(/\r?\n/).filter(line => line.startsWith('data: ')))
    .filter(lines => lines.length > 0)
    .map(lines => JSON.parse(lines.map(line => line.slice('data: '.length)).join('')));
}

let server: TestServer;
let client: CompatClient;
async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startServer({ ...options, http: { origins: [PAGE], ...options.http } });
  client = new CompatClient(server.url);
}
beforeEach(() => start());
afterEach(() => server.close());

describe('a page of the workflow manager', () => {
  it('[HTTP-2.2] [HTTP-2.3] [HTTP-2.4] passes the preflight and may send every header it sends', async () => {
    const asked = ['content-type', 'accept', 'authorization', 'mcp-protocol-version', 'mcp-session-id'];
    const response = await fetch(server.url, {
      method: 'OPTIONS',
      headers: {
        Origin: PAGE,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked.join(', '),
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
    const methods = listed(response, 'access-control-allow-methods');
    expect(methods).toEqual(expect.arrayContaining(['get', 'post', 'options']));
    expect(listed(response, 'access-control-allow-headers')).toEqual(expect.arrayContaining(asked));
  });

  it('[HTTP-2.1] may read the session id, and the answer that its session has ended', async () => {
    const page = new CompatClient(server.url, { Origin: PAGE });
    const opened = await page.post(opening(1));
    page.sessionId = 'gone';
    const refused = await page.post({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect([opened.status, refused.status]).toEqual([200, 404]);
    for (const response of [opened, refused]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(listed(response, 'access-control-expose-headers')).toContain('mcp-session-id');
      await response.text();
    }
  });
});

describe('the client of the workflow manager', () => {
  it('[HTTP-1.2] [HTTP-3.1.3] opens a session in each of its two revisions', async () => {
    expect((await client.initialize()).result).toMatchObject({ protocolVersion: VERSION });
    const older = await client.post(opening(9, '2025-03-26'));
    expect((await read(older)).result).toMatchObject({ protocolVersion: '2025-03-26' });
  });

  it('[HTTP-3.1.5] may send a token that is not required', async () => {
    const signed = new CompatClient(server.url, { Authorization: 'Bearer some-key' });
    expect((await signed.initialize()).result).toHaveProperty('serverInfo');
  });

  it('[HTTP-3.2.2] gets 200 and a description from a plain GET', async () => {
    const response = await fetch(server.url, { headers: { 'mcp-protocol-version': VERSION } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ name: 'conformance' });
  });

  it('[HTTP-1.1] [HTTP-3.2.1] [HTTP-3.2.3] gets an event stream from a GET with its session', async () => {
    await client.initialize();
    const response = await client.listen();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toContain('no-cache');
    expect(response.headers.get('connection')).toBe('keep-alive');
    await response.body?.cancel();
  });

  it('[HTTP-3.2.1] may open its stream again as often as its connection breaks', async () => {
    await client.initialize();
    for (let round = 0; round < 40; round++) {
      const response = await client.listen();
      expect(response.status).toBe(200);
      await response.body?.cancel();
      await expect.poll(() => server.listener.streams, { timeout: 10_000 }).toBe(0);
    }
  });

  it('[HTTP-3.1.1] [HTTP-3.3.2] is served all four methods', async () => {
    await client.initialize();
    const { result } = await client.request('tools/list', {});
    expect(result?.tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'greet' })]));
    const called = await client.request('tools/call', { name: 'greet', arguments: { name: 'Ada' } });
    expect(called.result).toMatchObject({ content: [{ type: 'text', text: 'Hello, Ada!' }] });
  });

  it('[HTTP-3.1.4] [HTTP-4.1.1] [HTTP-4.3.2] is given a session id with JSON and with an event stream, another one each time', async () => {
    await client.initialize();
    expect(client.sessionId).toMatch(/^[\x21-\x7e]{22,}$/);
    const streaming = new CompatClient(server.url, { Accept: 'text/event-stream' });
    expect((await streaming.initialize()).result).toHaveProperty('serverInfo');
    expect(streaming.sessionId).toMatch(/^[\x21-\x7e]{22,}$/);
    expect(streaming.sessionId).not.toBe(client.sessionId);
  });

  it('[HTTP-1.1] [HTTP-4.2.1] [HTTP-4.2.2] gets JSON when it accepts both, and an event stream when it accepts nothing else', async () => {
    await client.initialize();
    const list = { jsonrpc: '2.0', id: 5, method: 'tools/list', params: {} };
    const json = await client.post(list);
    expect(json.headers.get('content-type')).toContain('application/json');
    const streaming = new CompatClient(server.url, { Accept: 'text/event-stream' });
    streaming.sessionId = client.sessionId;
    const stream = await streaming.post(list);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(await read(stream)).toEqual(await json.json());
  });

  it('[HTTP-4.2.2] [HTTP-4.2.3] finds a whole JSON-RPC object on every data line', async () => {
    await client.initialize();
    const response = await client.post({
      jsonrpc: '2.0',
      id: 'p',
      method: 'tools/call',
      params: { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 1 } },
    });
    const text = await response.text();
    expect(text).toMatch(/\n\n$/);
    const lines = text.split('\n').filter(line => line.startsWith('data:'));
    expect(lines.map(line => JSON.parse(line.slice('data: '.length)).jsonrpc)).toEqual([
      '2.0',
      '2.0',
      '2.0',
      '2.0',
    ]);
    expect(dataOf(text).at(-1)).toMatchObject({ id: 'p', result: { content: [{ type: 'text' }] } });
  });

  it('[HTTP-4.3.1] [HTTP-4.2.5] finds serverInfo in the result of initialize, which has the id of the request', async () => {
    const result = { serverInfo: { name: 'conformance' } };
    expect(await client.initialize()).toMatchObject({ jsonrpc: '2.0', id: 1, result });
  });

  it('[HTTP-4.4.1] keeps its session after notifications/initialized', async () => {
    await client.initialize();
    const noted = await client.post({ jsonrpc: '2.0', method: 'notifications/initialized', params: {} });
    expect(noted.ok).toBe(true);
    expect(await noted.text()).toBe('');
    await client.request('tools/list', {});
    expect(client.initialized).toBe(1);
  });

  it('[HTTP-4.5.1] [HTTP-4.5.2] [HTTP-4.5.3] lists the tools with a progress token, in one message', async () => {
    for (const extra of [{}, { Accept: 'text/event-stream' }]) {
      const lister = new CompatClient(server.url, extra);
      await lister.initialize();
      const { result } = await lister.request('tools/list', { _meta: { progressToken: 7 } });
      const tools = result?.tools as { name: unknown }[];
      expect(tools.map(({ name }) => typeof name)).toEqual(tools.map(() => 'string'));
    }
  });

  it('[HTTP-4.6.1] [HTTP-4.6.2] gets the result of a tool that also logs in one message', async () => {
    const streaming = new CompatClient(server.url, { Accept: 'text/event-stream' });
    await streaming.initialize();
    const { result } = await streaming.request('tools/call', {
      name: 'test_tool_with_logging',
      arguments: {},
    });
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'Logging complete.' }] });
  });

  it('[HTTP-4.1.2] [HTTP-5.3] gets 404 when its session expired, and continues with a new one', async () => {
    let now = Date.now();
    await server.close();
    await start({ now: () => now, limits: { sessionIdleMs: 60_000 } });
    await client.initialize();
    const first = client.sessionId;
    now += 120_000;
    server.kernel.sweep();
    expect((await client.request('tools/list', {})).result).toHaveProperty('tools');
    expect(client.initialized).toBe(2);
    expect(client.sessionId).not.toBe(first);
  });

  it('[HTTP-4.2.6] [HTTP-5.4] gets the error codes of JSON-RPC under the id of its request', async () => {
    await client.initialize();
    expect(await client.request('no/such/method', {})).toMatchObject({ id: 2, error: { code: -32601 } });
    expect(await client.request('tools/call', { name: 'nothing' })).toMatchObject({
      id: 3,
      error: { code: -32602 },
    });
  });

  it('[HTTP-5.2] receives a heartbeat on a quiet stream long before its timeout', async () => {
    await server.close();
    await start({ limits: { heartbeatMs: 1 } });
    await client.initialize();
    const response = await client.listen();
    let heard = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      heard = Buffer.from(chunk).toString();
      break;
    }
    expect(heard).toMatch(/^:/);
  });
});

function listed(response: Response, header: string): string[] {
  return (response.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/);
}
