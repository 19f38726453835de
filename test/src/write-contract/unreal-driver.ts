import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { openSample, type UnrealSource } from '@worldwire/unreal';
import { withMore } from '../../../packages/writes/src/testing/write-bench.js';
import type { ToolCall, WriteDriver } from '../../../packages/writes/src/testing/write-driver.js';
import { ALL, startUnreal } from '../unreal/unreal-server.js';
import { keptJournal } from './kept-journal.js';
import { batchOf, listWrites, principals, served } from './official-writes.js';

const LEVEL = '/Game/Maps/Harbour.Harbour:PersistentLevel';
const DOOR = `${LEVEL}.BP_Door_C_1`;

function angle(value: number, object = DOOR): ToolCall {
  return { tool: 'set_property', args: { object, property: 'OpenAngle', value } };
}

export const unrealDriver: WriteDriver = {
  world: 'unreal',
  open: async () => {
    const sample = openSample({ now: Date.now });
    const { journal, inverses } = keptJournal();
    return served(
      () =>
        startUnreal({
          grants: ALL,
          journal,
          sources: async () => [lasting(sample)],
          http: principals(),
        }),
      { restarts: true, inverses, close: () => sample.close() },
    );
  },
  lacks: {
    'limited values': {
      reason: 'the sample refuses a value out of range, and nothing is changed',
      verify: async bench => {
        await bench.refused(bench.driver.limited, {}, ['InvalidArgument']);
      },
    },
    'questions of final writes': {
      reason: 'a person is asked where something is lost: attached actors, or unsaved levels',
      verify: async bench => {
        await bench.done(bench.driver.final as ToolCall);
      },
    },
  },
  write: angle(12),
  other: angle(13),
  beside: angle(14, `${LEVEL}.BP_Door_C_2`),
  destroy: { tool: 'destroy_actor', args: { path: DOOR } },
  missing: angle(12, `${LEVEL}.Nothing_1`),
  values: [95, 12, 13],
  valueIn: shown => shown,
  read: async client => {
    const { data } = await client.call({
      tool: 'get_property',
      args: { object: DOOR, property: 'OpenAngle' },
    });
    return data.value ?? null;
  },
  state: async client => {
    const actors = await client.call({ tool: 'list_actors', args: { limit: 100 } });
    assert.ok(!actors.isError, actors.text);
    const { items, total } = actors.data as { items: JsonObject[]; total: number };
    assert.equal(items.length, total);
    const angles = [];
    for (const { path } of items.filter(({ class: kind }) => kind === 'BP_Door_C')) {
      const { data } = await client.call({
        tool: 'get_property',
        args: { object: path as JsonValue, property: 'OpenAngle' },
      });
      angles.push(data.value);
    }
    const level = await client.call({ tool: 'list_levels', args: {} });
    const { revision: _, ...levels } = level.data;
    return [items, angles, levels];
  },
  reading: { tool: 'get_property', args: { object: DOOR, property: 'bLocked' } },
  undo: revision => ({ tool: 'undo_write', args: { revision } }),
  undoSince: (since, own) => ({ tool: 'undo_write', args: { since, ...own } }),
  forced: call => withMore(call, { force: true }),
  list: listWrites,
  limited: angle(500),
  large: async client => {
    for (let made = 0; made < 6; made++)
      await client.call({ tool: 'spawn_actor', args: { class: 'PointLight', location: [made, 0, 0] } });
    return { call: { tool: 'undo_write', args: { since: 0 } }, words: ['Delete 6 actors'] };
  },
  final: { tool: 'log_message', args: { message: 'Hello' } },
  batch: batchOf,
};

/** The editor goes on where the server ends. */
function lasting(sample: UnrealSource): UnrealSource {
  return new Proxy(sample, {
    get(target, name) {
      if (name === 'close') return async () => {};
      // Private members need the source itself.
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
