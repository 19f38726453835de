import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Body, State } from './rest.js';

export interface ToolInfo {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: {
    readonly type: string;
    readonly properties?: Record<string, unknown> | undefined;
    readonly required?: string[] | undefined;
  };
  readonly outputSchema?: object | undefined;
  readonly annotations?: object | undefined;
}

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: Body & State & Record<string, unknown>;
  readonly _meta?: Record<string, unknown>;
}

export interface Content {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly blob: string;
}

/** An official client of either generation. Both validate results against output schemas. */
export interface Visitor {
  tools(): Promise<readonly ToolInfo[]>;
  call(name: string, args: object, meta?: Record<string, unknown>): Promise<CallResult>;
  resources(): Promise<readonly { readonly uri: string; readonly name: string }[]>;
  templates(): Promise<readonly { readonly uriTemplate: string; readonly mimeType?: string | undefined }[]>;
  read(uri: string): Promise<Content>;
  complete(ref: object, name: string, value: string): Promise<readonly string[]>;
  prompts(): Promise<
    readonly { readonly name: string; readonly arguments?: readonly object[] | undefined }[]
  >;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  /** Subscribes to the updates of a resource. */
  watch(uri: string, onUpdate: (uri: string) => void): Promise<void>;
  close(): Promise<void>;
}

type Visit = (url: string) => Promise<Visitor>;

/** The clients of both eras: sessions, and 2026-07-28 without them. */
export const ERAS: readonly (readonly [name: string, visit: Visit])[] = [
  ['the client of SDK 1.x, in a session', sessionVisitor],
  ['the client 2.x, in 2026-07-28', modernVisitor],
];

export async function sessionVisitor(url: string): Promise<Visitor> {
  const client = new Client1({ name: 'sdk-v1', version: '1' });
  await client.connect(new Transport1(new URL(url)) as Transport);
  return visitor(client as unknown as OfficialClient, async (uri, onUpdate) => {
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onUpdate(params.uri));
    await client.subscribeResource({ uri });
  });
}

export async function modernVisitor(url: string): Promise<Visitor> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new Client2({ name: 'client-v2', version: '2' }, { versionNegotiation });
  await client.connect(new Transport2(new URL(url)));
  return visitor(client as unknown as OfficialClient, async (uri, onUpdate) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdate(params.uri));
    await client.listen({ resourceSubscriptions: [uri] });
  });
}

/** The common methods of both generations. */
interface OfficialClient {
  listTools(): Promise<{ tools: ToolInfo[] }>;
  callTool(call: { name: string; arguments: object; _meta?: object }): Promise<CallResult>;
  listResources(): Promise<{ resources: Awaited<ReturnType<Visitor['resources']>> }>;
  listResourceTemplates(): Promise<{ resourceTemplates: Awaited<ReturnType<Visitor['templates']>> }>;
  readResource(params: { uri: string }): Promise<{ contents: Content[] }>;
  complete(params: { ref: object; argument: object }): Promise<{ completion: { values: string[] } }>;
  listPrompts(): Promise<{ prompts: Awaited<ReturnType<Visitor['prompts']>> }>;
  getPrompt(params: { name: string; arguments: object }): Promise<{ messages: { content: object }[] }>;
  close(): Promise<void>;
}

async function visitor(client: OfficialClient, watch: Visitor['watch']): Promise<Visitor> {
  // The client takes the output schemas from this list.
  const { tools } = await client.listTools();
  return {
    tools: async () => tools,
    call: (name, args, meta) => client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) }),
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    read: async uri => only(await client.readResource({ uri })),
    complete: async (ref, name, value) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values,
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => words(await client.getPrompt({ name, arguments: args })),
    watch,
    close: () => client.close(),
  };
}

/** The JSON in the one text of a result. */
export function parsed(result: CallResult): Body & State & Record<string, unknown> {
  return JSON.parse(said(result)) as Body & State & Record<string, unknown>;
}

export function said(result: CallResult): string {
  return result.content.map(({ text }) => text).join('\n');
}

function only({ contents }: { contents: readonly Content[] }): Content {
  if (contents.length !== 1) throw new Error(`Expected one content, not ${contents.length}.`);
  return contents[0] as Content;
}

function words({ messages }: { messages: readonly { content: object }[] }): string {
  return messages.map(({ content }) => (content as { text: string }).text).join('\n');
}
