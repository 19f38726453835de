import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTool, Lab, notification, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { type Line, Pipe, stateless } from './pipe.js';

let now = 1_000_000;
let lab: Lab;
let pipe: Pipe;

beforeEach(async () => {
  lab = new Lab();
  pipe = new Pipe(lab.world, { now: () => now });
  await pipe.initialize();
});

afterEach(() => pipe.end());

const ERAS: [string, (key: string, id: string | number) => string][] = [
  ['a session', (key, id) => callTool('hold', { key }, id)],
  ['2026-07-28', (key, id) => stateless('tools/call', { name: 'hold', arguments: { key } }, id)],
];

it.each(ERAS)(
  'aborts the handler by notification and never answers the request, in %s',
  async (_era, call) => {
    pipe.send(call('x', 7));
    await until(() => lab.hold('x').started, 'the call to begin');
    pipe.send(notification('notifications/cancelled', { requestId: 7, reason: 'enough' }));
    await until(() => lab.hold('x').finished, 'the handler to stop');
    expect(lab.hold('x').aborted).toBe('enough');
    pipe.send(rpc('ping', {}, 'after'));
    await pipe.answer('after');
    expect(pipe.lines).toHaveLength(1);
  },
);

it.each(ERAS)('cancels one request and leaves the others, in %s', async (_era, call) => {
  pipe.send(call('one', 1)).send(call('two', 2)).send(call('text', '1'));
  await until(() => ['one', 'two', 'text'].every(key => lab.hold(key).started), 'the calls to begin');
  pipe.send(notification('notifications/cancelled', { requestId: 1 }));
  await until(() => lab.hold('one').finished, 'the handler to stop');
  lab.hold('two').release();
  lab.hold('text').release();
  expect(textOf(await pipe.answer(2))).toBe('held to the end');
  expect(textOf(await pipe.answer('1'))).toBe('held to the end');
});

it('ends a subscription by notification', async () => {
  pipe.send(stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'listen'));
  await pipe.received(1);
  pipe.send(notification('notifications/cancelled', { requestId: 'listen' })).send(rpc('ping', {}, 1));
  await pipe.answer(1);
  pipe.lines.length = 0;
  lab.events.toolsChanged();
  pipe.send(rpc('ping', {}, 2));
  await pipe.answer(2);
  // The session of this pipe is notified; the subscription has ended.
  expect(
    (pipe.lines as Line[]).filter(({ method }) => method === 'notifications/tools/list_changed'),
  ).toHaveLength(1);
});

it.each([undefined, null, {}, 'unknown', 1.5])('ignores a cancellation of %j', async requestId => {
  pipe.send(callTool('hold', { key: 'y' }, 1));
  await until(() => lab.hold('y').started, 'the call to begin');
  pipe.send(notification('notifications/cancelled', { requestId })).send(rpc('ping', {}, 2));
  await pipe.answer(2);
  lab.hold('y').release();
  expect(textOf(await pipe.answer(1))).toBe('held to the end');
});

it('answers a handler that takes too long with an error', async () => {
  pipe.send(callTool('hold', { key: 'slow' }, 1));
  await until(() => lab.hold('slow').started, 'the call to begin');
  now += 60_001;
  pipe.kernel.sweep();
  expect((await pipe.answer(1)).error).toMatchObject({ code: -32603, data: { kind: 'Timeout' } });
});
