import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ERAS, parsed, type Visitor } from '../universe/official-clients.js';
import { type AgentWorld, closeWorlds, openWorld } from './worlds.js';

afterAll(closeWorlds);

type Read = (client: Visitor) => Promise<unknown[]>;

const itemsAt = (uri: string): Read => {
  return async client => JSON.parse((await client.read(uri)).text).items;
};
const itemsOf = (tool: string, field: string): Read => {
  return async client => parsed(await client.call(tool, {}))[field] as unknown[];
};

/** A write, the histories that list it, and the field with who wrote. */
const HISTORIES: Readonly<
  Record<
    AgentWorld,
    { write: readonly [string, object]; read: Readonly<Record<string, readonly [Read, string]>> }
  >
> = {
  universe: {
    write: ['send_universe_command', { universeId: 'sol', command: { type: 'tick' } }],
    read: { 'universe://sol/history': [itemsAt('universe://sol/history'), 'principal'] },
  },
  unity: {
    write: ['SetTimeScale', { value: 0.5, confirm: true }],
    read: { ListJournal: [itemsOf('ListJournal', 'Items'), 'Principal'] },
  },
  unreal: {
    write: ['spawn_actor', { class: 'StaticMeshActor' }],
    read: {
      list_writes: [itemsOf('list_writes', 'items'), 'by'],
      'unreal://journal': [itemsAt('unreal://journal'), 'principal'],
    },
  },
};

describe.each(Object.entries(HISTORIES))('the history of %s', (world, { write: [tool, args], read }) => {
  it('names the client of each write beside its principal', { timeout: 60_000 }, async () => {
    const { url } = await openWorld(world as AgentWorld, { allows: 'all' });
    const clients = await Promise.all(ERAS.map(([, visit]) => visit(url)));
    onTestFinished(async () => void (await Promise.all(clients.map(client => client.close()))));
    for (const client of clients) expect((await client.call(tool, args)).isError, tool).not.toBe(true);
    for (const [list, field] of Object.values(read)) {
      const items = (await list(clients[0] as Visitor)) as Record<string, unknown>[];
      expect(items.map(item => item[field])).toEqual(['local (client-v2)', 'local (sdk-v1)']);
    }
  });
});
