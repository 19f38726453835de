import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, reply, rpc, textOf } from './lab.js';
import { until } from './until.js';

const ALICE = { authorization: 'Bearer alice-0123456789abcdef' };
const BOB = { authorization: 'Bearer bob-0123456789abcdef' };
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const lab = new Lab();
let server: TestServer;
let fixture: TestServer;

beforeAll(async () => {
  const tokens = TokenStore.parse('alice alice-0123456789abcdef\nbob bob-0123456789abcdef');
  server = await startServer({ world: lab.world, http: { tokens } });
  fixture = await startServer({ http: { tokens } });
});

afterAll(async () => {
  await server.close();
  await fixture.close();
});

it('is unknown to another principal: POST, GET and DELETE answer 404, as for no session at all', async () => {
  const hers = await openSession(server.url, '2025-11-25', {}, ALICE);
  const stolen = { ...hers, ...BOB };
  const unknown = { ...stolen, 'mcp-session-id': 'no-such-session' };
  const answers = await Promise.all(
    [stolen, unknown].map(async headers => [
      await (await post(server.url, headers, rpc('ping'))).text(),
      await (await post(server.url, headers, notification('notifications/initialized'))).text(),
      (await EventReader.listen(server.url, headers)).status,
      (await fetch(server.url, { method: 'DELETE', headers })).status,
    ]),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.slice(2)).toEqual([404, 404]);
  expect((await post(server.url, hers, rpc('ping'))).status).toBe(200);
});

it('cannot be cancelled, answered or resumed by another principal', async () => {
  const hers = await openSession(server.url, '2025-11-25', {}, ALICE);
  const stolen = { ...hers, ...BOB };
  const body = callTool('hold', { key: 'hers', speak: true }, 1, { progressToken: 1 });
  const stream = await EventReader.open(server.url, hers, body);
  await stream.received(1);
  const cancelled = await post(server.url, stolen, notification('notifications/cancelled', { requestId: 1 }));
  expect(cancelled.status).toBe(404);
  const resumed = await EventReader.listen(server.url, stolen, stream.events[0]?.id as string);
  expect(resumed.status).toBe(404);
  lab.hold('hers').release();
  await stream.end();
  expect(stream.messages.at(-1)).toMatchObject({
    id: 1,
    result: { content: [{ text: 'held to the end' }] },
  });
});

it('is not kept alive by requests of another principal', async () => {
  const hers = await openSession(server.url, '2025-11-25', {}, ALICE);
  const id = hers['mcp-session-id'] as string;
  const before = server.kernel.sessions.find(id, 'alice')?.lastSeen;
  await until(() => Date.now() > (before as number), 'the clock to move');
  await post(server.url, { ...hers, ...BOB }, rpc('ping'));
  const session = [...server.kernel.sessions].find(candidate => candidate.id === id);
  expect(session?.lastSeen).toBe(before);
});

it('passes the principal to the handler, never the token', async () => {
  const pending = fetch(
    server.url,
    modern('tools/call', { name: 'hold', arguments: { key: 'who' } }, { headers: BOB }),
  );
  await until(() => lab.hold('who').started, 'the call to begin');
  expect(lab.hold('who').context?.principal).toBe('bob');
  lab.hold('who').release();
  expect(textOf(await reply(pending))).toBe('held to the end');
});

it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
  'hides a task from another principal: %s answers as for no task',
  async method => {
    const options = { capabilities: TASKS };
    const start = modern(
      'tools/call',
      { name: 'slow_compute', arguments: { seconds: 300 } },
      { ...options, headers: ALICE },
    );
    const task = (await reply(fetch(fixture.url, start))).result as unknown as { taskId: string };
    const probe = (taskId: string, headers: Record<string, string>) =>
      reply(fetch(fixture.url, modern(method, { taskId, inputResponses: {} }, { ...options, headers })));
    const stolen = await probe(task.taskId, BOB);
    expect(stolen.error).toEqual((await probe('no-such-task', BOB)).error);
    expect(stolen.error?.code).toBe(-32602);
    expect((await probe(task.taskId, ALICE)).error).toBeUndefined();
  },
);

it('sends nothing on a subscription to another principal’s task', async () => {
  const options = { capabilities: TASKS };
  const start = modern(
    'tools/call',
    { name: 'slow_compute', arguments: { seconds: 300 } },
    { ...options, headers: ALICE },
  );
  const { taskId } = (await reply(fetch(fixture.url, start))).result as unknown as { taskId: string };
  const listen = modern(
    'subscriptions/listen',
    { notifications: { taskIds: [taskId] } },
    { ...options, headers: BOB },
  );
  const stream = await EventReader.open(fixture.url, listen.headers, listen.body);
  const [acknowledged] = await stream.received(1);
  expect(acknowledged).toHaveProperty('params.notifications', {});
  await fetch(fixture.url, modern('tasks/cancel', { taskId }, { ...options, headers: ALICE }));
  expect(stream.messages).toHaveLength(1);
  stream.cut();
});
