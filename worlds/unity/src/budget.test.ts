import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { REVISIONS } from '@worldwire/protocol';
import { Principal } from '@worldwire/server/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playing } from './playing.test.js';
import { CLOSED, OPEN, Stage } from './stage.test.js';
import { NEEDS } from './tools/index.js';

const MAX_BYTES = 64 * 1024;
/** Of tools/list: the average of a tool, and of one that only reads. */
const MAX_TOOL_BYTES = 720;
const MAX_READ_BYTES = 600;
/** Those that every engine serves. */
const [TOOLS, READS] = [60, 30];
const WRITES = /^(input\.(send|record)|time\.step|editor\.(?!get))/;
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the size of answers', () => {
  let engine: Engine;
  let stage: Stage;
  beforeAll(async () => {
    engine = await openEmbedded({ objects: 3_000 });
    stage = await Stage.open({ grants: OPEN, engine });
  });
  afterAll(() => engine.close());

  /** The tools of the operations that this engine has. */
  const further = async () => {
    const { operations } = await engine.call('engine.describe', {});
    return Object.entries(NEEDS).filter(([, operation]) => operations.includes(operation));
  };

  it.each(REVISIONS)('tools/list has 720 bytes for a tool with everything allowed ($id)', async revision => {
    const client = { name: 'budget', version: '1' };
    const params = { protocolVersion: revision.id, capabilities: {}, clientInfo: client };
    const caller =
      revision.era === 'session'
        ? stage.kernel.initialize(params, Principal.LOCAL).session
        : {
            who: Principal.LOCAL,
            revision,
            capabilities: {},
            client,
            logLevel: undefined,
            session: undefined,
          };
    const list = await stage.ask(caller, 'tools/list', {});
    const { length } = list.tools as object[];
    expect(length).toBe(TOOLS + (await further()).length);
    expect(list.nextCursor).toBeUndefined();
    expect(bytes(list.tools)).toBeLessThan(length * MAX_TOOL_BYTES);
  });

  it('tools/list has 600 bytes for a tool when only reading is allowed', async () => {
    const closed = await Stage.open({ grants: CLOSED, engine });
    const list = await closed.ask(closed.caller({}), 'tools/list', {});
    const { length } = list.tools as object[];
    const reads = (await further()).filter(([, operation]) => !WRITES.test(operation));
    expect(length).toBe(READS + reads.length);
    expect(bytes(list.tools)).toBeLessThan(length * MAX_READ_BYTES);
  });

  it('tools/list is under 60 KB, and under 25 KB for reading alone, where the engine does everything', async () => {
    const all = await playing(Object.fromEntries(Object.values(NEEDS).map(operation => [operation, {}])));
    for (const [grants, max] of [
      [OPEN, 60],
      [CLOSED, 25],
    ] as const) {
      const stage = await Stage.open({ grants, engine: all.engine });
      const { tools } = await stage.ask(stage.caller({}), 'tools/list', {});
      expect(bytes(tools)).toBeLessThan(max * 1024);
    }
  });

  it.each([
    ['GetStatus', {}],
    ['ListScenes', {}],
    ['ListObjects', {}],
    ['ListObjects', { limit: 500 }],
    ['SearchObjects', { query: 'e', limit: 500 }],
    ['TailLogs', {}],
    ['TailLogs', { count: 2_000 }],
    ['ListJournal', { limit: 500 }],
    ['GetConfig', {}],
  ])('%s %j is under 64 KB', async (name, args) => {
    expect(bytes(await stage.result(name, args))).toBeLessThan(MAX_BYTES);
  });

  it('a page that was shortened goes on by offset, without a gap', async () => {
    const ids: string[] = [];
    let total = 0;
    do {
      const page = await stage.call<{ Total: number; Items: { Id: string }[] }>('ListObjects', {
        sceneId: 'scn:0',
        type: 'UnityEngine.Transform',
        limit: 500,
        offset: ids.length,
      });
      expect(page.Items.length).toBeGreaterThan(0);
      expect(page.Items.length).toBeLessThan(500);
      total = page.Total;
      ids.push(...page.Items.map(({ Id }) => Id));
    } while (ids.length < total && ids.length < 1_500);
    expect(total).toBeGreaterThan(3_000);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('long values and long logs stay small', async () => {
    const code = `for (let n = 0; n < 300; n++) console.log('"'.repeat(5000)); return 'x'.repeat(100000);`;
    const run = await stage.result('ConsoleEval', { code });
    expect(bytes(run)).toBeLessThan(MAX_BYTES);
    expect(bytes(await stage.result('TailLogs', { count: 2_000 }))).toBeLessThan(MAX_BYTES);
  });

  it('every tool says what it does', () => {
    for (const tool of stage.unity.world.tools as readonly {
      name: string;
      description: string;
      title: string;
    }[]) {
      expect(tool.description.length, tool.name).toBeGreaterThan(15);
      expect(tool.title, tool.name).toBeTruthy();
    }
  });
});
