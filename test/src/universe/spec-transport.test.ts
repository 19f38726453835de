import {
  type Transport as AnyTransport2,
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as AnyTransport1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import { modernVisitor } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

interface Exchanged {
  readonly method: string;
  readonly path: string;
  /** Of the JSON-RPC message that was posted. */
  readonly rpc: string | undefined;
  readonly sentSession: string | null;
  readonly status: number;
  readonly session: string | null;
  readonly type: string | null;
}

/** An official client in a session, and every HTTP exchange it had. */
interface Guest {
  readonly exchanges: Exchanged[];
  readonly sessionId: () => string | undefined;
  readonly tick: () => Promise<unknown>;
  readonly terminate: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const CLIENTS: readonly (readonly [string, (url: string) => Promise<Guest>])[] = [
  [
    'the client of SDK 1.x',
    async url => {
      const { exchanges, recording } = recorder();
      const transport = new Transport1(new URL(url), { fetch: recording });
      const client = new Client1({ name: 'sdk-v1', version: '1' });
      await client.connect(transport as AnyTransport1);
      return guest(exchanges, transport, client);
    },
  ],
  [
    'the client 2.x, in a session',
    async url => {
      const { exchanges, recording } = recorder();
      const transport = new Transport2(new URL(url), { fetch: recording });
      const client = new Client2(
        { name: 'client-v2', version: '2' },
        { versionNegotiation: { mode: 'legacy' } },
      );
      await client.connect(transport as AnyTransport2);
      return guest(exchanges, transport, client);
    },
  ],
];

let server: UniverseServer;
let guests: Guest[];
beforeEach(async () => {
  server = await startUniverse();
  guests = [];
});
afterEach(async () => {
  await Promise.all(guests.map(one => one.close()));
  await server.close();
});

describe.each(CLIENTS)('the endpoint of the universe, for %s', (_name, connect) => {
  const arrive = async () => {
    const one = await connect(server.url);
    guests.push(one);
    return one;
  };
  const opening = ({ exchanges }: Guest) => exchanges.find(({ rpc }) => rpc === 'initialize');
  const get = (session: string, accept = 'text/event-stream') =>
    fetch(server.url, { headers: { accept, 'mcp-session-id': session } });
  const end = (session: string) =>
    fetch(server.url, { method: 'DELETE', headers: { 'mcp-session-id': session } });

  it('[REQ-MCP-17] [MCP-17] answers initialize at /mcp with success and a session', async () => {
    const one = await arrive();
    expect(opening(one)).toMatchObject({ method: 'POST', path: '/mcp', status: 200 });
    expect(one.sessionId()).toMatch(/\S/);
    expect(new Set(one.exchanges.map(({ path }) => path))).toEqual(new Set(['/mcp']));
  });

  it('[REQ-MCP-18] [MCP-18a] serves a tool call by POST with the session header', async () => {
    const one = await arrive();
    expect(await one.tick()).toMatchObject({ content: [{ type: 'text' }] });
    const call = one.exchanges.find(({ rpc }) => rpc === 'tools/call');
    expect(call).toMatchObject({ method: 'POST', sentSession: one.sessionId(), status: 200 });
  });

  it('[MCP-18b] opens an event stream by GET with the session header', async () => {
    const one = await arrive();
    await until(() => one.exchanges.some(({ method }) => method === 'GET'), 'the stream');
    expect(one.exchanges.find(({ method }) => method === 'GET')).toMatchObject({
      sentSession: one.sessionId(),
      status: 200,
      type: 'text/event-stream',
    });
  });

  it('[MCP-18c] terminates the session by DELETE with its header', async () => {
    const one = await arrive();
    expect(server.kernel.sessions.size).toBe(1);
    await one.terminate();
    const { status } = one.exchanges.find(({ method }) => method === 'DELETE') as Exchanged;
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(300);
    expect(server.kernel.sessions.size).toBe(0);
  });

  it('[REQ-MCP-19] [MCP-19] gives every session an identifier of its own', async () => {
    const sessions = [await arrive(), await arrive()].map(one => one.sessionId());
    expect(new Set(sessions).size).toBe(2);
    expect(server.kernel.sessions.size).toBe(2);
  });

  it('[REQ-MCP-20] [MCP-20] says the identifier in the header mcp-session-id', async () => {
    const one = await arrive();
    expect(opening(one)?.session).toMatch(/^[\x21-\x7e]+$/);
    expect(opening(one)?.session).toBe(one.sessionId());
  });

  it('[REQ-MCP-21] [MCP-21] creates the session for a POST that names none', async () => {
    const one = await arrive();
    expect(opening(one)).toMatchObject({ sentSession: null, status: 200 });
    expect(server.kernel.sessions.size).toBe(1);
  });

  it('[REQ-MCP-22] [MCP-22] forgets a session that was deleted, and what it held', async () => {
    const one = await arrive();
    const session = one.sessionId() as string;
    const stream = await EventReader.listen(server.url, {
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-11-25',
    });
    expect((await end(session)).ok).toBe(true);
    await stream.end();
    await until(() => server.listener.streams === 0, 'every stream of the session to be closed');
    expect(server.kernel.sessions.size).toBe(0);
    expect((await get(session)).status).toBe(404);
    expect((await end(session)).status).toBe(404);
  });

  it('[REQ-MCP-23] [MCP-23] refuses a session that does not exist', async () => {
    await arrive();
    for (const accept of ['text/event-stream', 'application/json, text/event-stream', '*/*']) {
      expect([400, 404]).toContain((await get('session-expired', accept)).status);
    }
    expect([400, 404]).toContain((await end('session-expired')).status);
    expect(server.kernel.sessions.size).toBe(1);
  });
});

describe('the endpoint of the universe', () => {
  it('[REQ-MCP-21] creates a new session for an initialize that names one it does not know', async () => {
    const { 'mcp-session-id': session } = await openSession(
      server.url,
      '2025-11-25',
      {},
      {
        'mcp-session-id': 'session-expired',
      },
    );
    expect(session).not.toBe('session-expired');
    expect(server.kernel.sessions.size).toBe(1);
  });

  it('[REQ-MCP-23] refuses a session whose time is over', async () => {
    await server.close();
    server = await startUniverse({ limits: { sessionIdleMs: 1 } });
    const headers = await openSession(server.url);
    await until(() => server.kernel.sessions.size === 0, 'the session to expire');
    expect((await EventReader.listen(server.url, headers)).status).toBe(404);
    expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(404);
  });

  it('[REQ-MCP-17] serves 2026-07-28 at the same path, without a session', async () => {
    const visitor = await modernVisitor(server.url);
    const { isError = false } = await visitor.call('get_universe_state', { universeId: 'sol' });
    expect(isError).toBe(false);
    expect(server.kernel.sessions.size).toBe(0);
    await visitor.close();
  });
});

interface Sessioned {
  readonly sessionId?: string | undefined;
  terminateSession(): Promise<void>;
}

interface Calling {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

function guest(exchanges: Exchanged[], transport: Sessioned, client: Calling): Guest {
  const call = { name: 'send_universe_command', arguments: { universeId: 'sol', command: { type: 'tick' } } };
  return {
    exchanges,
    sessionId: () => transport.sessionId,
    tick: () => client.callTool(call),
    terminate: () => transport.terminateSession(),
    close: () => client.close(),
  };
}

function recorder(): { exchanges: Exchanged[]; recording: typeof fetch } {
  const exchanges: Exchanged[] = [];
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { body, method = 'GET' } = init ?? {};
    exchanges.push({
      method,
      path: new URL(String(input)).pathname,
      rpc: typeof body === 'string' ? (JSON.parse(body) as { method?: string }).method : undefined,
      sentSession: new Headers(init?.headers).get('mcp-session-id'),
      status: response.status,
      session: response.headers.get('mcp-session-id'),
      type: response.headers.get('content-type'),
    });
    return response;
  };
  return { exchanges, recording };
}
