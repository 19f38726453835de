import { META_CAPABILITIES, META_VERSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { rpc, textOf } from '../http/lab.js';
import type { Line } from '../stdio/pipe.js';
import { stage } from './contract.js';
import { MODERN } from './contract-client.js';
import { WIRES } from './wires.js';

const naming = (revision: string) => ({ [META_VERSION]: revision, [META_CAPABILITIES]: {} });

describe.each(WIRES)('a request over %s', (_wire, serve) => {
  it('that names 2026-07-28 is stateless, though its client has a session', async () => {
    const { client } = await stage(serve);
    const own = await client('2025-11-25');
    const named = await own.call('echo', { mark: 'named' }, { meta: naming(MODERN) });
    expect([textOf(named), named.result?.resultType]).toEqual(['named', 'complete']);
    const plain = await own.call('echo', { mark: 'plain' });
    expect([textOf(plain), plain.result?.resultType]).toEqual(['plain', undefined]);
  });

  it('that names 2026-07-28 does not open a session: that revision has no initialize', async () => {
    const { served } = await stage(serve);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, _meta: naming(MODERN) };
    const { error } = (await (await served.connect()).ask(rpc('initialize', params, 1), 1)) as Line;
    expect(error).toMatchObject({
      code: -32601,
      message: expect.stringMatching(/"initialize".*2026-07-28/),
    });
    expect(served.kernel.sessions.size).toBe(0);
  });

  it.each([
    ['2025-06-18', /2025-06-18.*session.*initialize/],
    ['2099-01-01', /version/],
  ])('that names %s is refused, with a session and without', async (revision, message) => {
    const { client } = await stage(serve);
    for (const own of [await client(MODERN), await client('2025-11-25')]) {
      const { error } = await own.request('tools/list', {}, { meta: naming(revision) });
      const data = { requested: revision };
      expect(error).toMatchObject({ code: -32022, message: expect.stringMatching(message), data });
    }
  });

  it('that names an unknown revision is refused for that first, whatever else it lacks', async () => {
    const { client } = await stage(serve);
    const meta = { [META_VERSION]: '2099-01-01', [META_CAPABILITIES]: 5 };
    const { error } = await (await client(MODERN)).request('tools/list', {}, { meta });
    expect(error?.code).toBe(-32022);
  });
});
