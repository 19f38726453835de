import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ErrorCode,
  type JSONRPCMessage,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FramesServer, startFrames } from '../frames/frames-server.js';
import { FramesTransport } from '../frames/frames-transport.js';
import { startServer, type TestServer } from '../harness.js';
import { clientWorld } from './client-world.mjs';
import { STDIO_PROGRAM } from './stdio-program.js';

const WATCHED = 'test://watched-resource';
const RESOURCE_NOT_FOUND = -32002;

const wires: [string, (url: URL) => Transport][] = [
  ['Streamable HTTP', (url: URL) => new StreamableHTTPClientTransport(url) as Transport],
  ['HTTP with SSE', (url: URL) => new SSEClientTransport(url)],
  ['stdio', () => new StdioClientTransport(STDIO_PROGRAM)],
  ['frames', () => new FramesTransport(frames.port) as unknown as Transport],
];

let server: TestServer;
let frames: FramesServer;
beforeAll(async () => {
  server = await startServer({ world: clientWorld() });
  frames = await startFrames(clientWorld());
});
afterAll(() => Promise.all([server.close(), frames.close()]));

describe.each(wires)('the client of SDK 1.x over %s', (_wire, open) => {
  const client = new Client(
    { name: 'sdk-v1', version: '1' },
    { capabilities: { sampling: {}, elicitation: { form: { applyDefaults: true } }, roots: {} } },
  );
  const received: JSONRPCMessage[] = [];
  beforeAll(async () => {
    const transport = open(new URL(server.url));
    await client.connect(transport);
    const deliver = transport.onmessage;
    transport.onmessage = (message, extra) => {
      received.push(message);
      deliver?.(message, extra);
    };
  });
  afterAll(() => client.close());

  it('gets the name and the capabilities of the server', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'conformance', title: 'Conformance fixture' });
    expect(client.getServerCapabilities()).toEqual({
      logging: {},
      completions: {},
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
    });
  });

  it('gets an answer to ping', async () => {
    await expect(client.ping()).resolves.toEqual({});
  });

  it('lists the tools', async () => {
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({ name: 'test_simple_text', inputSchema: { type: 'object' } });
    expect(tools.map(tool => tool.name)).toContain('measure');
  });

  it('calls tools that return text, an image, a sound and a resource', async () => {
    const call = async (name: string) => (await client.callTool({ name })).content;
    expect(await call('test_simple_text')).toEqual([
      { type: 'text', text: 'This is a simple text response for testing.' },
    ]);
    expect(await call('test_image_content')).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
    expect(await call('test_audio_content')).toMatchObject([{ type: 'audio', mimeType: 'audio/wav' }]);
    expect(await call('test_embedded_resource')).toMatchObject([
      { type: 'resource', resource: { uri: 'test://embedded-resource' } },
    ]);
  });

  it('finds structured content that fits the advertised schema', async () => {
    await client.listTools();
    const result = await client.callTool({ name: 'measure', arguments: { place: 'Oslo' } });
    expect(result.structuredContent).toEqual({ place: 'Oslo', celsius: 21.5 });
  });

  it('sees the failure of a tool, and bad arguments, as results', async () => {
    const failed = await client.callTool({ name: 'test_error_handling' });
    expect(failed).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('intentionally') }],
    });
    const refused = await client.callTool({ name: 'greet', arguments: { name: 1 } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('greet') }] });
  });

  it('sees an unknown tool as a protocol error', async () => {
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
    });
  });

  it('follows the progress of a call', async () => {
    const seen: number[] = [];
    received.length = 0;
    await client.callTool({ name: 'test_tool_with_progress' }, undefined, {
      onprogress: ({ progress }) => seen.push(progress),
    });
    const sent = received.flatMap(message => ('method' in message ? [message.params?.progress] : []));
    expect(sent).toEqual([0, 50, 100]);
    // This client removes its progress handler before the last report of a chunk is handled.
    expect(seen.slice(0, 2)).toEqual([0, 50]);
  });

  it('receives log messages from the level it set, and none below', async () => {
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      heard.push(params.data);
    });
    await client.setLoggingLevel('error');
    await client.callTool({ name: 'test_tool_with_logging' });
    expect(heard).toEqual([]);
    await client.setLoggingLevel('debug');
    await client.callTool({ name: 'test_tool_with_logging' });
    expect(heard).toEqual(['Tool execution started', 'Tool processing data', 'Tool execution completed']);
  });

  it('lists and reads resources, text and binary', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('test://static-binary');
    const text = await client.readResource({ uri: 'test://static-text' });
    expect(text.contents).toMatchObject([
      { mimeType: 'text/plain', text: expect.stringContaining('static text') },
    ]);
    const { contents } = await client.readResource({ uri: 'test://static-binary' });
    expect(contents).toMatchObject([{ mimeType: 'image/png', blob: expect.stringMatching(/^iVBOR/) }]);
  });

  it('lists the templates and reads what one of them names', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'test://template/{id}/data' }]);
    const { contents } = await client.readResource({ uri: 'test://template/123/data' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: '123' });
  });

  it('gets an error for a resource that does not exist', async () => {
    const reading = client.readResource({ uri: 'test://nothing' });
    await expect(reading).rejects.toMatchObject({
      code: RESOURCE_NOT_FOUND,
      data: { uri: 'test://nothing' },
    });
  });

  it('receives updates of a resource while it is subscribed', async () => {
    const heard: string[] = [];
    const first = new Promise<void>(resolve => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        heard.push(params.uri);
        resolve();
      });
    });
    await client.subscribeResource({ uri: WATCHED });
    await client.callTool({ name: 'touch', arguments: { uri: 'test://static-text' } });
    await client.callTool({ name: 'touch', arguments: { uri: WATCHED } });
    await first;
    await client.unsubscribeResource({ uri: WATCHED });
    await client.callTool({ name: 'touch', arguments: { uri: WATCHED } });
    // An update would have come before the next notification.
    const changed = new Promise<void>(resolve => {
      client.setNotificationHandler(PromptListChangedNotificationSchema, () => resolve());
    });
    await client.callTool({ name: 'test_trigger_prompt_change' });
    await changed;
    expect(heard).toEqual([WATCHED]);
  });

  it('receives the change of the tool list', async () => {
    const changed = new Promise(resolve => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => resolve(method));
    });
    await client.callTool({ name: 'test_trigger_tool_change' });
    expect(await changed).toBe('notifications/tools/list_changed');
  });

  it('lists and gets prompts, with arguments and without', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('test_simple_prompt');
    const plain = await client.getPrompt({ name: 'test_simple_prompt' });
    expect(plain.messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    const filled = await client.getPrompt({
      name: 'test_prompt_with_arguments',
      arguments: { arg1: 'one', arg2: 'two' },
    });
    expect(filled.messages[0]?.content).toMatchObject({
      text: "Prompt with arguments: arg1='one', arg2='two'",
    });
    await expect(client.getPrompt({ name: 'test_prompt_with_arguments' })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
    });
  });

  it('completes arguments of prompts and variables of templates', async () => {
    const prompt = await client.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: 'test' },
    });
    expect(prompt.completion.values).toEqual(['testValue1', 'testValue2']);
    const template = await client.complete({
      ref: { type: 'ref/resource', uri: 'test://template/{id}/data' },
      argument: { name: 'id', value: '4' },
    });
    expect(template.completion.values).toEqual(['456']);
  });

  it('answers when the server asks its model', async () => {
    client.setRequestHandler(CreateMessageRequestSchema, ({ params: { messages } }) => {
      expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Why?' } }]);
      return { model: 'test-model', role: 'assistant', content: { type: 'text', text: 'Because.' } };
    });
    const result = await client.callTool({ name: 'test_sampling', arguments: { prompt: 'Why?' } });
    expect(result.content).toMatchObject([{ text: 'LLM response: Because.' }]);
  });

  it('answers when the server asks its user', async () => {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: 'accept',
      content: { username: 'ada', email: `${params.message}@example.org` },
    }));
    const result = await client.callTool({ name: 'test_elicitation', arguments: { message: 'ada' } });
    expect(result.content).toMatchObject([{ text: expect.stringContaining('ada@example.org') }]);
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
    const declined = await client.callTool({ name: 'test_elicitation', arguments: { message: 'again' } });
    expect(declined.content).toMatchObject([{ text: 'User response: {"action":"decline"}' }]);
  });

  it('fills in the defaults the server gave', async () => {
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: {} }));
    const { content } = await client.callTool({ name: 'test_elicitation_sep1034_defaults' });
    expect(content).toMatchObject([{ text: expect.stringContaining('"name":"John Doe","age":30') }]);
  });

  it('answers when the server asks for its roots', async () => {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///work' }] }));
    const { content } = await client.callTool({ name: 'test_input_required_result_list_roots' });
    expect(content).toMatchObject([{ text: 'Roots: file:///work' }]);
  });

  it('stops the work on the server when it aborts a call', async () => {
    const abort = new AbortController();
    const key = crypto.randomUUID();
    const held = client.callTool({ name: 'hold', arguments: { key } }, undefined, {
      signal: abort.signal,
      onprogress: () => abort.abort('The user changed their mind.'),
    });
    await expect(held).rejects.toThrow('changed their mind');
    const { content } = await client.callTool({ name: 'released', arguments: { key } });
    expect(content).toMatchObject([{ text: expect.stringContaining('changed their mind') }]);
  });
});
