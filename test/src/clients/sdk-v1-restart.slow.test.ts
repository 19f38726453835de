import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OperatorAt } from '../../../apps/worldwire/src/testing/operator.js';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';

/** A world with a tool that never answers. */
const WORLD = fileURLToPath(new URL('restart-world.mjs', import.meta.url));
const WATCHED = 'universe://sol/state';
const ADA = 'ada-0123456789abcdef';
const BOB = 'bob-0123456789abcdef';
const OPERATOR = 'ops-0123456789abcdef';

/** A server of the real program, which can be killed and started again with the same data folder and port. */
class Restarting {
  #program: Program | undefined;
  #port = 0;

  private constructor(
    readonly data: string,
    readonly tokenFile: string | undefined,
    readonly world: string,
  ) {}

  static async start(tokens?: string, world = 'universe'): Promise<Restarting> {
    const folder = await temporaryFolder();
    const file = tokens === undefined ? undefined : join(folder, 'tokens.txt');
    if (file !== undefined) await writeFile(file, tokens as string, { mode: 0o600 });
    const server = new Restarting(join(folder, 'data'), file, world);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  get program(): Program {
    return this.#program as Program;
  }

  async start(): Promise<void> {
    const tokens = this.tokenFile === undefined ? [] : ['--token-file', this.tokenFile];
    this.#program = new Program(
      [
        'serve',
        this.world,
        '--port',
        `${this.#port}`,
        '--data',
        this.data,
        '--allow',
        'writes',
        '--json',
        ...tokens,
      ],
      { env: { WORLDWIRE_STORE: 'sqlite' } },
    );
    this.#port = Number(new URL(await this.#program.url()).port);
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.program.kill(signal);
    await this.program.ended;
  }

  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.stop(signal);
    await this.start();
  }

  get operator(): OperatorAt {
    return new OperatorAt(new URL(this.url).origin, OPERATOR);
  }

  /** The status of a ping with a session id. */
  async ping(
    id: string,
    token?: string,
    revision = '2025-11-25',
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': id,
        'mcp-protocol-version': revision,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    return { status: response.status, text: await response.text() };
  }
}

/** A client of the official SDK, with the methods that it sent. */
class Connected {
  readonly client = new Client({ name: 'sdk-v1', version: '1' });
  readonly sent: string[] = [];
  readonly updated: string[] = [];
  readonly transport: StreamableHTTPClientTransport;

  private constructor(server: Restarting, token: string | undefined) {
    const recording: FetchLike = (url, init) => {
      if (typeof init?.body === 'string') this.sent.push(JSON.parse(init.body).method);
      return fetch(url, init);
    };
    this.transport = new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: recording,
      ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
      reconnectionOptions: {
        initialReconnectionDelay: 100,
        maxReconnectionDelay: 100,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 1_000,
      },
    });
    this.client.setNotificationHandler(
      ResourceUpdatedNotificationSchema,
      ({ params }) => void this.updated.push(params.uri),
    );
  }

  static async to(server: Restarting, token?: string): Promise<Connected> {
    const connected = new Connected(server, token);
    onTestFinished(() => connected.client.close());
    await connected.client.connect(connected.transport as Transport);
    return connected;
  }

  get id(): string {
    return this.transport.sessionId as string;
  }

  async star(id: string): Promise<void> {
    const command = { type: 'addStar', id, payload: { name: id } };
    const answer = await this.client.callTool({
      name: 'send_universe_command',
      arguments: { universeId: 'sol', command },
    });
    expect(answer.isError).not.toBe(true);
  }
}

describe.each(['SIGKILL', 'SIGTERM'] as const)('a session of SDK 1.x, after a restart by %s', signal => {
  it.each([
    ['without tokens', undefined],
    ['with a token', ADA],
  ])('goes on without a new initialize, %s', async (_how, token) => {
    const server = await Restarting.start(token && `ada ${token}\n`);
    const one = await Connected.to(server, token);
    const { id } = one;
    expect(id).toMatch(/^[\x21-\x7e]{64,2048}$/);
    const before = await one.client.listTools();
    await server.restart(signal);
    expect(await one.client.listTools()).toEqual(before);
    expect(one.id).toBe(id);
    expect(one.sent.filter(method => method === 'initialize')).toHaveLength(1);
    const { program } = server;
    await server.stop('SIGTERM');
    const { stdout, stderr } = await program.ended;
    const secrets = [id, (await readFile(join(server.data, 'sessions', 'key'), 'utf8')).trim()];
    const told = stdout + stderr + (await readFile(join(server.data, 'audit.jsonl'), 'utf8'));
    expect(secrets.filter(secret => told.includes(secret))).toEqual([]);
  });

  it('keeps its subscriptions, and its client gets one update of each', async () => {
    const server = await Restarting.start();
    const one = await Connected.to(server);
    await one.client.subscribeResource({ uri: WATCHED });
    await server.restart(signal);
    await expect.poll(() => one.updated).toEqual([WATCHED]);
    await one.star('first');
    await expect.poll(() => one.updated.length).toBe(2);
    await one.client.unsubscribeResource({ uri: WATCHED });
    await server.restart(signal);
    await one.client.ping();
    await one.star('second');
    await one.client.ping();
    expect(one.updated).toHaveLength(2);
    expect(one.sent.filter(method => method === 'initialize')).toHaveLength(1);
  });

  it('stays ended where the client, the operator or a revoked token ended it', async () => {
    const tokens = `ada ${ADA}\nops ${OPERATOR} operate read\n`;
    const server = await Restarting.start(`${tokens}bob ${BOB}\n`);
    const [left, steered, revoked] = [
      await Connected.to(server, ADA),
      await Connected.to(server, ADA),
      await Connected.to(server, BOB),
    ];
    const ids = [left, steered, revoked].map(({ id }) => id);
    await left.transport.terminateSession();
    const handle = createHash('sha256').update(steered.id).digest('hex').slice(0, 8);
    expect(await server.operator.status('DELETE', `sessions/universe/${handle}`)).toBe(200);
    await writeFile(server.tokenFile as string, tokens, { mode: 0o600 });
    await server.program.line('stderr', /token file was read again/);
    await writeFile(server.tokenFile as string, `${tokens}bob ${BOB}\n`, { mode: 0o600 });
    await server.restart(signal);
    const open = await Connected.to(server, ADA);
    expect((await server.ping(open.id, BOB)).status).toBe(404);
    const answers = await Promise.all(ids.map((id, index) => server.ping(id, index === 2 ? BOB : ADA)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('a session of any revision', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'of %s goes on after a restart',
    async revision => {
      const server = await Restarting.start();
      const response = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
        }),
      });
      await response.text();
      const id = response.headers.get('mcp-session-id') as string;
      await server.restart('SIGKILL');
      expect(await server.ping(id, undefined, revision)).toEqual({
        status: 200,
        text: '{"jsonrpc":"2.0","id":1,"result":{}}',
      });
      const [last = ''] = id.slice(-5);
      const changed = id.slice(0, -5) + (last === 'A' ? 'B' : 'A') + id.slice(-4);
      const unknown = await server.ping('never-was', undefined, revision);
      expect(unknown.status).toBe(404);
      expect(await server.ping(changed, undefined, revision)).toEqual(unknown);
      expect(await server.ping(id.slice(0, -1), undefined, revision)).toEqual(unknown);
    },
  );
});

describe('a call that a killed server had in flight', () => {
  it('fails with a definite error when the client of SDK 1.x resumes its stream', async () => {
    const server = await Restarting.start(undefined, WORLD);
    const one = await Connected.to(server);
    let begun = () => {};
    const progress = new Promise<void>(resolve => {
      begun = resolve;
    });
    const call = one.client.callTool({ name: 'hold', arguments: {} }, undefined, {
      onprogress: () => begun(),
    });
    const outcome = call.catch((thrown: Error) => thrown.message);
    await progress;
    await server.restart('SIGKILL');
    expect(await outcome).toMatch(/The answer to the request is lost: the server was started again/);
    expect(await one.client.listTools()).toMatchObject({ tools: [{ name: 'hold' }] });
    expect(one.sent.filter(method => method === 'initialize')).toHaveLength(1);
  });
});
