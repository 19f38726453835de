import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../http/until.js';
import { pngSize } from './answers.js';
import { DocumentClient } from './document-client.js';
import { calls } from './fake-editor/index.js';
import { type LiveChain, startChain } from './live-chain.js';
import { DOOR_CLASS, HARBOUR, PLANKS, TAVERN_DOOR } from './saltmere.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

const PROMPTS = ['explain_blueprint', 'review_level', 'find_unused_assets', 'plan_refactor'];

describe('a client of the document, at the sample', () => {
  let server: UnrealServer;
  let client: DocumentClient;
  beforeAll(async () => {
    server = await startUnreal({ grants: ALL });
    client = await DocumentClient.open(server.url);
  });
  afterAll(() => server.close());

  const call = (toolName: string, toolInput?: object, more: object = {}) =>
    client.ask('tools/call', { toolName, ...(toolInput && { toolInput }), ...more });

  it('[UNREAL-5.1.2] [UNREAL-5.1.4] calls a tool with toolName and toolInput, and gets contentType and content', async () => {
    const { reply } = await call('describe_asset', { path: DOOR_CLASS });
    expect(reply.result?.contentType).toBe('text/plain');
    expect(JSON.parse(reply.result?.content?.[0]?.text ?? '')).toMatchObject({ class: 'Blueprint' });
    expect((await call('get_editor_state')).reply.result?.contentType).toBe('text/plain');
    const { result } = (await call('take_screenshot', { width: 32, height: 32 })).reply;
    expect(result?.contentType).toBe('multipart/mixed');
    expect(result?.content).toMatchObject([
      { type: 'image', mimeType: 'image/png', data: expect.any(String) },
      { type: 'text' },
    ]);
  });

  it('[UNREAL-5.1.6] logs a message by a tool, and finds it in the log', async () => {
    const message = 'written by a client of the document';
    expect((await call('log_message', { message })).reply.result?.isError).toBeUndefined();
    const { content } = await client.result('resources/get_content', { uri: 'unreal://log' });
    expect(content).toContain(message);
  });

  it('[UNREAL-5.2.3] [UNREAL-5.2.4] reads a Blueprint as T3D text by its uri', async () => {
    const uri = `unreal://blueprint${DOOR_CLASS}`;
    const found = await client.result('resources/get_content', { uri });
    expect(found.contentType).toBe('text/plain');
    expect(found.content).toMatch(
      /^Begin Object Class=\/Script\/Engine\.Blueprint Name="BP_Door"\n[\s\S]*End Object\n$/,
    );
    expect(found.contents).toEqual([{ uri, mimeType: 'text/plain', text: found.content }]);
  });

  it('[UNREAL-5.2.3] [UNREAL-5.2.5] reads a texture as its pixels', async () => {
    const found = await client.result('resources/get_content', { uri: `unreal://texture${PLANKS}` });
    expect(found.contentType).toBe('image/png');
    expect(pngSize(found.content as unknown as string)).toEqual({ width: 128, height: 128 });
  });

  it('gets the error of resources/read for a missing resource', async () => {
    const params = { uri: 'unreal://blueprint/Game/Nothing' };
    const { error } = (await client.ask('resources/get_content', params)).reply;
    expect(error).toMatchObject({ code: -32002, data: params });
    expect((await client.ask('resources/read', params)).reply.error).toEqual(error);
  });

  it.each(PROMPTS)(
    '[UNREAL-5.3.2] has the template of %s with its placeholders, by name and by uri',
    async name => {
      const byName = await client.result('prompts/get_template', { name });
      const byUri = await client.result('prompts/get_template', { uri: `unreal://prompt/${name}` });
      expect(byUri).toEqual(byName);
      const { messages, arguments: variables } = byName as unknown as {
        messages: { role: string; content: { text: string } }[];
        arguments: { name: string }[];
      };
      const places = new Set(messages.flatMap(({ content }) => content.text.match(/\{\{\w+\}\}/g) ?? []));
      expect(places).toEqual(new Set(variables.map(variable => `{{${variable.name}}}`)));
    },
  );

  it.each(PROMPTS)('[UNREAL-5.3.3] renders %s with uri and variables into messages', async name => {
    const variables = { path: DOOR_CLASS, ...(name === 'plan_refactor' && { goal: 'fewer doors' }) };
    const rendered = await client.result('prompts/render', { uri: `unreal://prompt/${name}`, variables });
    expect(await client.result('prompts/render', { name, variables })).toEqual(rendered);
    expect(rendered).toEqual(await client.result('prompts/get', { name, arguments: variables }));
    const [first] = rendered.messages as { role: string; content: { text: string } }[];
    expect(first?.role).toBe('user');
    for (const value of Object.values(variables)) expect(first?.content.text).toContain(value);
    expect(first?.content.text).not.toContain('{{');
  });

  it('[UNREAL-5.2.6] [UNREAL-4.3] gets content_changed on its stream for the resources it subscribed to', async () => {
    const uri = `unreal://actor${TAVERN_DOOR}`;
    const asking = await DocumentClient.open(server.url, { experimental: { contentChanged: {} } });
    const [stream, plain] = [await asking.listen(), await client.listen()];
    for (const each of [asking, client]) await each.result('resources/subscribe', { uri });
    await call('set_property', { object: TAVERN_DOOR, property: 'OpenAngle', value: 33 });
    const heard = (reader: typeof stream) => reader.messages.filter(({ method }) => method !== undefined);
    await until(() => heard(stream).length > 0 && heard(plain).length > 0, 'the news of the door');
    const changed = { jsonrpc: '2.0', method: 'notifications/resources/content_changed', params: { uri } };
    expect(heard(stream)[0]).toEqual(changed);
    expect(heard(plain)[0]).toEqual({ ...changed, method: 'notifications/resources/updated' });
    stream.cut();
    plain.cut();
  });

  it('[UNREAL-5.4.1] pings', async () => {
    expect(await client.result('ping')).toEqual({});
  });

  it('[UNREAL-3.2.5] [UNREAL-3.2.6] shuts down, and its later requests are refused', async () => {
    const leaving = await DocumentClient.open(server.url);
    expect((await leaving.ask('shutdown', {}, 's')).reply).toEqual({ jsonrpc: '2.0', id: 's', result: null });
    for (const method of ['ping', 'tools/list', 'resources/get_content']) {
      expect((await leaving.ask(method, { uri: `unreal://level${HARBOUR}` })).reply.error?.code).toBe(-32600);
    }
    expect((await leaving.notify('exit')).status).toBe(202);
    expect((await leaving.notify('notifications/initialized')).status).toBe(404);
    expect(await client.result('ping')).toEqual({});
  });
});

describe('a client of the document, at an editor', () => {
  let chain: LiveChain;
  let client: DocumentClient;
  beforeAll(async () => {
    chain = await startChain({ screenshots: 'in-halves' });
    client = await DocumentClient.open(chain.server.url);
  });
  afterAll(() => chain.close());

  const shooting = calls('TakeHighResScreenshot');

  it('[UNREAL-5.4.2] [UNREAL-2.5] gets $/progress of a long call before the result, on the same stream', async () => {
    const begun = chain.editor.received(shooting);
    const asked = client.ask('tools/call', { toolName: 'take_screenshot', workDoneToken: 'w' });
    await begun;
    setImmediate(() => chain.editor.finishScreenshots());
    const { contentType, said, reply } = await asked;
    expect(contentType).toBe('text/event-stream');
    expect(new Set(said.map(({ method }) => method))).toEqual(new Set(['$/progress']));
    expect(new Set(said.map(({ params }) => params.token))).toEqual(new Set(['w']));
    const values = said.map(({ params }) => params.value as { kind: string; percentage?: number });
    expect(values[0]).toMatchObject({ kind: 'begin', percentage: expect.any(Number) });
    expect(values.at(-1)).toEqual({ kind: 'end' });
    expect(new Set(values.slice(1, -1).map(({ kind }) => kind))).toEqual(new Set(['report']));
    expect(reply.result?.contentType).toBe('multipart/mixed');
  });

  it('[UNREAL-3.2.8] cancels a long call by $/cancelRequest', async () => {
    for (const id of ['long', 7]) {
      const begun = chain.editor.received(shooting);
      const asked = client.ask('tools/call', { toolName: 'take_screenshot' }, id);
      await begun;
      expect((await client.notify('$/cancelRequest', { id })).status).toBe(202);
      const { said, reply } = await asked;
      expect([said, reply]).toEqual([[], {}]);
    }
    expect(await client.result('ping')).toEqual({});
  });
});
