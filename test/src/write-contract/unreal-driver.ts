import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { openEditor, openSample, type UnrealSource } from '@worldwire/unreal';
import { withMore } from '../../../packages/writes/src/testing/write-bench.js';
import type {
  ToolCall,
  WriteClient,
  WriteDriver,
} from '../../../packages/writes/src/testing/write-driver.js';
import { FakeEditor, type FakeOptions } from '../unreal/fake-editor/index.js';
import { PATIENT, QUICK } from '../unreal/live-chain.js';
import { ALL, startUnreal } from '../unreal/unreal-server.js';
import { keptJournal } from './kept-journal.js';
import { batchOf, listWrites, principals, served } from './official-writes.js';

const LEVEL = '/Game/Maps/Harbour.Harbour:PersistentLevel';
const HALL = '/Game/Maps/Hall.Hall:PersistentLevel';
const LIGHT = `${HALL}.PointLight_1.LightComponent0`;
const DOOR = `${LEVEL}.BP_Door_C_1`;

const LACKS: WriteDriver['lacks'] = {
  'questions of final writes': {
    reason: 'a person is asked where something is lost: attached actors, or unsaved levels',
    verify: async bench => {
      await bench.done(bench.driver.final as ToolCall);
    },
  },
};

/** What all sources have in common, with the values that the calls change. */
function common(values: readonly { readonly object: string; readonly property: string }[]) {
  const [first = { object: '', property: '' }] = values;
  const propertyOf = async (client: WriteClient, args: JsonObject): Promise<JsonValue> => {
    const { isError, data, text } = await client.call({ tool: 'get_property', args });
    return isError ? (text.split('\n', 1)[0] ?? '') : (data.value ?? null);
  };
  return {
    lacks: LACKS,
    valueIn: (shown: JsonValue) => shown,
    read: (client: WriteClient) => propertyOf(client, first),
    state: async (client: WriteClient) => {
      const actors = await client.call({ tool: 'list_actors', args: { limit: 100 } });
      assert.ok(!actors.isError, actors.text);
      const { items, total } = actors.data as { items: JsonObject[]; total: number };
      assert.equal(items.length, total);
      const found = [];
      for (const each of values) found.push(await propertyOf(client, each));
      const level = await client.call({ tool: 'list_levels', args: {} });
      const { revision: _, ...levels } = level.data;
      return [items, found, levels];
    },
    undo: (revision: number) => ({ tool: 'undo_write', args: { revision } }),
    undoSince: (since: number, own?: { readonly mine: true }) => ({
      tool: 'undo_write',
      args: { since, ...own },
    }),
    forced: (call: ToolCall) => withMore(call, { force: true }),
    list: listWrites,
    large: async (client: WriteClient) => {
      for (let made = 0; made < 6; made++)
        await client.call({ tool: 'spawn_actor', args: { class: 'PointLight', location: [made, 0, 0] } });
      return { call: { tool: 'undo_write', args: { since: 0 } }, words: ['Delete 6 actors'] };
    },
    final: { tool: 'log_message', args: { message: 'Hello' } },
    batch: batchOf,
  };
}

function set(object: string, property: string, value: JsonValue): ToolCall {
  return { tool: 'set_property', args: { object, property, value } };
}

export const unrealDriver: WriteDriver = {
  ...common([1, 2].map(index => ({ object: `${LEVEL}.BP_Door_C_${index}`, property: 'OpenAngle' }))),
  world: 'unreal',
  lacks: {
    ...LACKS,
    'limited values': {
      reason: 'the sample refuses a value out of range, and nothing is changed',
      verify: async bench => {
        await bench.refused(bench.driver.limited, {}, ['InvalidArgument']);
      },
    },
  },
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
  write: set(DOOR, 'OpenAngle', 12),
  other: set(DOOR, 'OpenAngle', 13),
  beside: set(`${LEVEL}.BP_Door_C_2`, 'OpenAngle', 14),
  destroy: { tool: 'destroy_actor', args: { path: DOOR } },
  missing: set(`${LEVEL}.Nothing_1`, 'OpenAngle', 12),
  values: [95, 12, 13],
  reading: { tool: 'get_property', args: { object: DOOR, property: 'bLocked' } },
  limited: set(DOOR, 'OpenAngle', 500),
};

/** A fake of the editor. It goes on where the server ends, and the next server connects to it. */
export function editorDriver(fake: Partial<FakeOptions>): WriteDriver {
  return {
    ...common([
      { object: LIGHT, property: 'Intensity' },
      { object: `${HALL}.Door_1`, property: 'IsOpen' },
    ]),
    world: `unreal, editor ${JSON.stringify(fake)}`,
    open: async () => {
      const editor = await FakeEditor.start(fake);
      const { journal, inverses } = keptJournal();
      return served(
        () =>
          startUnreal({
            grants: ALL,
            journal,
            sources: async log => [
              openEditor({ url: editor.url, fetch, now: Date.now, log, intervals: QUICK, limits: PATIENT }),
            ],
            http: principals(),
          }),
        { restarts: true, inverses, close: () => editor.stop() },
      );
    },
    write: set(LIGHT, 'Intensity', 12),
    other: set(LIGHT, 'Intensity', 13),
    beside: set(`${HALL}.Door_1`, 'IsOpen', true),
    destroy: { tool: 'destroy_actor', args: { path: `${HALL}.PointLight_1` } },
    missing: set(`${HALL}.Nothing_1`, 'Intensity', 12),
    values: [5000, 12, 13],
    reading: { tool: 'get_property', args: { object: LIGHT, property: 'LightColor' } },
    limited: set(LIGHT, 'Intensity', 'bright'),
  };
}

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
