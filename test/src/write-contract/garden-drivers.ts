import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@worldwire/journal/sqlite';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { defineWorld, type World } from '@worldwire/server';
import { beds } from '../../../examples/src/garden/beds.js';
import { readMoisture } from '../../../examples/src/garden/tool.js';
import { revisionOf, undoOf, withMore } from '../../../packages/writes/src/testing/write-bench.js';
import type { ToolCall, WriteDriver } from '../../../packages/writes/src/testing/write-driver.js';
import { startServer } from '../harness.js';
import { gardenTools, PLOTS } from './garden-world.js';
import { keptJournal } from './kept-journal.js';
import { batchOf, listWrites, principals, served } from './official-writes.js';

const GRANTS = { writes: true, eval: false };

function watered(bed: string, moisture: number): ToolCall {
  return { tool: 'set_moisture', args: { bed, moisture } };
}

/** What both gardens have. */
const COMMON = {
  write: watered('roses', 0.5),
  other: watered('roses', 0.6),
  beside: watered('herbs', 0.1),
  missing: watered('tulips', 0.5),
  values: [0.4, 0.5, 0.6] as const,
  valueIn: (shown: JsonValue) => shown,
  reading: { tool: 'list_writes', args: { limit: 1 } },
  undo: (revision: number) => ({ tool: 'undo_write', args: { revision } }),
  undoSince: (since: number, own?: { readonly mine: true }) => ({
    tool: 'undo_write',
    args: { since, ...own },
  }),
  forced: (call: ToolCall) => withMore(call, { force: true }),
  list: listWrites,
  batch: batchOf,
} as const;

let copies = 0;

/** A copy of the writes of the example, with a log of its own. */
export async function exampleGarden(): Promise<World> {
  beds.set('roses', 0.4).set('herbs', 0.7);
  const copy = `../../../examples/src/garden/guards.ts?copy=${++copies}`;
  const { setMoisture, undoWrites, listWrites, batch } = (await import(
    copy
  )) as typeof import('../../../examples/src/garden/guards.js');
  return defineWorld({
    name: 'garden',
    version: '1',
    tools: [readMoisture, setMoisture, undoWrites, listWrites, batch],
  });
}

const REFUSALS: WriteDriver['lacks'] = {
  'refusals by key': {
    reason: 'a call that was refused is not recorded, and leaves its key unused',
    verify: async bench => {
      const key = { operationKey: 'failed' };
      await bench.refused(bench.driver.missing, key, ['NotFound']);
      await bench.done(bench.driver.write, key);
    },
  },
  'refusals in the list': {
    reason: 'the log has only writes that began',
    verify: async bench => {
      await bench.done(bench.driver.write);
      const list = await bench.list();
      await bench.refused(bench.driver.missing, {}, ['NotFound']);
      assert.deepEqual(await bench.list(), list);
    },
  },
};

/** The garden of docs/world-api.md. `load` returns a copy of it with a log of its own. */
export function exampleDriver(load: () => Promise<World>): WriteDriver {
  const moistureOf = async (client: Parameters<WriteDriver['read']>[0], bed: string) =>
    ((await client.call({ tool: 'read_moisture', args: { bed } })).data.moisture ?? null) as JsonValue;
  return {
    ...COMMON,
    world: 'examples/garden',
    open: async () => {
      const world = await load();
      return served(() => startServer({ world, grants: GRANTS, http: principals() }));
    },
    lacks: {
      ...REFUSALS,
      'limited values': {
        reason: 'a value out of range is refused by the schema of the tool',
        verify: async bench => {
          await bench.refused(bench.driver.limited, {}, ['InvalidArgument']);
        },
      },
      removals: {
        reason: 'the example removes nothing',
        verify: async bench => {
          const { after = null } = await bench.plan(bench.driver.destroy);
          assert.equal(after, 0);
        },
      },
      'large writes': {
        reason: 'a call of the example changes one value',
        verify: async bench => {
          await bench.done(bench.driver.write);
        },
      },
      'final writes': {
        reason: 'the one write of the example has an undo',
        verify: async bench => {
          undoOf(await bench.done(bench.driver.write));
        },
      },
      'questions of final writes': {
        reason: 'the example has no final write',
        verify: async bench => {
          await bench.done(bench.driver.write);
        },
      },
      'readable journal': {
        reason: 'the log of the example is in memory, inside the world',
        verify: async bench => {
          assert.equal(bench.served.inverses, undefined);
          assert.equal(revisionOf(await bench.done(bench.driver.write)), 2);
        },
      },
      restart: {
        reason: 'the log of the example is in memory; a journal given to `keepWrites` lasts',
        verify: async bench => {
          const written = await bench.done(bench.driver.write);
          const again = await bench.driver.open();
          try {
            const client = await again.connect();
            assert.equal((await client.call(undoOf(written))).kind, 'NotFound');
          } finally {
            await again.close();
          }
        },
      },
    },
    // The example has one write. The same tool for another bed is another request.
    destroy: watered('roses', 0),
    read: client => moistureOf(client, 'roses'),
    state: async client => [await moistureOf(client, 'roses'), await moistureOf(client, 'herbs')],
    limited: watered('roses', 2),
  };
}

/** A garden with removals and limits, over SQLite. */
export const gardenDriver: WriteDriver = {
  ...COMMON,
  world: 'defineWrite',
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worldwire-writes-'));
    const beds = new Map<string, number | null>([
      ['roses', 0.4],
      ['herbs', 0.7],
    ]);
    const plots = new Set(PLOTS);
    const sqlite = await openSqlite(join(folder, 'journal.db'));
    const { journal, inverses } = keptJournal(sqlite);
    return served(
      () => {
        const tools = gardenTools({ beds, plots }, journal);
        return startServer({
          world: defineWorld({ name: 'garden', version: '1', tools }),
          grants: GRANTS,
          http: principals(),
        });
      },
      {
        restarts: true,
        inverses,
        close: async () => {
          await sqlite.close();
          await rm(folder, { recursive: true, force: true });
        },
      },
    );
  },
  lacks: REFUSALS,
  destroy: { tool: 'clear_bed', args: { bed: 'roses' } },
  read: async client =>
    ((await client.call({ tool: 'read_garden', args: {} })).data.beds as JsonObject).roses ?? null,
  state: async client => {
    const { beds, plots } = (await client.call({ tool: 'read_garden', args: {} })).data;
    return { beds, plots };
  },
  limited: watered('roses', 7),
  large: async () => ({
    call: { tool: 'clear_plots', args: { count: 21 } },
    words: ['Deletes 21', 'Undo is possible'],
  }),
  final: { tool: 'harvest', args: { plot: 'plot 1' } },
};
