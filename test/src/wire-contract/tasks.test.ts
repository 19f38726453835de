import { TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { stage } from './contract.js';
import { MODERN } from './contract-client.js';
import { WIRES } from './wires.js';

const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };

describe.each(WIRES)('a task over %s', (_wire, serve) => {
  it('outlives its request, and is polled to its end', async () => {
    const { client, world } = await stage(serve);
    const own = await client(MODERN, TASKS);
    const { result } = await own.call('work', { key: 'x' });
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    const taskId = result?.taskId as string;
    const status = async () => (await own.request('tasks/get', { taskId })).result;
    await until(() => world.hold('x').started, 'the work to begin');
    expect((await status())?.status).toBe('working');
    world.hold('x').release();
    let last = await status();
    while (last?.status === 'working') last = await status();
    expect(last).toMatchObject({ status: 'completed', result: { content: [{ text: 'worked' }] } });
  });

  it('is reported on a subscription, and stops when it is cancelled', async () => {
    const { client, world } = await stage(serve);
    const own = await client(MODERN, TASKS);
    const taskId = (await own.call('work', { key: 'x' })).result?.taskId as string;
    await until(() => world.hold('x').started, 'the work to begin');
    own.begin('subscriptions/listen', { notifications: { taskIds: [taskId] } }, { id: 'listen' });
    await own.receives('notifications/subscriptions/acknowledged');
    expect((await own.request('tasks/cancel', { taskId })).error).toBeUndefined();
    expect((await own.receives('notifications/tasks')).params).toMatchObject({ taskId, status: 'cancelled' });
    await until(() => world.hold('x').aborted !== undefined, 'the work to stop');
  });

  it('is not created for a client without tasks, which waits for the end', async () => {
    const { client, world } = await stage(serve);
    const own = await client('2025-11-25');
    const called = own.call('work', { key: 'x' });
    await until(() => world.hold('x').started, 'the work to begin');
    world.hold('x').release();
    expect(textOf(await called)).toBe('worked');
  });

  it('that does not exist is InvalidParams', async () => {
    const { client } = await stage(serve);
    const own = await client(MODERN, TASKS);
    expect((await own.request('tasks/get', { taskId: 'none' })).error?.code).toBe(-32602);
  });
});
