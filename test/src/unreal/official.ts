import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallResult } from '../universe/official-clients.js';

export interface Following {
  readonly onprogress?: (step: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
  readonly signal?: AbortSignal;
}

/** An official client with progress, cancellation and list changes. */
export interface Official {
  call(name: string, args: object, following?: Following): Promise<CallResult>;
  resourcesChanged(heard: () => void): Promise<void>;
  close(): Promise<void>;
}

type Connect = (url: string, headers?: Record<string, string>) => Promise<Official>;

export const OFFICIALS: readonly (readonly [name: string, connect: Connect])[] = [
  ['the client of SDK 1.x, in a session', inSession],
  ['the client 2.x, in 2026-07-28', stateless],
];

async function inSession(url: string, headers: Record<string, string> = {}): Promise<Official> {
  const client = new Client1({ name: 'sdk-v1', version: '1' });
  await client.connect(new Transport1(new URL(url), { requestInit: { headers } }) as Transport);
  return {
    call: async (name, args, following) =>
      (await client.callTool(
        { name, arguments: { ...args } },
        undefined,
        following,
      )) as unknown as CallResult,
    resourcesChanged: async heard => {
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => heard());
    },
    close: () => client.close(),
  };
}

async function stateless(url: string, headers: Record<string, string> = {}): Promise<Official> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new Client2({ name: 'client-v2', version: '2' }, { versionNegotiation });
  await client.connect(new Transport2(new URL(url), { requestInit: { headers } }));
  return {
    call: async (name, args, following) =>
      (await client.callTool({ name, arguments: { ...args } }, following)) as unknown as CallResult,
    resourcesChanged: async heard => {
      client.setNotificationHandler('notifications/resources/list_changed', () => heard());
      await client.listen({ resourcesListChanged: true });
    },
    close: () => client.close(),
  };
}
