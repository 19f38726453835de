import { REVISION_2025_11_25, REVISION_2026_07_28, REVISIONS, type Revision } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tool } from '../api/tool.js';
import { json, WebFeed, type WebRoute } from '../api/web.js';
import { WorldEvents } from '../api/world-events.js';
import { type Exchange, gate, Lab, named, turn } from './lab.test.js';

const MESSAGE = 'Cannot have more than 4 parallel requests.';
const NEW = REVISION_2026_07_28;

/** A world of four requests at once, with tools that work or wait until the test ends that. */
function world(limits = {}) {
  const [working, waiting] = [gate(), gate()];
  const at = { work: 0, most: 0 };
  const begin = () => {
    at.work++;
    at.most = Math.max(at.most, at.work);
  };
  const read = (name: string, call: Parameters<typeof tool>[0]['call']) =>
    tool({ name, description: 'Takes its time.', access: 'read', call });
  const work = async () => {
    begin();
    await working.opened;
    at.work--;
    return 'done';
  };
  const lab = new Lab(
    {
      events: new WorldEvents(),
      tools: [
        read('work', work),
        read('wait', async (_, context) => {
          await context.waiting(waiting.opened);
          return work();
        }),
        read('fail', (_, context) =>
          context.waiting(waiting.opened.then(() => Promise.reject(new Error('no')))),
        ),
        read('both', async (_, context) => {
          await Promise.all([context.waiting(waiting.opened), context.waiting(waiting.opened)]);
          return work();
        }),
        read('ask', async (_, context) => {
          const { action } = await context.elicit('q', { message: 'Well?', schema: z.object({}) });
          await work();
          return action;
        }),
      ],
    },
    { limits },
  );
  lab.kernel.limitRequests({ max: 4, message: MESSAGE });
  const caller = (principal: string, revision: Revision = NEW) =>
    lab.caller(revision, { elicitation: {} }, principal);
  const send = (principal: string, name: string, count: number, revision = NEW): Exchange[] =>
    Array.from({ length: count }, () => lab.sendTool(caller(principal, revision), name));
  return { lab, at, working, waiting, caller, send };
}

const textOf = async (exchange: Exchange) => {
  const { result, error } = await exchange.answer();
  return error?.message ?? (result.content as { text: string }[])[0]?.text;
};

/** A request to a route, which answers when the test opens the gate. */
function routes({ lab, working }: ReturnType<typeof world>) {
  const begun: string[] = [];
  const work: WebRoute = {
    ...{ method: 'GET', path: '/work', access: 'read' },
    answer: async ({ principal }) => {
      begun.push(principal);
      await working.opened;
      if (principal === 'eve') throw new Error('no');
      return json(200, 'done');
    },
  };
  const feed: WebRoute = {
    ...{ method: 'GET', path: '/feed', access: 'read' },
    opensFeed: () => true,
    answer: () => new WebFeed(() => () => {}),
  };
  const request = (principal: string, route = work) =>
    lab.kernel.web(route, {
      ...{ params: {}, query: new URLSearchParams(), header: () => undefined, body: undefined },
      who: named(principal),
    });
  return { begun, work, feed, request };
}

describe('requests in progress', () => {
  it.each(REVISIONS)('of one principal are half of them, and others are served ($id)', async revision => {
    const { send, caller, lab, working } = world();
    const own = send('ada', 'work', 2, revision);
    const third = await lab.callTool(caller('ada', revision), 'work');
    expect(third.error).toMatchObject({
      data: { kind: 'RateLimited', hint: 'Wait for an answer before the next request.' },
    });
    expect(third.error.message).toBe(
      '2 requests of yours are in progress, which is your share: this world has 4 (parallel), and one principal may have 2 of them (principalPercent: 50). Please slow down.',
    );
    const others = send('bob', 'work', 2, revision);
    const fifth = await lab.ask(caller('eve', revision), 'tools/list');
    expect(fifth.error).toMatchObject({ message: MESSAGE, data: { kind: 'RateLimited' } });
    working.open();
    expect(await Promise.all([...own, ...others].map(textOf))).toEqual(Array(4).fill('done'));
    expect((await lab.callTool(caller('ada', revision), 'work')).error).toBeUndefined();
  });

  it('are also those of its own HTTP routes, which share the places with messages', async () => {
    const all = world();
    const { begun, request } = routes(all);
    const { send, working, lab, caller } = all;
    const own = [request('ada'), request('ada')];
    const refused = await request('ada');
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(JSON.parse((refused as { body: string }).body).error).toEqual({
      kind: 'RateLimited',
      message: expect.stringContaining('2 requests of yours are in progress, which is your share'),
      hint: 'Wait for an answer before the next request.',
    });
    expect((await lab.callTool(caller('ada'), 'work')).error.message).toContain('your share');
    const others = send('bob', 'work', 2);
    expect(await request('eve')).toMatchObject({ status: 429, body: expect.stringContaining(MESSAGE) });
    expect(begun).toEqual(['ada', 'ada']);
    working.open();
    expect((await Promise.all(own)).map(answer => 'status' in answer && answer.status)).toEqual([200, 200]);
    expect(await Promise.all(others.map(textOf))).toEqual(['done', 'done']);
    expect(await request('ada')).toMatchObject({ status: 200 });
  });

  it('are not feeds of its routes, and a route that fails gives its place back', async () => {
    const all = world();
    const { request, feed } = routes(all);
    for (let count = 0; count < 20; count++) expect(await request('ada', feed)).toBeInstanceOf(WebFeed);
    const failing = [request('eve'), request('eve')];
    expect(await request('eve', feed)).toBeInstanceOf(WebFeed);
    all.working.open();
    for (const answer of await Promise.all(failing)) expect(answer).toMatchObject({ status: 500 });
    expect(await request('eve')).toMatchObject({ status: 500 });
  });

  it('go on after a wait when a route gives its place back', async () => {
    const all = world();
    const { request } = routes(all);
    const waited = all.send('ada', 'wait', 1);
    const own = [request('ada'), request('ada')];
    all.waiting.open();
    await turn();
    expect(all.at.work).toBe(0);
    all.working.open();
    await Promise.all(own);
    expect(await textOf(waited[0]!)).toBe('done');
  });

  it('refuse a route in the form that it gives refusals', async () => {
    const all = world();
    const { request, work } = routes(all);
    const held = [request('ada'), request('ada')];
    const own: WebRoute = {
      ...work,
      refused: ({ message }, { principal }) => json(429, [principal, message]),
    };
    const refused = await request('ada', own);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(JSON.parse((refused as { body: string }).body)).toEqual(['ada', expect.stringContaining('share')]);
    all.working.open();
    await Promise.all(held);
  });

  it('are all for the one principal of a server without credentials', async () => {
    const { send, working } = world();
    const all = send('local', 'work', 4);
    expect(await textOf(send('local', 'work', 1)[0]!)).toBe(MESSAGE);
    working.open();
    await Promise.all(all.map(textOf));
  });

  it('are not subscriptions, however many are open', async () => {
    const { lab, caller, send, working } = world();
    const filter = { notifications: { toolsListChanged: true } };
    const open = Array.from({ length: 20 }, () => lab.send(caller('eve'), 'subscriptions/listen', filter));
    expect((await Promise.all(open.map(each => each.next())))[19]).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
    });
    const own = send('eve', 'work', 2);
    working.open();
    expect(await Promise.all(own.map(textOf))).toEqual(['done', 'done']);
  });

  it('are not those that wait for the answer of their client', async () => {
    const { send, working, caller, lab } = world();
    const session = lab.session('2025-11-25', { elicitation: {} }, 'ada');
    const asking = Array.from({ length: 10 }, () => lab.sendTool(session, 'ask'));
    const questions = await Promise.all(asking.map(each => each.next()));
    const own = send('ada', 'work', 2);
    working.open();
    expect(await Promise.all(own.map(textOf))).toEqual(['done', 'done']);
    for (const { id } of questions)
      session.answer({ kind: 'response', id: id as number, result: { action: 'accept', content: {} } });
    expect(await Promise.all(asking.map(textOf))).toEqual(Array(10).fill('accept'));
    expect((await lab.callTool(caller('ada', REVISION_2025_11_25), 'work')).error).toBeUndefined();
  });

  it('stay within the share when all that waited go on at once, and each of them ends', async () => {
    const { send, at, waiting, working } = world();
    const own = send('ada', 'wait', 20);
    const others = send('bob', 'both', 20);
    await turn();
    expect(at.work).toBe(0);
    waiting.open();
    await turn();
    await turn();
    expect(at.work).toBe(4);
    working.open();
    expect(await Promise.all([...own, ...others].map(textOf))).toEqual(Array(40).fill('done'));
    expect(at.most).toBe(4);
  });

  it('that go on come before new ones of their principal, and take no place of another', async () => {
    const { send, waiting, working, lab, caller } = world();
    const waited = send('ada', 'wait', 3);
    const own = send('ada', 'work', 2);
    waiting.open();
    await turn();
    expect((await lab.callTool(caller('ada'), 'work')).error.message).toContain('your share');
    const others = send('bob', 'work', 2);
    working.open();
    expect(await Promise.all([...waited, ...own, ...others].map(textOf))).toEqual(Array(7).fill('done'));
  });

  it('that are cancelled while they wait, or wait for a place, leave none taken', async () => {
    const { send, waiting, working, lab, caller } = world();
    const waited = send('ada', 'wait', 4);
    const own = send('ada', 'work', 2);
    waited[0]?.call?.cancel('The client left.');
    waiting.open();
    await turn();
    waited[1]?.call?.cancel('The client left.');
    await turn();
    working.open();
    expect(await Promise.all([...own, ...waited.slice(2)].map(textOf))).toEqual(Array(4).fill('done'));
    const again = send('ada', 'work', 2);
    expect(await Promise.all(again.map(textOf))).toEqual(['done', 'done']);
    expect((await lab.callTool(caller('ada'), 'work')).error).toBeUndefined();
  });

  it('whose wait fails have their place again, and their error', async () => {
    const { send, waiting, working } = world();
    const failing = send('ada', 'fail', 5);
    waiting.open();
    const answers = await Promise.all(failing.map(each => each.answer()));
    expect(answers.every(({ result }) => result.isError === true)).toBe(true);
    working.open();
    expect(await Promise.all(send('ada', 'work', 2).map(textOf))).toEqual(['done', 'done']);
  });

  it('that wait for a place longer than a handler may take are refused', async () => {
    const { send, waiting, lab } = world({ handlerMs: 1_000 });
    const [waited] = send('ada', 'wait', 1);
    lab.clock += 900;
    send('ada', 'work', 2);
    waiting.open();
    await turn();
    lab.clock += 900;
    lab.kernel.sweep();
    expect(waited?.replies).toEqual([]);
    lab.clock += 200;
    lab.kernel.sweep();
    expect((await waited?.answer())?.error).toMatchObject({ data: { kind: 'Timeout' } });
  });

  it('do not count in a world without such a limit', async () => {
    const { lab, send, working, waiting } = world();
    const free = new Lab({ tools: [...lab.kernel.registry.tools.values()].map(({ tool: each }) => each) });
    const all = Array.from({ length: 50 }, () => free.sendTool(free.caller(NEW, {}, 'ada'), 'wait'));
    expect(all[0]?.call?.seat).toBeUndefined();
    waiting.open();
    working.open();
    expect(await Promise.all(all.map(textOf))).toEqual(Array(50).fill('done'));
    expect(send('ada', 'work', 1)[0]?.call?.seat).toBeDefined();
  });
});
