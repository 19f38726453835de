import { META_CAPABILITIES, META_CLIENT, META_VERSION, REVISION_IDS } from '@worldwire/protocol';
import { until } from '../http/until.js';
import type { Line } from '../stdio/pipe.js';
import type { WireClient } from './wire-client.js';

export const MODERN = '2026-07-28';
export const SESSION_REVISIONS = REVISION_IDS.filter(id => id !== MODERN);

export interface Asked {
  readonly id?: string | number;
  readonly meta?: object;
}

/** A client of one revision on any wire. */
export class ContractClient {
  /** The answer to `initialize`, if the revision has it. */
  welcome: Line | undefined;
  #lastId = 0;

  private constructor(
    readonly wire: WireClient,
    readonly revision: string,
    readonly capabilities: object,
  ) {}

  static async open(wire: WireClient, revision: string, capabilities: object = {}): Promise<ContractClient> {
    const client = new ContractClient(wire, revision, capabilities);
    if (revision === MODERN) return client;
    const clientInfo = { name: 'contract', version: '1' };
    const params = { protocolVersion: revision, capabilities, clientInfo };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params });
    client.welcome = (await wire.ask(text, 'open')) as Line;
    await client.notify('notifications/initialized');
    return client;
  }

  async request(method: string, params: object = {}, { id, meta }: Asked = {}): Promise<Line> {
    const own = id ?? `r${++this.#lastId}`;
    return (await this.wire.ask(this.text(method, params, own, meta), own)) as Line;
  }

  call(name: string, args: object = {}, asked?: Asked): Promise<Line> {
    return this.request('tools/call', { name, arguments: args }, asked);
  }

  /** A request as this revision writes it. */
  text(method: string, params: object, id: string | number, meta: object = {}): string {
    const own = {
      [META_VERSION]: MODERN,
      [META_CLIENT]: { name: 'contract', version: '1' },
      [META_CAPABILITIES]: this.capabilities,
    };
    const _meta = this.revision === MODERN ? { ...own, ...meta } : meta;
    const all = Object.keys(_meta).length === 0 ? params : { ...params, _meta };
    return JSON.stringify({ jsonrpc: '2.0', id, method, params: all });
  }

  /** Sends a request without waiting for its answer. */
  begin(method: string, params: object, asked: Asked & { readonly id: string | number }): void {
    this.request(method, params, asked).catch(() => {});
  }

  notify(method: string, params: object = {}): Promise<void> {
    return this.wire.say(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  answer(id: unknown, result: object): Promise<void> {
    return this.wire.say(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  /** The first notification or request of the server with this method. */
  async receives(method: string): Promise<Line> {
    const find = () => this.wire.received.find(line => line.method === method);
    await until(() => find() !== undefined, method);
    return find() as Line;
  }

  /** Whether a request was answered. */
  answered(id: string | number): boolean {
    return this.wire.answers.some(answer => !Array.isArray(answer) && answer.id === id);
  }
}
