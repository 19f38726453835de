import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '@worldwire/protocol';
import { TokenStore } from '@worldwire/transports/http';
import type {
  CallResult,
  ConnectOptions,
  ListedWrite,
  ListedWrites,
  ServedWrites,
  ToolCall,
  WriteClient,
  WriteDriver,
} from '../../../packages/writes/src/testing/write-driver.js';

const SECRET = '0123456789abcdef';
const KIND = /^([A-Z][A-Za-z]+): /;

/** Three principals, one of which may only read. */
export function principals(): { readonly tokens: TokenStore } {
  return { tokens: TokenStore.parse(`ann ann-${SECRET}\nbob bob-${SECRET}\neve eve-${SECRET} read\n`) };
}

/** The servers of one case, with clients of the official library, which end with it. */
export async function served(
  start: () => Promise<{ readonly url: string; close(): Promise<void> }>,
  more: {
    readonly restarts?: boolean;
    readonly inverses?: () => readonly unknown[];
    readonly close?: () => Promise<void>;
  } = {},
): Promise<ServedWrites> {
  let server = await start();
  const clients: Client[] = [];
  const end = async () => {
    for (const client of clients.splice(0)) await client.close();
    await server.close();
  };
  return {
    connect: async options => {
      const client = await connected(server.url, options);
      clients.push(client);
      return writeClient(client);
    },
    ...(more.restarts === true && {
      restart: async () => {
        await end();
        server = await start();
      },
    }),
    ...(more.inverses !== undefined && { inverses: more.inverses }),
    close: async () => {
      await end();
      await more.close?.();
    },
  };
}

async function connected(
  url: string,
  { principal = 'ann', client: name = 'desk', person, hasSession = false }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client(
    { name, version: '1' },
    {
      capabilities: person === undefined ? {} : { elicitation: {} },
      versionNegotiation: { mode: hasSession ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const action = await person(params.message);
      return action === 'accept' ? { action, content: {} } : { action };
    });
  }
  const headers = { authorization: `Bearer ${principal}-${SECRET}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

function writeClient(client: Client): WriteClient {
  return {
    call: async ({ tool: name, args }, meta, signal) => {
      const params = { name, arguments: { ...args }, ...(meta !== undefined && { _meta: meta }) };
      try {
        return resultOf((await client.callTool(params, signal && { signal })) as Result);
      } catch (thrown) {
        const { code, message } = thrown as { code?: unknown; message: string };
        // Arguments that no tool takes are an error of the protocol in some revisions.
        if (code !== -32602) throw thrown;
        return { isError: true, kind: 'InvalidArgument', data: {}, text: message };
      }
    },
    read: async uri => {
      const [content] = (await client.readResource({ uri })).contents as { text: string }[];
      return content?.text ?? '';
    },
  };
}

interface Result {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
}

/** The calls by the tool of `batchTool`. */
export function batchOf(calls: readonly ToolCall[]): ToolCall {
  return { tool: 'batch', args: { writes: calls.map(({ tool, args }) => ({ tool, arguments: args })) } };
}

/** A page of the tool `list_writes`. */
export async function listWrites(
  client: WriteClient,
  { limit, next }: Parameters<WriteDriver['list']>[1],
): Promise<ListedWrites> {
  const args = { limit, ...(next !== undefined && { cursor: next }) };
  const { items, nextCursor } = (await client.call({ tool: 'list_writes', args })).data;
  return {
    items: (items as unknown as (ListedWrite & { readonly undoneBy?: number })[]).map(
      ({ revision, tool, by, outcome, undoneBy }) => ({
        ...{ revision, tool, by, isUndone: undoneBy !== undefined },
        ...(outcome !== undefined && { outcome }),
      }),
    ),
    ...(nextCursor !== undefined && { next: nextCursor }),
  };
}

function resultOf({ content, structuredContent, isError = false }: Result): CallResult {
  const text = content.map(each => each.text ?? '').join('\n');
  const data = structuredContent ?? (isError ? {} : (JSON.parse(text) as JsonObject));
  const { error } = data;
  const kind = isObject(error) ? String(error.kind) : KIND.exec(text)?.[1];
  return { isError, kind: isError ? kind : undefined, data, text };
}
