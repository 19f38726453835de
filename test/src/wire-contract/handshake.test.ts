import { META_CAPABILITIES, META_VERSION, REVISION_IDS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { textOf } from '../http/lab.js';
import type { Line } from '../stdio/pipe.js';
import { stage } from './contract.js';
import { MODERN, SESSION_REVISIONS } from './contract-client.js';
import { WIRES } from './wires.js';

describe.each(WIRES)('a handshake over %s', (_wire, serve) => {
  it.each(SESSION_REVISIONS)('opens a session in %s', async revision => {
    const { client, served } = await stage(serve);
    const { welcome } = await client(revision);
    expect(welcome?.result).toMatchObject({
      protocolVersion: revision,
      serverInfo: { name: 'lab', version: '1.0.0' },
      capabilities: { tools: { listChanged: true } },
    });
    expect([...served.kernel.sessions].map(({ revision: { id } }) => id)).toEqual([revision]);
  });

  it('offers the newest revision with sessions for an unknown one', async () => {
    const { client } = await stage(serve);
    expect((await client('1999-01-01')).welcome?.result?.protocolVersion).toBe('2025-11-25');
  });

  it('is refused without a required parameter, and opens no session', async () => {
    const { served } = await stage(serve);
    const wire = await served.connect();
    const text = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}';
    expect(((await wire.ask(text, 1)) as Line).error?.code).toBe(-32602);
    expect(served.kernel.sessions.size).toBe(0);
  });

  it('is not needed in 2026-07-28, where server/discover gives the same without a session', async () => {
    const { client, served } = await stage(serve);
    const { result } = await (await client(MODERN)).request('server/discover');
    expect(result).toMatchObject({ resultType: 'complete', supportedVersions: REVISION_IDS });
    expect(served.kernel.sessions.size).toBe(0);
  });

  it('in 2026-07-28 gets the supported revisions when it names another', async () => {
    const { client } = await stage(serve);
    const modern = await client(MODERN);
    const { error } = await modern.request(
      'tools/list',
      {},
      { meta: { [META_VERSION]: '2099-01-01', [META_CAPABILITIES]: {} } },
    );
    expect(error).toMatchObject({ code: -32022, data: { supported: REVISION_IDS, requested: '2099-01-01' } });
  });

  it.each(REVISION_IDS)('is followed by lists and calls in %s', async revision => {
    const { client } = await stage(serve);
    const own = await client(revision);
    const { result } = await own.request('tools/list');
    expect(result?.tools).toContainEqual(expect.objectContaining({ name: 'echo' }));
    const called = await own.call('echo', { mark: 'é東京🚀' });
    expect(textOf(called)).toBe('é東京🚀');
    expect(called.result?.resultType).toBe(revision === MODERN ? 'complete' : undefined);
    const read = await own.request('resources/read', { uri: 'lab://thing/1' });
    expect(read.result?.contents).toMatchObject([{ uri: 'lab://thing/1', text: 'thing 1' }]);
    const prompted = await own.request('prompts/get', { name: 'greet', arguments: { whom: 'Ada' } });
    expect(prompted.result?.messages).toMatchObject([{ role: 'user', content: { text: 'Greet Ada.' } }]);
    const completed = await own.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'whom', value: 'A' },
    });
    expect(completed.result?.completion).toMatchObject({ values: ['Ada', 'Bob'] });
  });
});
