import { DEFAULT_LIMITS, type Environment } from '@worldwire/server/internal';
import { listenFrames } from '@worldwire/transports/frames';
import { ConsoleSessions, listenHttp, TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepingLog, type TestServer } from '../harness.js';
import { startUnity } from '../unity/unity-server.js';
import { startUniverse } from '../universe/universe-server.js';
import { startUnreal } from '../unreal/unreal-server.js';
import { MatrixClient } from './matrix-client.js';
import { allows, type Needed, type RightSet, rightSets, tokenFile } from './right-sets.js';
import { framesWays, toolCalls, type Way, waysInto } from './ways.js';

const START = { universe: startUniverse, unity: startUnity, unreal: startUnreal };
/** The name of the world for rights, and a tool of it that a right is narrowed to. */
const WORLDS = {
  universe: ['universe', 'send_universe_command'],
  unity: ['UnityExplorer.Mcp', 'SetActive'],
  unreal: ['unreal', 'spawn_actor'],
} as const;
const limits = { ...DEFAULT_LIMITS, requestsPerSecond: 1_000_000, connections: 64, sessions: 1_000 };
/** Ways that are sent at once. */
const AT_ONCE = 16;

async function serve(world: keyof typeof WORLDS, environment: Partial<Environment> = {}) {
  const [name, tool] = WORLDS[world];
  const sets = rightSets(name, tool);
  const tokens = TokenStore.parse(tokenFile(sets));
  const grants = { writes: true, eval: true };
  const server: TestServer = await START[world]({ grants, limits, environment, http: { tokens } });
  const { log } = keepingLog();
  const dialect = server.mounts[0]?.dialect;
  const served = { kernel: server.kernel, ...(dialect !== undefined && { dialect }) };
  const frames = await listenFrames({
    host: '127.0.0.1',
    port: 0,
    worlds: new Map([[name, served]]),
    tokens,
    limits,
    log,
    now: Date.now,
  });
  // As the main port serves a world: below its name, with the sessions of the console.
  const prefix = `/${world}`;
  const sessions = new ConsoleSessions({ max: sets.length, date: Date.now });
  const main = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    mounts: server.mounts.map(mount => ({ ...mount, path: prefix + mount.path, prefix })),
    tokens,
    console: { sessions, files: new Map(), version: '1.0.0', note() {}, refused() {} },
    limits,
    log,
    now: Date.now,
  });
  const clients = new Map(sets.map(set => [set.name, new MatrixClient(set, server.base, frames.port)]));
  const mainClients = new Map(
    sets.map(set => [set.name, new MatrixClient(set, main.url + prefix, frames.port)]),
  );
  return {
    server,
    sets,
    client: (set: RightSet) => clients.get(set.name) as MatrixClient,
    mainClient: (set: RightSet) => mainClients.get(set.name) as MatrixClient,
    async close() {
      await Promise.all([...clients.values()].map(client => client.close()));
      await frames.close();
      await main.close();
      await server.close();
    },
  };
}

/** The ways whose verdict is not that of the rule. */
async function wrong(ways: readonly Way[], set: RightSet, client: MatrixClient): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < ways.length; at += AT_ONCE) {
    await Promise.all(
      ways.slice(at, at + AT_ONCE).map(async way => {
        const is = await way.send(client);
        if (is !== expected(set, way)) found.push(`${way.name} is ${is}`);
      }),
    );
  }
  return found;
}

function expected(set: RightSet, needed: Needed): 'allowed' | 'refused' {
  return allows(set, needed) ? 'allowed' : 'refused';
}

describe.each(Object.keys(WORLDS) as (keyof typeof WORLDS)[])('every way into %s', world => {
  let serving: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    serving = await serve(world);
  });
  afterAll(() => serving.close());
  const [rightsName, oneTool] = WORLDS[world];
  const names = rightSets(rightsName, oneTool).map(({ name }) => name);
  const setOf = (name: string) => serving.sets.find(set => set.name === name) as RightSet;

  it('is enumerated: each tool, and ways of each access', () => {
    const ways = waysInto(serving.server);
    const tools = new Set(ways.map(({ tool }) => tool).filter(tool => tool !== undefined));
    expect(tools).toEqual(new Set(serving.server.kernel.registry.tools.keys()));
    expect(tools).toContain(WORLDS[world][1]);
    expect(new Set(ways.map(({ access }) => access))).toEqual(
      new Set(
        ['read', 'write', 'danger', undefined].filter(
          access =>
            access !== 'danger' ||
            [...serving.server.kernel.registry.tools.values()].some(({ tool }) => tool.access === 'danger'),
        ),
      ),
    );
  });

  it.each(names)('over HTTP is open to %s by the rule, and else refused', async name => {
    expect(await wrong(waysInto(serving.server), setOf(name), serving.client(setOf(name)))).toEqual([]);
  });

  it.each(names)('at the main port is open to %s by the rule, and else refused', async name => {
    expect(await wrong(waysInto(serving.server), setOf(name), serving.mainClient(setOf(name)))).toEqual([]);
  });

  it.each(names)('is in the lists of %s where it may be used, and else in none', async name => {
    const set = setOf(name);
    const client = serving.client(set);
    const { resources, prompts, tools } = serving.server.kernel.registry;
    // The client declares no views, so it does not see their tools.
    const isSeen = (name = '') => tools.get(name)?.tool.ui?.visibility === undefined;
    const mayCall = toolCalls(serving.server.kernel).filter(call => allows(set, call) && isSeen(call.tool));
    expect(await client.list('tools/list', 'tools')).toEqual(mayCall.map(({ tool }) => tool));
    const reads = allows(set, { access: 'read' });
    const listed = await client.list('resources/list', 'resources');
    // Templates may list more.
    if (reads) expect(listed).toEqual(expect.arrayContaining([...resources.keys()]));
    else expect(listed).toEqual([]);
    if (prompts.size > 0)
      expect(await client.list('prompts/list', 'prompts')).toEqual(reads ? [...prompts.keys()] : []);
  });

  it.each(names)('over frames is open to %s by the rule, and else refused', async name => {
    expect(await wrong(framesWays(serving.server), setOf(name), serving.client(setOf(name)))).toEqual([]);
  });

  it.each(names)('in a batch is open to %s by the rule, and else refused', async name => {
    const set = setOf(name);
    const calls = toolCalls(serving.server.kernel);
    for (let at = 0; at < calls.length; at += limits.batch) {
      const part = calls.slice(at, at + limits.batch);
      const verdicts = await serving.client(set).batch(
        '/mcp',
        part.map(({ method, params }) => [method, params]),
      );
      expect(part.map((call, index) => [call.tool, verdicts[index]])).toEqual(
        part.map(call => [call.tool, expected(set, call)]),
      );
    }
  });
});

describe('the compact form of unity', () => {
  let serving: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    serving = await serve('unity', { compact: true });
  });
  afterAll(() => serving.close());

  it.each(rightSets(...WORLDS.unity).map(({ name }) => name))(
    'calls and describes for %s what it may call, and nothing else',
    async name => {
      const set = serving.sets.find(each => each.name === name) as RightSet;
      const ways = toolCalls(serving.server.kernel).flatMap(({ params, ...needed }) => [
        {
          ...needed,
          name: `call_tool ${needed.tool}`,
          send: (client: MatrixClient) =>
            client.stateless('/mcp', 'tools/call', { name: 'call_tool', arguments: params }),
        },
        {
          ...needed,
          name: `describe_tool ${needed.tool}`,
          send: (client: MatrixClient) =>
            client.stateless('/mcp', 'tools/call', {
              name: 'describe_tool',
              arguments: { name: needed.tool as string },
            }),
        },
      ]);
      expect(await wrong(ways, set, serving.client(set))).toEqual([]);
    },
  );
});
