import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { CommandReader } from './command-reader.js';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { serveUniverse } from './serve-universe.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Simulation: ['tick'],
  'Star CRUD': ['addStar', 'updateStar', 'removeStar'],
  'Star hierarchy': ['attachStar', 'detachStar'],
  'Group CRUD': ['addGroup', 'updateGroup', 'removeGroup'],
  'Group hierarchy': ['addToGroup', 'removeFromGroup', 'moveToGroup'],
  'Small body fields': ['setSmallBodyFields', 'updateSmallBodyField', 'removeSmallBodyField'],
  'Protoplanetary disks': [
    'setProtoplanetaryDisks',
    'addProtoplanetaryDisk',
    'updateProtoplanetaryDisk',
    'removeProtoplanetaryDisk',
  ],
  Nebulae: ['setNebulae', 'updateNebula', 'removeNebula'],
  Rings: ['updateRing', 'removeRing'],
  Snapshot: ['replaceSnapshot'],
};

describe.each(ERAS)('the tools of the universe, called by %s', (_era, visit) => {
  let server: UniverseServer;
  let visitor: Visitor;
  beforeAll(async () => {
    server = await startUniverse();
    await server.rest.create('u-1', THREE_STARS);
    visitor = await visit(server.url);
  });
  afterAll(async () => {
    await visitor.close();
    await server.close();
  });

  it('[REQ-MCP-6] [MCP-6a] give the state that the store has, as text', async () => {
    const { body } = await server.rest.get('/universes/u-1');
    expect(parsed(await visitor.call('get_universe_state', { universeId: 'u-1' }))).toEqual({
      ...body.state,
      revision: body.revision,
    });
  });

  it('[MCP-6b] give all three stars of a universe that has three', async () => {
    const { stars, rootIds } = parsed(await visitor.call('get_universe_state', { universeId: 'u-1' }));
    expect(Object.keys(stars)).toEqual(['alpha', 'beta', 'gamma']);
    expect(stars.gamma).toMatchObject({ id: 'gamma', name: 'Gamma', bodyType: 'star', parentId: null });
    expect(rootIds).toEqual(['alpha', 'beta', 'gamma']);
  });

  it('[REQ-MCP-7] [MCP-7] list all commands by category, the same for every universe', async () => {
    const listing = await visitor.call('list_universe_commands', { universeId: 'sol' });
    const { categories } = parsed(listing) as unknown as {
      categories: { name: string; commands: { type: string }[] }[];
    };
    expect(
      Object.fromEntries(categories.map(({ name, commands }) => [name, commands.map(({ type }) => type)])),
    ).toEqual(CATEGORIES);
    await visitor.call('send_universe_command', {
      universeId: 'u-1',
      command: { type: 'removeStar', id: 'beta' },
    });
    expect(said(await visitor.call('list_universe_commands', { universeId: 'u-1' }))).toBe(said(listing));
  });

  it('[REQ-MCP-9] [MCP-9] answer a command with its events, its revision and the new state', async () => {
    const before = (await server.rest.get('/universes/u-1')).body;
    const command = { type: 'updateStar', id: 'gamma', payload: { name: 'Gamma Prime' } };
    const result = parsed(await visitor.call('send_universe_command', { universeId: 'u-1', command }));
    expect(result).toMatchObject({
      revision: before.revision + 1,
      events: [{ type: 'starUpdated', id: 'gamma', fields: ['name'] }],
    });
    expect(result.nextState).toEqual((await server.rest.get('/universes/u-1')).body.state);
    expect(result.nextState.stars.gamma?.name).toBe('Gamma Prime');
  });
});

describe.each(ERAS)('a command sent by %s', (_era, visit) => {
  it('[REQ-MCP-8] [MCP-8] goes through the service of REST: one log, kept over a restart, told to everybody', async () => {
    const data = await temporaryFolder();
    const { rest, url, stop } = await serveUniverse(data);
    await rest.create('u-1', THREE_STARS);
    const reader = await CommandReader.open(rest.base, '/universes/u-1/events');
    const visitor = await visit(url);
    let updates = 0;
    let threeUpdates: () => void = () => {};
    const heard = new Promise<void>(resolve => {
      threeUpdates = resolve;
    });
    await visitor.watch('universe://u-1/state', uri => {
      expect(uri).toBe('universe://u-1/state');
      updates++;
      if (updates === 3) threeUpdates();
    });

    const tick = { universeId: 'u-1', command: { type: 'tick' } };
    expect((await rest.command('u-1', { type: 'tick', dt: 10 })).body.revision).toBe(1);
    expect(parsed(await visitor.call('send_universe_command', tick))).toMatchObject({
      revision: 2,
      nextState: { time: 111 },
    });
    expect((await rest.command('u-1', { type: 'tick', dt: 10 })).body.revision).toBe(3);
    await reader.reaches(3);
    expect(
      reader.read.map(({ revision, event, data: text }) => ({ revision, event, ...JSON.parse(text) })),
    ).toEqual([
      { revision: 1, event: 'command', type: 'tick', dt: 10 },
      { revision: 2, event: 'command', type: 'tick', dt: 1 },
      { revision: 3, event: 'command', type: 'tick', dt: 10 },
    ]);
    await heard;
    const log = (await rest.get('/universes/u-1/history')).body.items;
    expect(log.map(({ revision, command }) => [revision, command.type])).toEqual([
      [3, 'tick'],
      [2, 'tick'],
      [1, 'tick'],
    ]);
    const stopped = (await rest.get('/universes/u-1')).body;

    reader.cut();
    await visitor.close();
    await stop();
    const again = await serveUniverse(data);
    expect((await again.rest.get('/universes/u-1')).body).toEqual(stopped);
    const returned = await visit(again.url);
    expect(parsed(await returned.call('get_universe_state', { universeId: 'u-1' }))).toEqual({
      ...stopped.state,
      revision: stopped.revision,
    });
    expect(parsed(await returned.call('send_universe_command', tick))).toMatchObject({
      revision: 4,
      nextState: { time: 122 },
    });
    await returned.close();
  });
});
