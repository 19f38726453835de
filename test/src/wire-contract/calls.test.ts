import { REVISION_IDS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { stage } from './contract.js';
import { MODERN, SESSION_REVISIONS } from './contract-client.js';
import { WIRES } from './wires.js';

const MEBIBYTE = 1024 * 1024;

describe.each(WIRES)('calls over %s', (_wire, serve) => {
  it.each(REVISION_IDS)('report their progress before their answer in %s', async revision => {
    const { client, world } = await stage(serve);
    const own = await client(revision);
    const called = own.call('hold', { key: 'x', speak: true }, { meta: { progressToken: 'p' } });
    const { params } = await own.receives('notifications/progress');
    expect(params).toMatchObject({ progressToken: 'p', progress: 1, total: 2 });
    expect(params?.message).toBe(revision === '2024-11-05' ? undefined : 'begun');
    world.hold('x').release();
    expect(textOf(await called)).toBe('held to the end');
    expect(own.wire.received.map(line => line.params?.progress)).toEqual([1, 2]);
  });

  it.each(REVISION_IDS)('send no progress without a progress token in %s', async revision => {
    const { client, world } = await stage(serve);
    const own = await client(revision);
    const called = own.call('hold', { key: 'x', speak: true });
    await until(() => world.hold('x').started, 'the call to begin');
    world.hold('x').release();
    await called;
    expect(own.wire.received).toEqual([]);
  });

  it.each(SESSION_REVISIONS)('are cancelled by a notification and not answered in %s', async revision => {
    const { client, world } = await stage(serve);
    const own = await client(revision);
    own.begin('tools/call', { name: 'hold', arguments: { key: 'x' } }, { id: 7 });
    await until(() => world.hold('x').started, 'the call to begin');
    await own.notify('notifications/cancelled', { requestId: 7, reason: 'enough' });
    await until(() => world.hold('x').finished, 'the handler to stop');
    expect(world.hold('x').aborted).toBe('enough');
    await own.request('ping');
    expect(own.answered(7)).toBe(false);
  });

  it('are not cancelled under another id', async () => {
    const { client, world } = await stage(serve);
    const own = await client('2025-11-25');
    const called = own.call('hold', { key: 'x' }, { id: 7 });
    await until(() => world.hold('x').started, 'the call to begin');
    await own.notify('notifications/cancelled', { requestId: '7' });
    await own.notify('notifications/cancelled', { requestId: 8 });
    world.hold('x').release();
    expect(textOf(await called)).toBe('held to the end');
  });

  it.each(REVISION_IDS)('overtake each other, each with its own answer, in %s', async revision => {
    const { client, world } = await stage(serve);
    const own = await client(revision);
    const slow = own.call('hold', { key: 'slow' });
    const marks = Array.from({ length: 100 }, (_, i) => `mark ${i}${i % 2 ? '' : '!'}`);
    const answers = await Promise.all(marks.map(mark => own.call('echo', { mark })));
    expect(answers.map(textOf)).toEqual(marks);
    world.hold('slow').release();
    expect(textOf(await slow)).toBe('held to the end');
  });

  it.each(['2025-11-25', MODERN])(
    'return long results whole, and refuse those over the limit, in %s',
    async revision => {
      const { client } = await stage(serve, { resultBytes: 4 * MEBIBYTE });
      const own = await client(revision);
      expect(textOf(await own.call('bulk', { bytes: 3 * MEBIBYTE }))).toHaveLength(3 * MEBIBYTE);
      const { error } = await own.call('bulk', { bytes: 4 * MEBIBYTE });
      expect(error).toMatchObject({ code: -32603, data: { kind: 'TooLarge' } });
      expect(textOf(await own.call('echo', { mark: 'after' }))).toBe('after');
    },
  );

  it('accept long arguments whole', async () => {
    const { client } = await stage(serve);
    const mark = 'y'.repeat(3 * MEBIBYTE);
    expect(textOf(await (await client('2025-11-25')).call('echo', { mark }))).toBe(mark);
  });

  it('log to their client from the level it set', async () => {
    const { client } = await stage(serve);
    const own = await client('2025-11-25');
    await own.request('logging/setLevel', { level: 'error' });
    await own.call('chatter');
    expect(own.wire.received.map(({ params }) => params?.data)).toEqual(['loud']);
  });
});
