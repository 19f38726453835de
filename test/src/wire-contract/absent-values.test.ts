import { REVISION_IDS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { textOf } from '../http/lab.js';
import { stage } from './contract.js';
import { WIRES } from './wires.js';

const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

describe.each(WIRES)('null for an absent value over %s', (_wire, serve) => {
  it.each(REVISION_IDS)('is accepted as cursor and as arguments in %s', async revision => {
    const { client, world } = await stage(serve);
    const own = await client(revision);
    for (const method of LISTS) {
      const whole = await own.request(method);
      expect(whole.error).toBeUndefined();
      for (const cursor of [null, ''])
        expect((await own.request(method, { cursor })).result).toEqual(whole.result);
    }
    const said = await own.request('tools/call', { name: 'chatter', arguments: null });
    expect(textOf(said)).toBe('said');
    world.hold('x').release();
    expect(textOf(await own.call('hold', { key: 'x', speak: null, deaf: null }))).toBe('held to the end');
    const ref = { type: 'ref/prompt', name: 'greet' };
    const argument = { name: 'whom', value: '' };
    for (const context of [null, { arguments: null }, { arguments: { whom: null } }]) {
      const completed = await own.request('completion/complete', { ref, argument, context });
      expect(completed.result).toMatchObject({ completion: { values: ['Ada', 'Bob'] } });
    }
  });

  it.each(REVISION_IDS)('is an error where a value is required in %s', async revision => {
    const { client } = await stage(serve);
    const own = await client(revision);
    const echoed = await own.call('echo', { mark: null });
    expect(echoed.error?.code ?? echoed.result?.isError).toBeTruthy();
    expect(JSON.stringify(echoed)).toContain('mark');
    for (const args of [null, { whom: null }]) {
      const { error } = await own.request('prompts/get', { name: 'greet', arguments: args });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('whom') });
    }
    expect((await own.request('tools/call', { name: null })).error?.code).toBe(-32602);
  });
});
