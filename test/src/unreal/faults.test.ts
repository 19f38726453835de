import { openSample, UnrealError, type UnrealSource } from '@worldwire/unreal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../http/until.js';
import { DocumentClient } from './document-client.js';
import { calls } from './fake-editor/index.js';
import { startChain } from './live-chain.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';

const SECRET = 'the combination is 4711';

/** The sample with a bug in some of its operations. */
async function broken(): Promise<readonly UnrealSource[]> {
  const sample = openSample({ now: Date.now });
  const source: UnrealSource = {
    provenance: 'sample',
    get state() {
      return sample.state;
    },
    call: async (name, params, options) => {
      if (name === 'project.describe' || name === 'asset.describe') throw new TypeError(SECRET);
      if (name === 'log.tail') throw new UnrealError('failed', 'The log is being rotated.');
      return sample.call(name, params, options);
    },
    listen: listener => sample.listen(listener),
    watch: path => sample.watch(path),
    close: () => sample.close(),
  };
  return [source];
}

describe('an internal error', () => {
  let server: UnrealServer;
  let client: DocumentClient;
  beforeAll(async () => {
    server = await startUnreal({ sources: broken });
    client = await DocumentClient.open(server.url);
  });
  afterAll(() => server.close());

  it('[UNREAL-7.1] [UNREAL-3.1.2] is a JSON-RPC error without a stack and without the original message', async () => {
    for (const method of ['resources/get_content', 'resources/read']) {
      const { reply } = await client.ask(method, { uri: 'unreal://project' }, 'x');
      expect(reply).toEqual({
        jsonrpc: '2.0',
        id: 'x',
        error: { code: -32603, message: expect.stringMatching(/^The server failed to serve this request/) },
      });
    }
  });

  it('[UNREAL-7.1] is a failed result of a tool call, without internals', async () => {
    const call = { toolName: 'describe_asset', toolInput: { path: '/Game/Maps/Harbour' } };
    const { reply } = await client.ask('tools/call', call);
    expect(reply.result).toMatchObject({ isError: true });
    expect(JSON.stringify(reply)).not.toMatch(/4711|TypeError|\.js:\d/);
  });

  it('[UNREAL-7.2] is in the log of the server with all details', async () => {
    const before = server.logged.length;
    await client.ask('resources/read', { uri: 'unreal://project' });
    await client.ask('tools/call', { name: 'describe_asset', arguments: { path: '/Game/Maps/Harbour' } });
    const errors = server.logged.slice(before).filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(2);
    for (const { fields } of errors) {
      expect(fields).toMatchObject({ world: 'unreal', err: { message: SECRET, stack: expect.any(String) } });
    }
  });

  it('has the message of the source if that is an UnrealError', async () => {
    const { reply } = await client.ask('resources/read', { uri: 'unreal://log' });
    expect(reply.error).toMatchObject({
      code: -32603,
      message: 'The log is being rotated.',
      data: { kind: 'Internal' },
    });
  });

  it('does not affect other requests', async () => {
    const { reply } = await client.ask('tools/call', { name: 'list_actors', arguments: { limit: 1 } });
    expect(reply.result?.isError).toBeUndefined();
  });
});

describe('a server that stops', () => {
  it('[UNREAL-2.8] finishes pending requests and accepts no more', async () => {
    const chain = await startChain({ screenshots: 'in-halves' });
    const client = await DocumentClient.open(chain.server.url);
    const begun = chain.editor.received(calls('TakeHighResScreenshot'));
    const asked = client.ask('tools/call', { toolName: 'take_screenshot', workDoneToken: 'w' });
    await begun;
    const closing = chain.close();
    const refused = () =>
      client.notify('notifications/initialized').then(
        ({ status }) => status !== 202,
        () => true,
      );
    let closed = false;
    while (!closed) closed = await refused();
    chain.editor.finishScreenshots();
    const { reply } = await asked;
    expect(reply.result).toMatchObject({ contentType: 'multipart/mixed' });
    await closing;
    await until(() => chain.server.listener.streams === 0, 'the end of all streams');
  });
});
