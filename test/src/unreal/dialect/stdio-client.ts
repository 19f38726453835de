import { PassThrough } from 'node:stream';
import { type ClientCapabilities, META_SUBSCRIPTION } from '@worldwire/protocol';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { type StdioWire, serveStdio } from '@worldwire/transports/stdio';
import { notification, rpc, type WireReply } from '../../http/lab.js';
import { until } from '../../http/until.js';
import { stateless } from '../../stdio/pipe.js';
import type { Client, Outcome, Said, Served, Watching } from './clients.js';
import { type DialectLab, dialect, labKernel, quietLog } from './dialect-lab.js';

type Line = WireReply & Partial<Said>;

/** The lab behind one pipe per client with the dialect. */
export async function openStdio({ world }: DialectLab): Promise<Served> {
  const kernel = labKernel(world);
  const clients: StdioClient[] = [];
  return {
    open: async (revision, capabilities = {}) => {
      const input = new PassThrough();
      const output = new PassThrough();
      const wire = serveStdio({ kernel, input, output, limits: DEFAULT_LIMITS, log: quietLog, dialect });
      const client = new StdioClient(wire, input, output, revision, capabilities);
      clients.push(client);
      if (revision < '2026') await client.initialize();
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await kernel.close();
    },
  };
}

export class StdioClient implements Client {
  readonly lines: Line[] = [];
  ended = false;
  #rest = '';
  #nextId = 0;

  constructor(
    readonly wire: StdioWire,
    readonly input: PassThrough,
    output: PassThrough,
    readonly revision: string,
    readonly capabilities: ClientCapabilities,
  ) {
    output.on('data', (chunk: Buffer) => {
      const parts = (this.#rest + chunk.toString('utf8')).split('\n');
      this.#rest = parts.pop() ?? '';
      for (const part of parts) this.lines.push(JSON.parse(part) as Line);
    });
    void wire.closed.then(() => {
      this.ended = true;
    });
  }

  async initialize(): Promise<Line> {
    const { revision: protocolVersion, capabilities } = this;
    this.input.write(`${rpc('initialize', { protocolVersion, capabilities }, 'open')}\n`);
    return this.#answer('open', 0);
  }

  /** Sends a request without waiting. */
  send(method: string, params: object, id: string | number): void {
    const text =
      this.revision < '2026'
        ? rpc(method, params, id)
        : stateless(method, params as Record<string, unknown>, id, this.capabilities);
    this.input.write(`${text}\n`);
  }

  async ask(method: string, params: object = {}, id?: string | number): Promise<Outcome> {
    const asked = id ?? `stdio-${++this.#nextId}`;
    const from = this.lines.length;
    this.send(method, params, asked);
    const reply = await this.#answer(asked, from);
    const said = this.lines.slice(from, this.lines.indexOf(reply));
    return { said: said.filter(({ method: name }) => name !== undefined) as unknown as Said[], reply };
  }

  async notify(method: string, params: object = {}): Promise<void> {
    this.input.write(`${notification(method, params)}\n`);
  }

  async watch(uri: string): Promise<Watching> {
    const modern = this.revision >= '2026';
    const from = this.lines.length + 1;
    if (modern) {
      this.send('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }, 'listen');
      const isAgreed = ({ params }: Line) =>
        (params?._meta as Record<string, unknown> | undefined)?.[META_SUBSCRIPTION] === 'listen';
      await until(() => this.lines.some(isAgreed), 'the subscription');
    } else await this.ask('resources/subscribe', { uri });
    const { lines } = this;
    return {
      get heard() {
        return lines.slice(from).filter(({ method }) => method !== undefined) as unknown as Said[];
      },
      leave: async () => {
        if (modern) await this.notify('notifications/cancelled', { requestId: 'listen' });
        else await this.ask('resources/unsubscribe', { uri });
      },
    };
  }

  async close(): Promise<void> {
    this.input.end();
    await this.wire.closed;
  }

  async #answer(id: string | number, from: number): Promise<Line> {
    const find = () => this.lines.slice(from).find(line => line.id === id && line.method === undefined);
    await until(() => find() !== undefined, `the answer to ${id}`);
    return find() as Line;
  }
}
