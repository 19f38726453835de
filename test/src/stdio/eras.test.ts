import { META_VERSION } from '@worldwire/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTool, Lab, notification, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { type Line, Pipe, stateless } from './pipe.js';

let lab: Lab;
let pipe: Pipe;

beforeEach(() => {
  lab = new Lab();
  pipe = new Pipe(lab.world);
});

afterEach(() => pipe.end());

it('serves both eras interleaved on one pipe, each request in its own', async () => {
  pipe.send(stateless('tools/list', {}, 'before any session'));
  await pipe.answer('before any session');
  await pipe.initialize();
  for (let i = 0; i < 100; i++) {
    pipe.send(callTool('echo', { mark: `old ${i}` }, `old ${i}`));
    pipe.send(stateless('tools/call', { name: 'echo', arguments: { mark: `new ${i}` } }, `new ${i}`));
  }
  await pipe.received(200);
  for (const line of pipe.lines as Line[]) {
    expect(textOf(line)).toBe(line.id);
    expect(line.result?.resultType).toBe(String(line.id).startsWith('new') ? 'complete' : undefined);
  }
});

it('answers methods by the era of the request: what one has the other need not have', async () => {
  await pipe.initialize();
  pipe
    .send(rpc('server/discover', {}, 1))
    .send(stateless('server/discover', {}, 2))
    .send(rpc('ping', {}, 3))
    .send(stateless('ping', {}, 4));
  const codes = await Promise.all([1, 2, 3, 4].map(async id => (await pipe.answer(id)).error?.code));
  expect(codes).toEqual([-32601, undefined, undefined, -32601]);
});

it('asks in the form of the request’s era, at the same time', async () => {
  await pipe.initialize('2025-11-25', { elicitation: {} });
  pipe.send(callTool('ask', {}, 'old'));
  pipe.send(stateless('tools/call', { name: 'ask' }, 'new', { elicitation: {} }));
  const asked = await pipe.answer('new');
  expect(asked.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { word: { method: 'elicitation/create' } },
  });
  const question = (pipe.lines as Line[]).find(({ method }) => method === 'elicitation/create') as Line;
  pipe.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: question.id,
      result: { action: 'accept', content: { word: 'old' } },
    }),
  );
  expect(textOf(await pipe.answer('old'))).toBe('The word is old.');
});

it('sends the session and the subscription of one pipe what each asked for', async () => {
  await pipe.initialize();
  pipe.send(rpc('resources/subscribe', { uri: 'lab://thing/1' }, 'sub'));
  await pipe.answer('sub');
  pipe.send(
    stateless(
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: ['lab://thing/2'] } },
      'listen',
    ),
  );
  await until(
    () => (pipe.lines as Line[]).some(({ method }) => method?.endsWith('acknowledged') === true),
    'the acknowledgement',
  );
  pipe.lines.length = 0;
  lab.events.resourceUpdated('lab://thing/1');
  lab.events.resourceUpdated('lab://thing/2');
  await pipe.received(2);
  expect((pipe.lines as Line[]).map(({ params }) => params?.uri)).toEqual(['lab://thing/1', 'lab://thing/2']);
  pipe.send(notification('notifications/cancelled', { requestId: 'listen' }));
});

it.each([
  ['an unknown revision', { [META_VERSION]: '2099-01-01' }, -32022],
  ['a revision of the other era', { [META_VERSION]: '2025-11-25' }, -32022],
  ['a revision that is a number', { [META_VERSION]: 2026 }, -32602],
])('refuses a request that names %s, session or not', async (_what, _meta, code) => {
  pipe.send(stateless('tools/list', { _meta }, 'first'));
  expect((await pipe.answer('first')).error?.code).toBe(code);
  await pipe.initialize();
  pipe.send(stateless('tools/list', { _meta }, 'second'));
  expect((await pipe.answer('second')).error?.code).toBe(code);
});

it('explains that a revision of the other era needs a session, and does not offer it again', async () => {
  pipe.send(stateless('tools/list', { _meta: { [META_VERSION]: '2025-06-18' } }, 'lost'));
  expect((await pipe.answer('lost')).error).toMatchObject({
    message: expect.stringMatching(/2025-06-18 needs a session.*initialize/),
    data: { supported: ['2026-07-28'] },
  });
});

it('opens a new session when its client initializes again: one session, and the old calls end', async () => {
  await pipe.initialize();
  pipe.send(callTool('hold', { key: 'old' }, 1));
  await until(() => lab.hold('old').started, 'the call to begin');
  await pipe.initialize('2025-06-18');
  expect(pipe.kernel.sessions.size).toBe(1);
  expect([...pipe.kernel.sessions][0]?.revision.id).toBe('2025-06-18');
  await until(() => lab.hold('old').aborted !== undefined, 'the old call to be aborted');
});

it('keeps its session when an initialize is refused', async () => {
  await pipe.initialize();
  pipe.send(rpc('initialize', {}, 'bad')).send(rpc('ping', {}, 'still'));
  expect((await pipe.answer('bad')).error?.code).toBe(-32602);
  expect((await pipe.answer('still')).result).toEqual({});
});
