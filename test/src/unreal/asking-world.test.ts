import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  defineWorld,
  prompt,
  resource,
  type Tool,
  text,
  tool,
  type World,
  WorldEvents,
} from '@worldwire/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../harness.js';
import { until } from '../http/until.js';

/** The tools of Unreal use no client features and do not change. This world does, on the same server. */
const events = new WorldEvents();
let later: Tool[] = [];
let server: TestServer;
beforeEach(async () => {
  later = [];
  server = await startServer({ world: asking() });
});
afterEach(() => server.close());

function asking(): World {
  return defineWorld({ name: 'asking', version: '1', tools: () => [nameIt, whereIsIt, ...later], events });
}

const nameIt = tool({
  name: 'name_it',
  description: 'Asks the model of the client for a name.',
  access: 'read',
  call: async (_args, context) => {
    const messages = [{ role: 'user' as const, content: text('A name for a door?') }];
    const { content } = await context.sample('name', { messages, maxTokens: 10 });
    return text(`It is called ${(content as { text: string }).text}.`);
  },
});

const whereIsIt = tool({
  name: 'where_is_it',
  description: 'Asks for the folders of the client.',
  access: 'read',
  call: async (_args, context) => text((await context.roots()).map(({ uri }) => uri).join()),
});

interface Answering {
  call(name: string): Promise<unknown>;
  tools(): Promise<readonly string[]>;
  toolsChanged(heard: () => void): Promise<void>;
  close(): Promise<void>;
}

const MODEL = { role: 'assistant', content: { type: 'text', text: 'Bilbo' }, model: 'm' } as const;
const FOLDERS = { roots: [{ uri: 'file:///games/saltmere' }] };
const CAPABILITIES = { sampling: {}, roots: {} };

async function inSession(url: string): Promise<Answering> {
  const client = new Client1({ name: 'sdk-v1', version: '1' }, { capabilities: CAPABILITIES });
  client.setRequestHandler(CreateMessageRequestSchema, () => MODEL);
  client.setRequestHandler(ListRootsRequestSchema, () => FOLDERS);
  await client.connect(new Transport1(new URL(url)) as Transport);
  return {
    call: async name => (await client.callTool({ name })).content,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    toolsChanged: async heard =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => heard()),
    close: () => client.close(),
  };
}

async function stateless(url: string): Promise<Answering> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new Client2(
    { name: 'v2', version: '2' },
    { versionNegotiation, capabilities: CAPABILITIES },
  );
  client.setRequestHandler('sampling/createMessage', () => MODEL);
  client.setRequestHandler('roots/list', () => FOLDERS);
  await client.connect(new Transport2(new URL(url)));
  return {
    call: async name => (await client.callTool({ name })).content,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    toolsChanged: async heard => {
      client.setNotificationHandler('notifications/tools/list_changed', () => heard());
      await client.listen({ toolsListChanged: true });
    },
    close: () => client.close(),
  };
}

describe.each([
  ['the client of SDK 1.x, in a session', inSession],
  ['the client 2.x, in 2026-07-28', stateless],
])('%s', (_era, connect) => {
  let client: Answering;
  beforeEach(async () => {
    client = await connect(server.url);
  });
  afterEach(() => client.close());

  it('[UNREAL-11.1] lets a tool use its model, and the tool continues with the answer', async () => {
    expect(await client.call('name_it')).toEqual([{ type: 'text', text: 'It is called Bilbo.' }]);
  });

  it('[UNREAL-11.2] lets a tool read its folders', async () => {
    expect(await client.call('where_is_it')).toEqual([{ type: 'text', text: 'file:///games/saltmere' }]);
  });

  it('[UNREAL-5.1.5] is notified when the tools change, and finds the new one', async () => {
    let changes = 0;
    await client.toolsChanged(() => changes++);
    later = [{ ...whereIsIt, name: 'brand_new' }];
    events.toolsChanged();
    await until(() => changes > 0, 'the news of a tool');
    expect(await client.tools()).toContain('brand_new');
  });
});

describe('[UNREAL-8.2] what a world registers', () => {
  const aResource = resource({ uri: 'x://a', name: 'a', read: () => '' });
  const aPrompt = prompt({ name: 'p', get: () => [] });

  it.each<[string, Partial<World>]>([
    ['tools', { tools: [nameIt, { ...whereIsIt, name: 'name_it' }] }],
    ['resources', { resources: [aResource, { ...aResource, name: 'b' }] }],
    ['prompts', { prompts: [aPrompt, aPrompt] }],
  ])('has one name each, and a double is refused at the start: %s', async (_what, parts) => {
    const world = defineWorld({ name: 'double', version: '1', ...parts });
    await expect(startServer({ world })).rejects.toThrow(/name_it|x:\/\/a|p/);
  });
});
