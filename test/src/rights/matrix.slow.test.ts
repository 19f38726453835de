import { DEFAULT_LIMITS, type Environment } from '@worldwire/server/internal';
import { listenFrames } from '@worldwire/transports/frames';
import { ConsoleSessions, listenHttp, TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keepingLog, modern, type TestServer } from '../harness.js';
import { stateless as line, Pipe } from '../stdio/pipe.js';
import { startUnity } from '../unity/unity-server.js';
import { startUniverse } from '../universe/universe-server.js';
import { startUnreal } from '../unreal/unreal-server.js';
import { MatrixClient } from './matrix-client.js';
import { type RaisedCall, raisedCalls } from './raised-calls.js';
import { allows, type Needed, type RightSet, rightSets, tokenFile } from './right-sets.js';
import { framesWays, oldWays, toolCalls, type Way, waysInto } from './ways.js';

const START = { universe: startUniverse, unity: startUnity, unreal: startUnreal };
/** The name of the world for rights, and two tools of it that a right is narrowed to, to eval and to write. */
const WORLDS = {
  universe: ['universe', 'send_universe_command', 'send_universe_command'],
  unity: ['UnityExplorer.Mcp', 'SetActive', 'WriteConsoleScript'],
  unreal: ['unreal', 'spawn_actor', 'call_function'],
} as const;
const limits = { ...DEFAULT_LIMITS, requestsPerSecond: 1_000_000, connections: 64, sessions: 1_000 };
/** Ways that are sent at once. */
const AT_ONCE = 16;

async function serve(world: keyof typeof WORLDS, environment: Partial<Environment> = {}) {
  const [name] = WORLDS[world];
  const sets = rightSets(...(WORLDS[world] as Parameters<typeof rightSets>));
  const tokens = TokenStore.parse(tokenFile(sets));
  const grants = { writes: true, eval: true };
  const server: TestServer = await START[world]({
    grants,
    limits,
    environment,
    http: { tokens },
    ...(world === 'unity' && { settings: { hookAllowlistSignatures: ['Worldwire.Health'] } }),
  });
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
    mounts: [
      ...server.mounts.map(mount => ({ ...mount, path: prefix + mount.path, prefix })),
      { path: `${prefix}/sse`, kernel: server.kernel },
    ],
    tokens,
    console: {
      sessions,
      files: new Map(),
      command: 'npx worldwire console',
      version: '1.0.0',
      note() {},
      refused() {},
    },
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
    /** Calls whose arguments raise their access, over a state that is prepared again: refused calls fill the journal. */
    raised(): Promise<readonly RaisedCall[]> {
      const strong = clients.get('eval') as MatrixClient;
      return raisedCalls(server.kernel, (tool, args) => strong.call('/mcp', tool, args));
    },
    mainClient: (set: RightSet) => mainClients.get(set.name) as MatrixClient,
    async close() {
      await Promise.all([...clients.values(), ...mainClients.values()].map(client => client.close()));
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
  const names = rightSets(...(WORLDS[world] as Parameters<typeof rightSets>)).map(({ name }) => name);
  const setOf = (name: string) => serving.sets.find(set => set.name === name) as RightSet;

  it('is enumerated: each tool, each case of its arguments, and ways of each access', async () => {
    const { registry } = serving.server.kernel;
    const raised = await serving.raised();
    const depends = [...registry.tools.values()].filter(({ tool }) => tool.accessOf !== undefined);
    expect(new Set(raised.map(({ tool }) => tool))).toEqual(new Set(depends.map(({ tool }) => tool.name)));
    if (world !== 'universe') expect(raised.length).toBeGreaterThan(5);
    const ways = waysInto(serving.server, raised);
    const tools = new Set(ways.map(({ tool }) => tool).filter(tool => tool !== undefined));
    expect(tools).toEqual(new Set(serving.server.kernel.registry.tools.keys()));
    expect(tools).toContain(WORLDS[world][1]);
    expect(new Set(ways.map(({ access }) => access))).toEqual(
      new Set(
        ['read', 'write', 'danger', undefined].filter(
          access =>
            access !== 'danger' ||
            raised.some(({ access }) => access === 'danger') ||
            [...registry.tools.values()].some(({ tool }) => tool.access === 'danger'),
        ),
      ),
    );
  });

  it.each(names)('over HTTP is open to %s by the rule, and else refused', async name => {
    const ways = waysInto(serving.server, await serving.raised());
    expect(await wrong(ways, setOf(name), serving.client(setOf(name)))).toEqual([]);
  });

  it.each(names)('at the main port is open to %s by the rule, and else refused', async name => {
    const ways = waysInto(serving.server, await serving.raised());
    expect(await wrong(ways, setOf(name), serving.mainClient(setOf(name)))).toEqual([]);
  });

  it.each(names)('over HTTP with SSE is open to %s by the rule, and else refused', async name => {
    const ways = oldWays(serving.server, '/sse', await serving.raised());
    expect(await wrong(ways, setOf(name), serving.mainClient(setOf(name)))).toEqual([]);
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
    const ways = framesWays(serving.server, await serving.raised());
    expect(await wrong(ways, setOf(name), serving.client(setOf(name)))).toEqual([]);
  });

  it.each(names)('in a batch is open to %s by the rule, and else refused', async name => {
    const set = setOf(name);
    const calls = toolCalls(serving.server.kernel, await serving.raised());
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

describe.each(Object.keys(WORLDS) as (keyof typeof WORLDS)[])('a ceiling without code, for %s', world => {
  it('refuses each case that needs code to a client of this machine, over HTTP and on stdio', async () => {
    const grants = { writes: true };
    const server: TestServer = await START[world]({ grants, limits });
    onTestFinished(() => server.close());
    const client = new MatrixClient({ name: 'local', token: 'none', words: [], level: 2 }, server.base, 0);
    const raised = await raisedCalls(server.kernel, (tool, args) => client.call('/mcp', tool, args));
    const pipe = new Pipe({ ...server.kernel.world, opens: 'write' });
    onTestFinished(() => pipe.end());
    for (const { tool, access, when, arguments: given } of raised) {
      const { audited } = server.kernel.registry.tools.get(tool)?.tool ?? {};
      // What an undo takes back cannot be written here. Permissions have a flag of their own.
      if (access !== 'danger' || audited === true || /^undo_?write$/i.test(tool)) continue;
      const params = { name: tool, arguments: given };
      const overHttp = await (await fetch(`${server.base}/mcp`, modern('tools/call', params))).text();
      expect(overHttp, `${tool} ${when}`).toContain('--allow eval');
      pipe.send(line('tools/call', params, when));
      expect(JSON.stringify(await pipe.answer(when)), `${tool} ${when}`).toContain('--allow eval');
      pipe.lines.length = 0;
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
      const { kernel } = serving.server;
      const calls = toolCalls(kernel, await serving.raised()).map(({ params, ...needed }) => ({
        ...needed,
        name: `call_tool ${needed.tool} ${needed.when ?? ''}`,
        send: (client: MatrixClient) =>
          client.stateless('/mcp', 'tools/call', { name: 'call_tool', arguments: params }),
      }));
      const ways = toolCalls(kernel).flatMap(needed => [
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
      expect(await wrong([...calls, ...ways], set, serving.client(set))).toEqual([]);
    },
  );
});
