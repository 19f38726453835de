import { REVISION_IDS } from '@worldwire/protocol';
import { defineWorld } from '@worldwire/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../http/lab.js';
import type { Line } from '../stdio/pipe.js';
import { stage } from './contract.js';
import { ContractClient, SESSION_REVISIONS } from './contract-client.js';
import { ContractWorld } from './contract-world.js';
import { WIRES } from './wires.js';

describe.each(WIRES)('an error over %s', (_wire, serve) => {
  it.each(REVISION_IDS)('has its code in %s', async revision => {
    const { client } = await stage(serve);
    const own = await client(revision);
    const code = async (method: string, params: object) => (await own.request(method, params)).error?.code;
    expect(await code('no/such', {})).toBe(-32601);
    expect(await code('tools/call', { name: 'no_such' })).toBe(-32602);
    expect(await code('tools/call', { arguments: {} })).toBe(-32602);
    expect(await code('tools/list', { cursor: 'forged' })).toBe(-32602);
    expect(await code('prompts/get', { name: 'greet' })).toBe(-32602);
    const missing = revision === '2026-07-28' ? -32602 : -32002;
    expect(await code('resources/read', { uri: 'lab://nothing' })).toBe(missing);
  });

  it.each(REVISION_IDS)(
    'of a part that the world lacks names the part, not the revision, in %s',
    async revision => {
      const { tools } = new ContractWorld().full;
      const served = await serve(defineWorld({ name: 'tools', version: '1', ...(tools && { tools }) }));
      onTestFinished(() => served.close());
      const own = await ContractClient.open(await served.connect(), revision);
      const { error } = await own.request('prompts/list', {});
      expect(error).toMatchObject({ code: -32601, message: expect.stringContaining('world has no prompts') });
      expect(error?.message).not.toContain(revision);
    },
  );

  it.each(REVISION_IDS)('of arguments names the argument in %s', async revision => {
    const { client } = await stage(serve);
    const answer = await (await client(revision)).call('echo', { mark: 1 });
    if (revision < '2025-11-25') expect(answer.error).toMatchObject({ code: -32602 });
    else expect(answer.result).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).toContain('mark');
  });

  it.each(REVISION_IDS)('of a tool is a result in %s, and a bug keeps its details', async revision => {
    const { client } = await stage(serve);
    const own = await client(revision);
    const failed = await own.call('fail', { bug: false });
    expect(failed.result?.isError).toBe(true);
    expect(textOf(failed)).toBe('Conflict: It is taken.\nHint: Choose another.');
    const bug = await own.call('fail', { bug: true });
    expect(JSON.stringify(bug)).not.toContain('secret');
    expect(bug.result?.isError ?? bug.error?.code).toBeTruthy();
  });

  it.each([
    ['a number', '42', null, -32600],
    ['an empty object', '{}', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":"v","method":"ping"}', 'v', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"m","method":5}', 'm', -32600],
    ['params that are a text', '{"jsonrpc":"2.0","id":"p","method":"ping","params":"a"}', 'p', -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['half a message', '{"jsonrpc":"2.0","id":1,', null, -32700],
    ['a key written twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', null, -32700],
    [
      'a key that reaches a prototype',
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"__proto__":1}}',
      null,
      -32700,
    ],
    ['65 levels', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, null, -32700],
  ])('of %s has its code, and the session stays open', async (_what, text, id, code) => {
    const { client } = await stage(serve);
    const own = await client('2025-11-25');
    expect(((await own.wire.ask(text, id)) as Line).error?.code).toBe(code);
    expect((await own.request('ping')).result).toEqual({});
  });

  it.each(SESSION_REVISIONS)('never answers a notification in %s', async revision => {
    const { client } = await stage(serve);
    const own = await client(revision);
    await own.notify('no/such');
    await own.notify('notifications/cancelled', { requestId: 'unknown' });
    const before = own.wire.answers.length;
    await own.request('ping');
    expect(own.wire.answers).toHaveLength(before + 1);
  });
});
