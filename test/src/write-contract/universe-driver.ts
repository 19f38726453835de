import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { withMore } from '../../../packages/writes/src/testing/write-bench.js';
import type { ToolCall, WriteDriver } from '../../../packages/writes/src/testing/write-driver.js';
import type { TestStore } from '../universe/stores.js';
import { startUniverse } from '../universe/universe-server.js';
import { keptJournal } from './kept-journal.js';
import { principals, served } from './official-writes.js';

const UNIVERSE = { universeId: 'sol' };
const MASS = 5.9722e24;

function sent(command: JsonObject): ToolCall {
  return { tool: 'send_universe_command', args: { ...UNIVERSE, command } };
}

function painted(id: string, color: string): ToolCall {
  return sent({ type: 'updateStar', id, payload: { color } });
}

export function universeDriver({ store, open }: TestStore): WriteDriver {
  const undo = (command: JsonObject) => sent({ type: 'undo', ...command });
  return {
    world: `universe, ${store}`,
    open: async () => {
      const journal = await open();
      const kept = keptJournal(journal);
      return served(() => startUniverse({ journal: kept.journal, http: principals() }), {
        restarts: true,
        inverses: kept.inverses,
        close: () => journal.close(),
      });
    },
    lacks: {
      'refusals by key': {
        reason: 'a command that was refused is not recorded, and leaves its key unused',
        verify: async bench => {
          const key = { operationKey: 'failed' };
          await bench.refused(bench.driver.missing, key, ['NotFound', 'Conflict']);
          await bench.done(bench.driver.write, key);
        },
      },
      'refusals in the list': {
        reason: 'the history has only commands that were applied',
        verify: async bench => {
          await bench.done(bench.driver.write);
          const list = await bench.list();
          await bench.refused(bench.driver.missing, {}, ['NotFound', 'Conflict']);
          assert.deepEqual(await bench.list(), list);
        },
      },
      'undone in the list': {
        reason:
          'an undo in the history names the revisions that it undid (`undoes`), and those do not name it',
        verify: async bench => {
          const { revision } = await bench.done(bench.driver.write);
          await bench.done(bench.driver.undo(Number(revision)));
          const { items } = JSON.parse(await bench.client.read('universe://sol/history')) as {
            items: { revision: number; undoes?: unknown }[];
          };
          assert.deepEqual(
            items.slice(0, 2).map(({ undoes }) => undoes !== undefined),
            [true, false],
          );
        },
      },
      'limited values': {
        reason: 'a value out of range is refused, and nothing is changed',
        verify: async bench => {
          await bench.refused(bench.driver.limited, {}, ['InvalidArgument']);
        },
      },
      'failures by key': {
        reason: 'a command is applied completely or refused',
        verify: async bench => {
          await bench.refused(bench.driver.limited, {}, ['InvalidArgument']);
        },
      },
      'final writes': {
        reason: 'every command has an undo',
        verify: async bench => {
          const state = await bench.state();
          const { revision } = await bench.done(bench.driver.destroy);
          await bench.done(bench.driver.undo(Number(revision)));
          assert.deepEqual(await bench.state(), state);
        },
      },
      'questions of final writes': {
        reason: 'there are no final writes',
        verify: async bench => {
          const { undo } = await bench.done(bench.driver.destroy);
          assert.match(String(undo), /^send_universe_command /);
        },
      },
    },
    write: painted('earth', '#ff0000'),
    other: painted('earth', '#00ff00'),
    beside: painted('mars', '#0000ff'),
    destroy: sent({ type: 'removeStar', id: 'earth' }),
    missing: painted('nowhere', '#ff0000'),
    values: ['#4f86d9', '#ff0000', '#00ff00'],
    valueIn: shown =>
      ((shown as { 'stars/earth': JsonObject | null })['stars/earth']?.color ?? null) as JsonValue,
    read: async client => {
      const { data } = await client.call({
        tool: 'get_universe_state',
        args: { ...UNIVERSE, ids: ['earth'], fields: ['color'] },
      });
      return (
        (data as { stars?: { earth?: { color: JsonValue } } }).stars?.earth?.color ?? JSON.stringify(data)
      );
    },
    state: async client => {
      const {
        revision: _,
        updatedAt: __,
        ...state
      } = JSON.parse(await client.read('universe://sol/state')) as JsonObject;
      assert.ok(JSON.stringify(state).includes('"rootIds"'), 'it is the whole state');
      return state;
    },
    reading: { tool: 'get_universe_state', args: { ...UNIVERSE, ids: ['earth'], fields: ['color'] } },
    undo: revision => undo({ revision }),
    undoSince: (since, own) => undo({ since, ...own }),
    forced: call => withMore(call, { command: { ...(call.args.command as JsonObject), force: true } }),
    list: async (client, { limit, next }) => {
      const uri = next === undefined ? 'universe://sol/history' : String(next);
      const page = JSON.parse(await client.read(uri)) as {
        items: { revision: number; principal: string }[];
        next?: string;
      };
      const items = page.items.map(({ revision, principal }) => ({
        revision,
        tool: 'send_universe_command',
        by: principal,
      }));
      return { items: items.slice(0, Math.max(limit, items.length)), ...(page.next && { next: page.next }) };
    },
    limited: sent({ type: 'updateStar', id: 'earth', payload: { mass: -MASS } }),
    batch: calls => sent({ type: 'batch', commands: calls.map(({ args }) => args.command as JsonValue) }),
    large: async () => ({
      call: sent({ type: 'replaceSnapshot', snapshot: { stars: { one: { mass: 1e30, radius: 1e5 } } } }),
      words: ['Universe "sol": Replaces the whole state: removes', '21 moons', 'Undo is possible.'],
    }),
  };
}
