import { Client as Client2, type Transport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as Transport1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { FramingName } from '@worldwire/protocol';
import { TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientWorld } from '../clients/client-world.mjs';
import { useFrames } from './frames-server.js';
import { FramesTransport } from './frames-transport.js';

const TOKEN = 'ada-has-a-long-token';
const tokens = TokenStore.parse(TOKEN);
const CAPABILITIES = { sampling: {}, elicitation: {}, roots: {} };
const FRAMINGS: FramingName[] = ['frames', 'newline'];

async function serve(framing: FramingName): Promise<number> {
  const { port } = await useFrames(
    { other: clientWorld(), clients: clientWorld() },
    { frames: { framing, tokens } },
  );
  return port;
}

describe.each(FRAMINGS)('the client of SDK 1.x over %s', framing => {
  async function connected() {
    const client = new Client1({ name: 'sdk-v1', version: '1' }, { capabilities: CAPABILITIES });
    const transport = new FramesTransport(await serve(framing), { framing, token: TOKEN, world: 'clients' });
    await client.connect(transport as unknown as Transport1);
    onTestFinished(() => client.close());
    return client;
  }

  it('authenticates, initializes, lists and calls', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'conformance' });
    expect((await client.listTools()).tools[0]?.name).toBe('test_simple_text');
    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toMatchObject([{ text: 'Hello, Ada!' }]);
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({ code: -32602 });
  });

  it('answers for its user, its model and its roots', async () => {
    const client = await connected();
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: 'm',
      role: 'assistant',
      content: { type: 'text', text: 'Because.' },
    }));
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }] }));
    const call = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })).content;
    expect(await call('test_sampling', { prompt: 'Why?' })).toMatchObject([
      { text: 'LLM response: Because.' },
    ]);
    expect(await call('test_elicitation', { message: 'x' })).toMatchObject([
      { text: 'User response: {"action":"decline"}' },
    ]);
    expect(await call('test_input_required_result_list_roots', {})).toMatchObject([
      { text: 'Roots: file:///a' },
    ]);
  });

  it('receives changes and progress, and stops the work by aborting', async () => {
    const client = await connected();
    const changed = new Promise(resolve => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => resolve(method));
    });
    await client.callTool({ name: 'test_trigger_tool_change' });
    expect(await changed).toBe('notifications/tools/list_changed');
    const abort = new AbortController();
    const held = client.callTool({ name: 'hold', arguments: { key: 'k' } }, undefined, {
      signal: abort.signal,
      onprogress: () => abort.abort('The user changed their mind.'),
    });
    await expect(held).rejects.toThrow('changed their mind');
    const { content } = await client.callTool({ name: 'released', arguments: { key: 'k' } });
    expect(content).toMatchObject([{ text: expect.stringContaining('changed their mind') }]);
  });
});

describe.each(FRAMINGS)('the client 2.x over %s', framing => {
  async function connected(mode: 'auto' | 'legacy' | { pin: string }) {
    const client = new Client2(
      { name: 'client-v2', version: '2' },
      { versionNegotiation: { mode }, capabilities: CAPABILITIES },
    );
    const transport = new FramesTransport(await serve(framing), { framing, token: TOKEN, world: 'clients' });
    await client.connect(transport as unknown as Transport2);
    onTestFinished(() => client.close());
    return client;
  }

  it.each([
    { mode: 'auto', era: 'modern', version: '2026-07-28' },
    { mode: 'legacy', era: 'legacy', version: '2025-11-25' },
  ] as const)('is served in mode $mode by the rules of $version', async ({ mode, era, version }) => {
    const client = await connected(mode);
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toMatchObject([{ text: 'Hello, Ada!' }]);
  });

  it('answers in rounds, and listens', async () => {
    const client = await connected({ pin: '2026-07-28' });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
    client.setRequestHandler('sampling/createMessage', () => ({
      model: 'm',
      role: 'assistant',
      content: { type: 'text', text: 'Good day' },
    }));
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///a' }] }));
    const { content } = await client.callTool({ name: 'test_input_required_result_multiple_inputs' });
    expect(content).toMatchObject([{ text: 'Good day Ada, you work in 1 folder(s).' }]);
    const changed = new Promise<void>(resolve => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const subscription = await client.listen({ toolsListChanged: true });
    await client.callTool({ name: 'test_trigger_tool_change' });
    await changed;
    await subscription.close();
    expect(await subscription.closed).toBe('local');
  });
});

it('a real client with a wrong token gets an error', async () => {
  const client = new Client1({ name: 'sdk-v1', version: '1' });
  const transport = new FramesTransport(await serve('frames'), { token: 'wrong' });
  await expect(client.connect(transport as unknown as Transport1)).rejects.toThrow('Authentication failed');
});
