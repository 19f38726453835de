import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startServer, type TestServer } from '../harness.js';
import { clientWorld } from './client-world.mjs';

const WATCHED = 'test://watched-resource';
/** Longer than any test: a server that waits for its clients to disconnect fails the test. */
const DRAIN_MS = 600_000;

let server: TestServer;
let clients: Client[] = [];
beforeEach(async () => {
  server = await startServer({ world: clientWorld(), limits: { drainMs: DRAIN_MS } });
});
afterEach(async () => {
  await Promise.all(clients.map(client => client.close()));
  clients = [];
  await server.close();
});

async function connected(transport: object): Promise<Client> {
  const client = new Client({ name: 'sdk-v1', version: '1' });
  clients.push(client);
  await client.connect(transport as Transport);
  return client;
}

describe('a session of the client of SDK 1.x', () => {
  it('has ended once the client has terminated it', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(server.url));
    const client = await connected(transport);
    const sessionId = transport.sessionId as string;
    await transport.terminateSession();
    expect(transport.sessionId).toBeUndefined();
    expect(server.kernel.sessions.size).toBe(0);
    await client.close();
    const stale = await connected(new StreamableHTTPClientTransport(new URL(server.url), { sessionId }));
    await expect(stale.listTools()).rejects.toMatchObject({ code: 404 });
  });

  it('is followed by a new one when the same client connects again', async () => {
    const first = new StreamableHTTPClientTransport(new URL(server.url));
    const client = await connected(first);
    const old = first.sessionId;
    await first.terminateSession();
    await client.close();
    const second = new StreamableHTTPClientTransport(new URL(server.url));
    await client.connect(second as Transport);
    expect(second.sessionId).not.toBe(old);
    expect((await client.listTools()).tools).not.toHaveLength(0);
  });

  it('continues over a new transport that knows its id', async () => {
    const first = new StreamableHTTPClientTransport(new URL(server.url));
    const client = await connected(first);
    await client.subscribeResource({ uri: WATCHED });
    const sessionId = first.sessionId as string;
    await client.close();
    const again = await connected(new StreamableHTTPClientTransport(new URL(server.url), { sessionId }));
    expect((await again.listTools()).tools).not.toHaveLength(0);
    expect(server.kernel.sessions.size).toBe(1);
  });

  it('belongs to one client, whose request ids may be those of another', async () => {
    const [one, two] = await Promise.all([
      connected(new StreamableHTTPClientTransport(new URL(server.url))),
      connected(new StreamableHTTPClientTransport(new URL(server.url))),
    ]);
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const greet = (client: Client, who: string) =>
      Promise.all(
        names.map(name => client.callTool({ name: 'greet', arguments: { name: `${who} ${name}` } })),
      );
    const [ones, twos] = await Promise.all([greet(one, 'one'), greet(two, 'two')]);
    const texts = (results: object[]) => results.map(result => (result as { content: object[] }).content);
    expect(texts(ones)).toEqual(names.map(name => [{ type: 'text', text: `Hello, one ${name}!` }]));
    expect(texts(twos)).toEqual(names.map(name => [{ type: 'text', text: `Hello, two ${name}!` }]));
  });
});

describe('a stream of the client of SDK 1.x', () => {
  it('ends early when the tool asks for it, and the client resumes for the result', async () => {
    const client = await connected(new StreamableHTTPClientTransport(new URL(server.url)));
    const result = await client.callTool({ name: 'test_reconnection' });
    expect(result.content).toMatchObject([{ text: 'Reconnection complete.' }]);
  });

  it('breaks during a call, which continues and whose result is not lost', async () => {
    const breaker = new StreamBreaker('POST');
    const client = await connected(
      new StreamableHTTPClientTransport(new URL(server.url), { fetch: breaker.fetch }),
    );
    breaker.arm();
    const seen: number[] = [];
    const result = await client.callTool({ name: 'test_tool_with_progress' }, undefined, {
      onprogress: ({ progress }) => {
        seen.push(progress);
        breaker.cut();
      },
    });
    expect(result.content).toMatchObject([{ text: 'Progress complete.' }]);
    expect(seen.slice(0, 2)).toEqual([0, 50]);
  });

  it('breaks while the server sends messages, which the client gets when it resumes', async () => {
    const breaker = new StreamBreaker('GET');
    breaker.arm();
    const client = await connected(
      new StreamableHTTPClientTransport(new URL(server.url), { fetch: breaker.fetch }),
    );
    const heard = new Promise(resolve => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
    });
    await client.subscribeResource({ uri: WATCHED });
    await breaker.opened;
    breaker.cut();
    await client.callTool({ name: 'touch', arguments: { uri: WATCHED } });
    expect(await heard).toBe(WATCHED);
  });
});

describe('a client of SDK 1.x', () => {
  it('leaves no trace of an error when it cancels a call', async () => {
    const client = await connected(new StreamableHTTPClientTransport(new URL(server.url)));
    const abort = new AbortController();
    const held = client.callTool({ name: 'hold', arguments: { key: 'a' } }, undefined, {
      signal: abort.signal,
      onprogress: () => abort.abort(),
    });
    await expect(held).rejects.toThrow();
    await client.callTool({ name: 'released', arguments: { key: 'a' } });
    await client.ping();
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('does not delay the stop of a server by an open stream of 2024-11-05', async () => {
    await connected(new SSEClientTransport(new URL(server.url)));
    await server.close();
  });

  it('does not delay the stop of a server by a connection without a request', async () => {
    // Node's fetch opens one of these whenever a stream was aborted.
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    await (await fetch(server.url)).text();
    await server.close();
  });
});

/** Cuts the connection of the first event stream that a method opens after `arm`. */
class StreamBreaker {
  readonly opened: Promise<void>;
  readonly #connection = new AbortController();
  #armed = false;
  #open: () => void = () => {};

  constructor(readonly method: 'GET' | 'POST') {
    this.opened = new Promise(resolve => {
      this.#open = resolve;
    });
  }

  arm(): void {
    this.#armed = true;
  }

  cut(): void {
    this.#connection.abort();
  }

  readonly fetch: FetchLike = async (url, init) => {
    if (!this.#armed || init?.method !== this.method) return fetch(url, init);
    this.#armed = false;
    const signals = [this.#connection.signal, ...(init.signal ? [init.signal] : [])];
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    this.#open();
    return response;
  };
}
