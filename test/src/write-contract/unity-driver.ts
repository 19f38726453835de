import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { openUnity } from '@worldwire/unity';
import { withMore } from '../../../packages/writes/src/testing/write-bench.js';
import type {
  ToolCall,
  WriteClient,
  WriteDriver,
} from '../../../packages/writes/src/testing/write-driver.js';
import { serveWorld } from '../harness.js';
import { keptJournal } from './kept-journal.js';
import { principals, served } from './official-writes.js';

const HEALTH = 'Worldwire.Health';
const SETTINGS = { componentAllowlist: [HEALTH] };

/** The ids of the sample scene, which its engine gives again when the scene is loaded. */
export interface UnitySample {
  readonly engine: Engine;
  readonly turret: string;
  readonly crate: string;
  readonly arena: string;
}

/** Loads the scene again, with its clock standing still. */
export async function resetScene(engine: Engine): Promise<UnitySample> {
  await engine.call('scene.load', { name: 'Arena', mode: 'single' });
  await engine.call('time.set', { scale: 0, lock: true });
  const { items } = await engine.call('object.list', { limit: 500 } as never);
  const idOf = (name: string) => {
    const found = (items as readonly { id: string; name: string }[]).find(each => each.name === name);
    assert.ok(found, `the scene has ${name}`);
    return found.id;
  };
  return { engine, turret: idOf('Turret'), crate: idOf('Crate 1'), arena: idOf('Arena') };
}

export async function openScene(engine: Engine, settings: object = SETTINGS) {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-writes-'));
  await writeFile(join(folder, 'mcp.config.json'), JSON.stringify(settings));
  const grants = { writes: true, eval: true, remoteConfig: false, readOnly: false };
  const { journal, inverses } = keptJournal();
  return served(
    () =>
      serveWorld(
        async log => {
          const { world } = await openUnity({
            ...{
              engine,
              journal,
              log,
              now: Date.now,
              folder,
              grants,
              temporaryFolder: folder,
              pid: process.pid,
            },
            endpoint: { bindAddress: '127.0.0.1', port: 51_477 },
          });
          return { world };
        },
        { grants, http: principals() },
      ),
    { restarts: true, inverses, close: () => rm(folder, { recursive: true, force: true }) },
  );
}

export function unityDriver(sample: () => Promise<UnitySample>, engine: () => Engine): WriteDriver {
  // The calls name ids, which are known when the scene is loaded.
  const ids = { turret: '', crate: '', arena: '' };
  const object = (name: keyof typeof ids): JsonObject => ({
    get objectId() {
      return ids[name];
    },
  });
  const health = (name: keyof typeof ids, value: number, member = 'maximum'): ToolCall => ({
    tool: 'SetMember',
    get args() {
      return { ...object(name), componentType: HEALTH, member, jsonValue: value };
    },
  });
  return {
    world: 'unity',
    open: async () => {
      Object.assign(ids, await sample());
      return openScene(engine());
    },
    lacks: {
      batches: {
        reason: 'each write is a call of its own',
        verify: async bench => {
          const { text } = await bench.client.call({ tool: 'batch', args: { writes: [] } });
          assert.match(text, /There is no tool "batch"/);
        },
      },
    },
    write: health('turret', 120),
    other: health('turret', 130),
    beside: {
      tool: 'SetActive',
      get args() {
        return { ...object('crate'), active: false };
      },
    },
    destroy: {
      tool: 'RemoveComponent',
      get args() {
        return { ...object('turret'), typeOrIndex: HEALTH };
      },
    },
    missing: {
      tool: 'SetMember',
      args: { objectId: 'obj:999999', componentType: HEALTH, member: 'maximum', jsonValue: 1 },
    },
    values: [250, 120, 130],
    valueIn: shown => ((shown as JsonObject | null)?.valueJson ?? null) as JsonValue,
    read: client => member(client, ids.turret, 'maximum'),
    state: async client => {
      const { data, isError, text } = await client.call({ tool: 'ListObjects', args: { limit: 500 } });
      assert.ok(!isError, text);
      const values = [];
      for (const [id, name] of [
        [ids.turret, 'maximum'],
        [ids.turret, 'current'],
      ] as const)
        values.push(await member(client, id, name));
      return [data.Items, values];
    },
    reading: { tool: 'GetStatus', args: {} },
    undo: id => ({ tool: 'UndoWrite', args: { id } }),
    undoSince: (since, own) => ({ tool: 'UndoWrite', args: { since, ...own } }),
    forced: call => withMore(call, { force: true }),
    list: async (client, { limit, next = 0 }) => {
      const { data } = await client.call({ tool: 'ListJournal', args: { limit, offset: next } });
      const { Items, NextOffset } = data as { Items: JsonObject[]; NextOffset?: number };
      return {
        items: Items.map(({ Id, Tool, Principal, Outcome, Undone }) => ({
          ...{ revision: Id as number, tool: String(Tool), by: String(Principal) },
          ...{ outcome: String(Outcome), isUndone: Undone === true },
        })),
        ...(NextOffset !== undefined && { next: NextOffset }),
      };
    },
    limited: health('turret', 10_000, 'current'),
    large: async () => {
      for (let made = 0; made < 10; made++)
        await engine().call('object.create', { name: `Barrel ${made}`, parent: ids.arena });
      return {
        call: { tool: 'DestroyObject', args: { objectId: ids.arena } },
        words: ['Arena', '25 objects below it', 'It cannot be undone'],
      };
    },
    final: {
      tool: 'DestroyObject',
      get args() {
        return object('crate');
      },
    },
  };
}

async function member(client: WriteClient, objectId: string, name: string): Promise<JsonValue> {
  const { data } = await client.call({
    tool: 'ReadComponentMember',
    args: { objectId, componentType: HEALTH, name },
  });
  return data.valueJson ?? null;
}
