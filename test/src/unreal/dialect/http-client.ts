import type { ClientCapabilities } from '@worldwire/protocol';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { listenHttp } from '@worldwire/transports/http';
import { modern, openSession } from '../../harness.js';
import { EventReader } from '../../http/event-reader.js';
import { notification, post, rpc, type WireReply } from '../../http/lab.js';
import type { Client, Outcome, Said, Served, Watching } from './clients.js';
import { type DialectLab, dialect, labKernel, quietLog } from './dialect-lab.js';

export interface HttpServed extends Served {
  readonly url: string;
}

/** The lab behind a real HTTP listener with the dialect. */
export async function openHttp({ world }: DialectLab): Promise<HttpServed> {
  const kernel = labKernel(world);
  const listener = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    mounts: [{ path: '/mcp', kernel, dialect }],
    limits: DEFAULT_LIMITS,
    log: quietLog,
    now: Date.now,
  });
  const url = `${listener.url}/mcp`;
  return {
    url,
    open: async (revision, capabilities = {}) =>
      revision < '2026'
        ? new SessionClient(url, revision, await openSession(url, revision, capabilities))
        : new ModernClient(url, capabilities),
    close: async () => {
      const closing = listener.close();
      await kernel.close();
      await closing;
    },
  };
}

class SessionClient implements Client {
  constructor(
    readonly url: string,
    readonly revision: string,
    readonly headers: Record<string, string>,
  ) {}

  ask(method: string, params: object = {}, id: string | number = 1): Promise<Outcome> {
    return exchange(this.url, this.headers, rpc(method, params, id));
  }

  async notify(method: string, params: object = {}): Promise<void> {
    const { status } = await post(this.url, this.headers, notification(method, params));
    if (status !== 202) throw new Error(`${method} answered ${status}.`);
  }

  async watch(uri: string): Promise<Watching> {
    const reader = await EventReader.listen(this.url, this.headers);
    await this.ask('resources/subscribe', { uri });
    return {
      get heard() {
        return reader.messages as unknown as Said[];
      },
      leave: async () => {
        await this.ask('resources/unsubscribe', { uri });
        reader.cut();
      },
    };
  }

  async close(): Promise<void> {
    await fetch(this.url, { method: 'DELETE', headers: this.headers });
  }
}

class ModernClient implements Client {
  readonly revision = '2026-07-28';

  constructor(
    readonly url: string,
    readonly capabilities: ClientCapabilities,
  ) {}

  ask(method: string, params: Record<string, unknown> = {}, id: string | number = 1): Promise<Outcome> {
    const name = String(params.toolName ?? params.name ?? params.uri);
    const { headers, body } = modern(method, params, { id, name, capabilities: this.capabilities });
    return exchange(this.url, headers, body);
  }

  async notify(method: string, params: object = {}): Promise<void> {
    const { headers } = modern(method);
    const { status } = await post(this.url, headers, notification(method, params));
    if (status !== 202) throw new Error(`${method} answered ${status}.`);
  }

  async watch(uri: string): Promise<Watching> {
    const notifications = { resourceSubscriptions: [uri] };
    const options = { id: 'listen', capabilities: this.capabilities };
    const { headers, body } = modern('subscriptions/listen', { notifications }, options);
    const reader = await EventReader.open(this.url, headers, body);
    await reader.received(1);
    return {
      get heard() {
        return reader.messages.slice(1) as unknown as Said[];
      },
      leave: async () => reader.cut(),
    };
  }

  async close(): Promise<void> {}
}

async function exchange(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
  const reader = await EventReader.open(url, headers, body);
  await reader.end();
  if (reader.response.headers['content-type'] !== 'text/event-stream') {
    // A cancelled request has no body.
    return { said: [], reply: reader.text === '' ? {} : (JSON.parse(reader.text) as WireReply) };
  }
  const { messages } = reader;
  return { said: messages.slice(0, -1) as unknown as Said[], reply: messages.at(-1) as WireReply };
}
