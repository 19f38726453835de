import { randomBytes } from 'node:crypto';
import type { Append, Journal } from '@worldwire/journal';
import type { Tool, WebRoute } from '@worldwire/server';
import { openUniverse } from '@worldwire/universe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveWorld, type TestServer } from '../harness.js';
import { until } from '../http/until.js';
import { ERAS, said } from './official-clients.js';
import { Rest, THREE_STARS } from './rest.js';
import { allStores } from './stores.js';

const TICK = { type: 'tick', dt: 1 };

describe.each(await allStores())('two writes for one revision that share a commit in $store', ({ open }) => {
  let server: TestServer;
  let rest: Rest;
  let journal: Journal;
  /** Commands that have reached the world. From then on they wait for the commit under way. */
  let arrived: number;
  const appends: Append[] = [];
  let hold: Promise<void> | undefined;

  beforeEach(async () => {
    arrived = 0;
    appends.length = 0;
    hold = undefined;
    journal = await open();
    const append = journal.append.bind(journal);
    const held = async (one: Append) => {
      appends.push(one);
      await hold;
      return append(one);
    };
    Object.assign(journal, { append: held });
    server = await serveWorld(async log => {
      const opened = await openUniverse({ journal, log, now: Date.now, randomBytes });
      const routes = opened.routes.map(countedRoute);
      const tools = (opened.world.tools as readonly Tool[]).map(countedTool);
      return { world: { ...opened.world, tools }, mounts: kernel => [{ path: '/mcp', kernel, routes }] };
    }, {});
    rest = new Rest(server.base);
    await rest.create('u-1', THREE_STARS);
  });
  afterEach(() => server.close());

  function countedRoute(route: WebRoute): WebRoute {
    if (!route.path.endsWith('/commands')) return route;
    const answer: WebRoute['answer'] = request => {
      arrived++;
      return route.answer(request);
    };
    return { ...route, answer };
  }

  function countedTool(tool: Tool): Tool {
    const call: Tool['call'] = (args, context) => {
      arrived++;
      return tool.call(args, context);
    };
    return { ...tool, call };
  }

  /** Sends both while another commit is under way, so that the next one has both of them. */
  async function together<Result>(send: () => Promise<Result>): Promise<readonly Result[]> {
    let release = () => {};
    hold = new Promise(resolve => {
      release = resolve;
    });
    const before = rest.command('u-1', TICK);
    await until(() => appends.length === 1, 'the commit before is under way');
    const both = [send(), send()];
    await until(() => arrived === 3, 'both writes have arrived');
    release();
    expect((await before).status).toBe(200);
    return Promise.all(both);
  }

  /** A write that is refused leaves nothing: not in the log, not in the state. */
  async function expectOne(): Promise<void> {
    expect(appends.map(({ entries }) => entries.length)).toEqual([1, 1]);
    expect((await rest.get('/universes/u-1')).body).toMatchObject({ revision: 2, state: { time: 102 } });
    expect(await journal.read('u-1', 0, 10)).toHaveLength(2);
  }

  it('over REST: one is done, one is a Conflict', async () => {
    const answers = await together(() => rest.command('u-1', TICK, { 'if-match': '"1"' }));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ kind: 'Conflict', detail: { expected: 1, revision: 2 } });
    await expectOne();
  });

  it.each(ERAS)('over MCP, with %s: one is done, one is a Conflict', async (_era, visit) => {
    const visitor = await visit(server.url);
    const results = await together(() =>
      visitor.call(
        'send_universe_command',
        { universeId: 'u-1', command: TICK },
        { 'worldwire/ifRevision': 1 },
      ),
    );
    const refused = results.filter(({ isError }) => isError === true);
    expect(refused).toHaveLength(1);
    expect(said(refused[0]!)).toMatch(/Conflict: .*"u-1".*revision 2, not 1/);
    await expectOne();
    await visitor.close();
  });
});
