import {
  type JsonObject,
  META_SUBSCRIPTION,
  REVISION_2026_07_28,
  TASKS_EXTENSION,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { prompt } from '../api/prompt.js';
import { resource, template } from '../api/resource.js';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { WorldEvents } from '../api/world-events.js';
import { type Exchange, Lab, named, SESSION_REVISIONS, turn } from '../kernel/lab.test.js';

const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };

function open(limits = {}, parts: Partial<World> = {}) {
  const events = new WorldEvents();
  let finish = (_value: string) => {};
  const job = tool({
    name: 'job',
    description: 'Works.',
    access: 'read',
    call: (_args, context) =>
      context.task(
        () =>
          new Promise(resolve => {
            finish = resolve;
          }),
      ),
  });
  const lab = new Lab(
    {
      events,
      tools: [job],
      prompts: [prompt({ name: 'p', get: () => [] })],
      resources: [resource({ uri: 'lab://a', name: 'a', read: () => 'a' })],
      templates: [template({ uriTemplate: 'lab://room/{name}', name: 'room', read: () => 'r' })],
      ...parts,
    },
    { limits },
  );
  const caller = lab.caller(REVISION_2026_07_28, TASKS);
  return {
    lab,
    events,
    caller,
    finish: (value: string) => finish(value),
    listen: (notifications: JsonObject, id: string | number = 1): Exchange =>
      lab.send(caller, 'subscriptions/listen', { notifications }, { id }),
  };
}

const tag = (id: string | number) => ({ _meta: { [META_SUBSCRIPTION]: id } });
const methods = ({ sent }: Exchange) => sent.slice(1).map(({ method }) => method);

describe('subscriptions/listen', () => {
  it.each(['resourceSubscriptions', 'taskIds'])(
    'takes as many %s as a client may have, and no more',
    async name => {
      const { listen } = open({ subscriptions: 2 });
      const { method } = await listen({ [name]: ['lab://a', 'lab://b'] }).next();
      expect(method).toBe('notifications/subscriptions/acknowledged');
      const { replies } = listen({ [name]: ['lab://a', 'lab://b', 'lab://c'] });
      await turn();
      expect(replies).toMatchObject([
        { error: { code: -32602, message: expect.stringContaining('at most 2') } },
      ]);
    },
  );

  it('tells of the task that was named, and of no other of the same client', async () => {
    const { lab, caller, listen, finish } = open();
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) ids.push((await lab.callTool(caller, 'job')).result.taskId as string);
    await turn();
    const received = listen({ taskIds: [ids[0] as string] });
    finish('the second');
    await turn();
    expect(methods(received)).toEqual([]);
    await lab.ask(caller, 'tasks/cancel', { taskId: ids[0] as string });
    expect(received.sent.slice(1).map(({ params }) => params.taskId)).toEqual([ids[0]]);
  });

  it('acknowledges first what it will serve of the wish, and nothing else', async () => {
    const { listen } = open();
    const wish = {
      toolsListChanged: true,
      promptsListChanged: false,
      resourceSubscriptions: ['lab://a', 'lab://room/attic', 'lab://nowhere', 'lab://a'],
      taskIds: ['not-mine'],
      somethingElse: true,
    };
    expect(await listen(wish, 'sub-1').next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        ...tag('sub-1'),
        notifications: { toolsListChanged: true, resourceSubscriptions: ['lab://a', 'lab://room/attic'] },
      },
    });
  });

  it('sends each listener what it opted in to, with its own tag', () => {
    const { events, listen } = open();
    const lists = listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }, 1);
    const one = listen({ toolsListChanged: true }, 'two');
    const updates = listen({ resourceSubscriptions: ['lab://a'] }, 3);
    events.toolsChanged();
    events.promptsChanged();
    events.resourcesChanged();
    events.resourceUpdated('lab://a');
    events.resourceUpdated('lab://room/attic');
    expect(methods(lists)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
    ]);
    expect(one.sent.slice(1)).toMatchObject([
      { method: 'notifications/tools/list_changed', params: tag('two') },
    ]);
    expect(updates.sent.slice(1)).toMatchObject([
      { method: 'notifications/resources/updated', params: { uri: 'lab://a', ...tag(3) } },
    ]);
  });

  it('follows tasks of the caller to their end', async () => {
    const { lab, caller, finish, listen } = open();
    const taskId = (await lab.callTool(caller, 'job')).result.taskId as string;
    const exchange = listen({ taskIds: [taskId] }, 9);
    expect((await exchange.next()).params.notifications).toEqual({ taskIds: [taskId] });
    finish('done');
    await turn();
    expect(exchange.sent.slice(1)).toMatchObject([
      {
        method: 'notifications/tasks',
        params: { taskId, status: 'completed', result: { content: [{ text: 'done' }] }, ...tag(9) },
      },
    ]);
    const eve = { ...caller, who: named('eve') };
    const other = lab.send(eve, 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
    expect((await other.next()).params.notifications).toEqual({});
  });

  it('is -32021 for a client that asks for tasks without the tasks extension', async () => {
    const { lab } = open();
    const plain = lab.caller(REVISION_2026_07_28);
    const { error } = await lab.ask(plain, 'subscriptions/listen', { notifications: { taskIds: ['x'] } });
    expect(error.code).toBe(-32021);
  });

  it('stays open without a reply, and is silent once its client has left', async () => {
    const { events, listen } = open();
    const exchange = listen({ toolsListChanged: true });
    await turn();
    expect(exchange.replies).toEqual([]);
    exchange.call?.cancel('The client closed the stream.');
    events.toolsChanged();
    expect(exchange.replies).toEqual([undefined]);
    expect(exchange.sent).toHaveLength(1);
  });

  it('ends with a result when the server stops, and hears nothing after it', async () => {
    const { lab, events, listen } = open();
    const exchange = listen({ toolsListChanged: true }, 'sub');
    await lab.kernel.close();
    events.toolsChanged();
    expect((await exchange.answer()).result).toMatchObject({ resultType: 'complete', ...tag('sub') });
    expect(methods(exchange)).toEqual([]);
  });

  it('serves nothing where the world never speaks', async () => {
    const { lab, caller } = open();
    const silent = new Lab({ resources: lab.kernel.world.resources! });
    const exchange = silent.send(caller, 'subscriptions/listen', {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['lab://a'] },
    });
    expect((await exchange.next()).params.notifications).toEqual({});
  });

  it('is let in past the limit where another listens more often: his oldest ends', async () => {
    const lab = new Lab({ events: new WorldEvents() }, { limits: { streams: 3 } });
    const listen = (principal: string) =>
      lab.send({ ...lab.caller(REVISION_2026_07_28), who: named(principal) }, 'subscriptions/listen', {
        notifications: {},
      });
    const [oldest, ...others] = [listen('ada'), listen('ada'), listen('ada')];
    const late = listen('bob');
    expect((await late.next()).method).toContain('acknowledged');
    expect((await oldest!.answer()).result).toMatchObject({ resultType: 'complete' });
    expect(others.map(({ replies }) => replies)).toEqual([[], []]);
    expect((await listen('ada').answer()).error).toMatchObject({ data: { kind: 'Busy' } });
  });

  it('leaves out the lists that the world does not have', async () => {
    const events = new WorldEvents();
    const every = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const served = async (parts: Partial<World>) => {
      const lab = new Lab({ events, ...parts });
      const caller = lab.caller(REVISION_2026_07_28);
      const exchange = lab.send(caller, 'subscriptions/listen', { notifications: every });
      return (await exchange.next()).params.notifications;
    };
    const world = open().lab.kernel.world;
    expect(await served({ tools: world.tools! })).toEqual({ toolsListChanged: true });
    expect(await served({ prompts: world.prompts! })).toEqual({ promptsListChanged: true });
    expect(await served({ templates: world.templates! })).toEqual({ resourcesListChanged: true });
  });

  it('refuses a wish it cannot read', async () => {
    const { lab, caller } = open();
    for (const notifications of [
      undefined,
      null,
      [],
      'all',
      { resourceSubscriptions: 'lab://a' },
      { taskIds: [1] },
    ]) {
      const params = (notifications === undefined ? {} : { notifications }) as JsonObject;
      const { error } = await lab.ask(caller, 'subscriptions/listen', params);
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('params.notifications') });
    }
  });

  it('refuses a URI or a task id over the limit of a URI, in bytes', async () => {
    const { listen } = open({ uriBytes: 20 });
    const exact = `lab://room/${'é'.repeat(4)}a`;
    expect((await listen({ resourceSubscriptions: [exact] }).next()).params.notifications).toEqual({
      resourceSubscriptions: [exact],
    });
    for (const name of ['resourceSubscriptions', 'taskIds']) {
      const { error } = await listen({ [name]: ['lab://a', `${exact}a`] }).answer();
      expect(error).toMatchObject({
        code: -32602,
        message: `Each entry of params.notifications.${name} must have at most 20 bytes.`,
      });
    }
  });

  it('refuses more than it may keep while it is open, wherever that stands', async () => {
    const { lab, caller, listen } = open();
    const many = Array.from({ length: 700 }, (_, index) => `lab://room/${index}${'a'.repeat(400)}`);
    const text = 'a'.repeat(140_000);
    const refused = { code: -32602, message: expect.stringContaining('262144 characters') };
    const large: [JsonObject, string | number][] = [
      [{ notifications: { resourceSubscriptions: many.slice(0, 300), taskIds: many.slice(300) } }, 1],
      [{ notifications: { more: text }, _meta: { more: text } }, 1],
      [{ notifications: {} }, text + text],
    ];
    for (const [params, id] of large) {
      expect((await lab.ask(caller, 'subscriptions/listen', params, { id })).error).toMatchObject(refused);
    }
    await expect(listen({ resourceSubscriptions: many.slice(0, 300) }).next()).resolves.toBeDefined();
  });

  it('needs a client that reads a stream', async () => {
    const { lab, caller } = open();
    const params = { notifications: {} };
    const { error } = await lab.ask(caller, 'subscriptions/listen', params, { streams: false });
    expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('text/event-stream') });
  });

  it('is capped, and a listener that leaves makes room', async () => {
    const { listen } = open({ streams: 2 });
    const first = listen({ toolsListChanged: true }, 1);
    listen({ toolsListChanged: true }, 2);
    const { error } = await listen({}, 3).answer();
    expect(error).toMatchObject({ code: -32603, data: { kind: 'Busy' } });
    first.call?.cancel('gone');
    await expect(listen({}, 4).next()).resolves.toBeDefined();
  });

  it('exists since 2026-07-28 alone', async () => {
    const { lab } = open();
    for (const { id } of SESSION_REVISIONS) {
      const { error } = await lab.ask(lab.session(id), 'subscriptions/listen', { notifications: {} });
      expect(error.code).toBe(-32601);
    }
  });
});
