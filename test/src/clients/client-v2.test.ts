import {
  Client,
  LOG_LEVEL_META_KEY,
  ProtocolErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FramesServer, startFrames } from '../frames/frames-server.js';
import { FramesTransport } from '../frames/frames-transport.js';
import { startServer, type TestServer } from '../harness.js';
import { clientWorld } from './client-world.mjs';
import { STDIO_PROGRAM } from './stdio-program.js';

const MODERN = '2026-07-28';
const WATCHED = 'test://watched-resource';

const wires: [string, (url: URL) => Transport][] = [
  ['HTTP', (url: URL) => new StreamableHTTPClientTransport(url)],
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

describe.each(wires)('the client 2.x over %s', (_wire, open) => {
  const client = new Client(
    { name: 'client-v2', version: '2' },
    {
      versionNegotiation: { mode: { pin: MODERN } },
      capabilities: { elicitation: {}, sampling: {}, roots: {} },
    },
  );
  beforeAll(() => client.connect(open(new URL(server.url))));
  afterAll(() => client.close());

  it('discovers the server in the era of 2026-07-28', async () => {
    expect(client.getProtocolEra()).toBe('modern');
    expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
    expect(client.getServerVersion()).toMatchObject({ name: 'conformance', title: 'Conformance fixture' });
    const { supportedVersions, capabilities } = await client.discover();
    expect(supportedVersions).toEqual([MODERN, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']);
    expect(capabilities).toMatchObject({
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
    });
    expect(capabilities.extensions).toEqual({
      'io.modelcontextprotocol/tasks': {},
      'io.modelcontextprotocol/skills': { directoryRead: true },
    });
  });

  it('lists the tools, none of which it has to leave out', async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(clientWorld().tools?.length as number);
    expect(tools[0]).toMatchObject({ name: 'test_simple_text', inputSchema: { type: 'object' } });
  });

  it('calls tools that return every kind of content', async () => {
    const { content } = await client.callTool({ name: 'test_multiple_content_types' });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'resource']);
    expect((await client.callTool({ name: 'test_audio_content' })).content).toMatchObject([
      { type: 'audio' },
    ]);
  });

  it('finds structured content that fits the advertised schema', async () => {
    await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'measure', arguments: { place: 'Oslo' } });
    expect(structuredContent).toEqual({ place: 'Oslo', celsius: 21.5 });
  });

  it('mirrors an argument of any characters into its header', async () => {
    await client.listTools();
    const region = ' Zürich → 西 ';
    const { content } = await client.callTool({ name: 'test_x_mcp_header', arguments: { region } });
    expect(content).toMatchObject([{ text: `Region: ${region}` }]);
  });

  it('sees the failure of a tool as a result and an unknown tool as a protocol error', async () => {
    expect(await client.callTool({ name: 'test_error_handling' })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
    });
  });

  it('follows the progress of a call', async () => {
    const seen: number[] = [];
    await client.callTool(
      { name: 'test_tool_with_progress' },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    // Over stdio this client, too, drops the last report when it comes in one chunk with the result.
    expect(seen.slice(0, 2)).toEqual([0, 50]);
  });

  it('receives log messages for a request that asks for them, and for no other', async () => {
    const heard: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => {
      heard.push(params.data);
    });
    await client.callTool({ name: 'test_logging_tool' });
    expect(heard).toEqual([]);
    await client.callTool({ name: 'test_logging_tool', _meta: { [LOG_LEVEL_META_KEY]: 'debug' } });
    expect(heard).toEqual(['Tool called']);
  });

  it('lists and reads resources and templates', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(WATCHED);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const { contents } = await client.readResource({ uri: 'test://template/123/data' });
    expect(contents).toMatchObject([{ uri: 'test://template/123/data', mimeType: 'application/json' }]);
    await expect(client.readResource({ uri: 'test://nothing' })).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
      data: { uri: 'test://nothing' },
    });
  });

  it('lists, gets and completes prompts', async () => {
    expect((await client.listPrompts()).prompts).toHaveLength(5);
    const { messages } = await client.getPrompt({
      name: 'test_prompt_with_arguments',
      arguments: { arg1: 'one', arg2: 'two' },
    });
    expect(messages[0]?.content).toMatchObject({ text: "Prompt with arguments: arg1='one', arg2='two'" });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: 'test' },
    });
    expect(completion.values).toEqual(['testValue1', 'testValue2']);
  });

  it('answers one question after another until the tool is done', async () => {
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return {
        action: 'accept',
        content: params.message.startsWith('Step 1') ? { name: 'Ada' } : { color: 'green' },
      };
    });
    const { content } = await client.callTool({ name: 'test_input_required_result_multi_round' });
    expect(content).toMatchObject([{ text: 'Ada likes green.' }]);
    expect(asked).toHaveLength(2);
  });

  it('answers for its user, its model and its roots in one round', async () => {
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
    client.setRequestHandler('sampling/createMessage', () => ({
      model: 'test-model',
      role: 'assistant',
      content: { type: 'text', text: 'Good day' },
    }));
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///work' }] }));
    const { content } = await client.callTool({ name: 'test_input_required_result_multiple_inputs' });
    expect(content).toMatchObject([{ text: 'Good day Ada, you work in 1 folder(s).' }]);
  });

  it('answers a question that a prompt asks', async () => {
    client.setRequestHandler('elicitation/create', () => ({
      action: 'accept',
      content: { context: 'tests' },
    }));
    const { messages } = await client.getPrompt({ name: 'test_input_required_result_prompt' });
    expect(messages[0]?.content).toMatchObject({ text: 'Use this context: tests' });
  });

  it('receives the notifications that it subscribed to, and no others', async () => {
    const heard: string[] = [];
    const note = ({ method }: { method: string }) => void heard.push(method);
    client.setNotificationHandler('notifications/prompts/list_changed', note);
    client.setNotificationHandler('notifications/resources/updated', note);
    const last = new Promise<void>(resolve => {
      client.setNotificationHandler('notifications/tools/list_changed', notification => {
        note(notification);
        resolve();
      });
    });
    const filter = { toolsListChanged: true, resourceSubscriptions: [WATCHED] };
    const subscription = await client.listen(filter);
    expect(subscription.honoredFilter).toEqual(filter);
    await client.callTool({ name: 'test_trigger_prompt_change' });
    await client.callTool({ name: 'touch', arguments: { uri: 'test://static-text' } });
    await client.callTool({ name: 'touch', arguments: { uri: WATCHED } });
    await client.callTool({ name: 'test_trigger_tool_change' });
    await last;
    expect(heard).toEqual(['notifications/resources/updated', 'notifications/tools/list_changed']);
    await subscription.close();
    expect(await subscription.closed).toBe('local');
  });

  it('lists the skills and verifies every file against its digest', async () => {
    const skills = new SkillsClient(client);
    expect(skills.supported).toBe(true);
    const [skill] = (await skills.list()).skills;
    expect(skill?.frontmatter).toMatchObject({ name: 'pdf-processing' });
    expect(await skills.read(skill as NonNullable<typeof skill>)).toMatchObject({ verified: true });
    const form = await skills.read(skill as NonNullable<typeof skill>, 'references/FORMS.md');
    expect(form).toMatchObject({ verified: true, text: expect.stringContaining('# Forms') });
    const { resources } = await skills.readDirectory('skill://pdf-processing');
    expect(resources.map(({ uri }) => uri)).toContain('skill://pdf-processing/references');
  });

  it('gets long work done in place, as it declares no tasks, unless the tool must have them', async () => {
    const { content } = await client.callTool({
      name: 'slow_compute',
      arguments: { seconds: 0, label: 'it' },
    });
    expect(content).toMatchObject([{ text: 'Finished it after 0 s.' }]);
    const refused = client.callTool({ name: 'failing_job' });
    await expect(refused).rejects.toHaveProperty('code', ProtocolErrorCode.MissingRequiredClientCapability);
    await expect(refused).rejects.toHaveProperty('data', {
      requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    });
  });

  it('stops the work on the server when it aborts a call', async () => {
    const abort = new AbortController();
    const key = crypto.randomUUID();
    const held = client.callTool(
      { name: 'hold', arguments: { key } },
      { signal: abort.signal, onprogress: () => abort.abort() },
    );
    await expect(held).rejects.toThrow();
    const { content } = await client.callTool({ name: 'released', arguments: { key } });
    expect(content).toHaveLength(1);
  });
});
