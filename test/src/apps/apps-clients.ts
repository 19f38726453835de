import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export const APPS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

export interface ListedTool {
  readonly name: string;
  readonly _meta?: { readonly ui?: { readonly resourceUri?: string; readonly visibility?: string[] } };
}

export interface Contents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly _meta?: { readonly ui?: Record<string, unknown> };
}

/** A host as the server sees it: an official client that declares the extension, or not. */
export interface HostClient {
  tools(): Promise<readonly ListedTool[]>;
  resources(): Promise<readonly { readonly uri: string; readonly mimeType?: string }[]>;
  read(uri: string): Promise<Contents>;
  call(
    name: string,
    args: object,
  ): Promise<{ readonly content: unknown; readonly structuredContent?: object; readonly isError?: boolean }>;
  close(): Promise<void>;
}

type Connect = (url: string, capabilities: object) => Promise<HostClient>;

/** The official clients of both eras: sessions, and 2026-07-28 without them. */
export const CLIENTS: readonly (readonly [name: string, connect: Connect])[] = [
  [
    'the client of SDK 1.x, in a session',
    async (url, capabilities) => {
      const client = new Client1({ name: 'host-v1', version: '1' }, { capabilities });
      await client.connect(new Transport1(new URL(url)) as Transport);
      return hostOf(client as never);
    },
  ],
  [
    'the client 2.x, in 2026-07-28',
    async (url, capabilities) => {
      const client = new Client2(
        { name: 'host-v2', version: '1' },
        { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      await client.connect(new Transport2(new URL(url)));
      return hostOf(client);
    },
  ],
];

function hostOf(client: Client2): HostClient {
  return {
    tools: async () => (await client.listTools()).tools as unknown as readonly ListedTool[],
    resources: async () => (await client.listResources()).resources as never,
    read: async uri => (await client.readResource({ uri })).contents[0] as unknown as Contents,
    call: async (name, args) =>
      (await client.callTool({ name, arguments: args as Record<string, unknown> })) as never,
    close: () => client.close(),
  };
}
