import { describe, expect, it } from 'vitest';
import { callTool, notification, rpc, textOf } from '../http/lab.js';
import type { Line } from '../stdio/pipe.js';
import { stage } from './contract.js';
import { WIRES } from './wires.js';

const NO_BATCHES = {
  code: -32600,
  message: 'Only sessions of revision 2025-03-26 have batches: send one message at a time.',
};

describe.each(WIRES)('a batch over %s', (_wire, serve) => {
  async function open(revision: string) {
    const { client, world } = await stage(serve);
    const { wire } = await client(revision);
    const send = async (...texts: string[]) => (await wire.ask(`[${texts.join(',')}]`, 'batch')) as Line[];
    return { wire, send, world };
  }

  it('is answered whole in 2025-03-26', async () => {
    const { send } = await open('2025-03-26');
    const answers = await send(
      rpc('ping', {}, 'a'),
      notification('notifications/initialized'),
      callTool('echo', { mark: 'b' }, 'b'),
      '{"jsonrpc":"2.0","id":"c","method":1}',
      rpc('no/such', {}, 'd'),
    );
    const byId = new Map(answers.map(answer => [answer.id, answer]));
    expect([...byId.keys()].toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(byId.get('a')?.result).toEqual({});
    expect(textOf(byId.get('b') as Line)).toBe('b');
    expect(byId.get('c')?.error?.code).toBe(-32600);
    expect(byId.get('d')?.error?.code).toBe(-32601);
  });

  it.each([0, 51])('of %i messages is refused, and none of them runs', async count => {
    const { wire, world } = await open('2025-03-26');
    const calls = Array.from({ length: count }, (_, id) => callTool('echo', { mark: 'over' }, id));
    const { error } = (await wire.ask(`[${calls.join(',')}]`, null)) as Line;
    expect(error).toEqual({ code: -32600, message: `A batch must have 1 to 50 messages, not ${count}.` });
    expect(world.echoed.size).toBe(0);
  });

  it('must not contain initialize', async () => {
    const { send } = await open('2025-03-26');
    const [answer] = await send(rpc('initialize', { protocolVersion: '2025-03-26', capabilities: {} }, 1));
    expect(answer?.error).toEqual({ code: -32600, message: 'initialize must not be part of a batch.' });
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
    'is refused in %s, and nothing runs',
    async revision => {
      const { wire, world } = await open(revision);
      const { error } = (await wire.ask(`[${callTool('echo', { mark: 'x' })}]`, null)) as Line;
      expect(error).toEqual(NO_BATCHES);
      expect(world.echoed.size).toBe(0);
    },
  );

  it('is refused without a session, in the same words', async () => {
    const { served, world } = await stage(serve);
    const { error } = (await (
      await served.connect()
    ).ask(`[${callTool('echo', { mark: 'x' })}]`, null)) as Line;
    expect(error).toEqual(NO_BATCHES);
    expect(world.echoed.size).toBe(0);
  });
});
