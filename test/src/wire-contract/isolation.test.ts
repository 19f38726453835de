import { describe, expect, it } from 'vitest';
import { textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { stage } from './contract.js';
import { WIRES } from './wires.js';

describe.each(WIRES)('two clients over %s', (_wire, serve) => {
  it('may use the same ids, and each gets its own answer', async () => {
    const { client, world } = await stage(serve);
    const [one, two] = [await client('2025-11-25'), await client('2025-06-18')];
    const calls = [one.call('hold', { key: 'one' }, { id: 1 }), two.call('hold', { key: 'two' }, { id: 1 })];
    await until(() => world.hold('one').started && world.hold('two').started, 'both to begin');
    await two.notify('notifications/cancelled', { requestId: 1, reason: 'mine' });
    await until(() => world.hold('two').aborted === 'mine', 'the second to be cancelled');
    expect(world.hold('one').aborted).toBeUndefined();
    world.hold('one').release();
    expect(textOf(await (calls[0] as (typeof calls)[0]))).toBe('held to the end');
    calls[1]?.catch(() => {});
    expect(two.answered(1)).toBe(false);
  });

  it('get their own questions: the answer of one does not count for the other', async () => {
    const { client } = await stage(serve);
    const both = [
      await client('2025-11-25', { elicitation: {} }),
      await client('2025-11-25', { elicitation: {} }),
    ];
    const [one, two] = both as [(typeof both)[0], (typeof both)[0]];
    const called = one.call('ask');
    const { id } = await one.receives('elicitation/create');
    await two.answer(id, { action: 'accept', content: { word: 'stolen' } });
    await two.request('ping');
    await one.answer(id, { action: 'accept', content: { word: 'own' } });
    expect(textOf(await called)).toBe('The word is own.');
    expect(two.wire.received).toEqual([]);
  });

  it('receive the progress of their own calls only', async () => {
    const { client, world } = await stage(serve);
    const [one, two] = [await client('2025-11-25'), await client('2025-11-25')];
    const called = one.call('hold', { key: 'x', speak: true }, { meta: { progressToken: 1 } });
    await one.receives('notifications/progress');
    world.hold('x').release();
    await called;
    await two.request('ping');
    expect(two.wire.received).toEqual([]);
  });
});
