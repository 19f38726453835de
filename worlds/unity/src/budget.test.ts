import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { REVISIONS } from '@worldwire/protocol';
import { Principal } from '@worldwire/server/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSED, OPEN, Stage } from './stage.test.js';

const MAX_BYTES = 64 * 1024;
const MAX_LIST_BYTES = 40 * 1024;
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the size of answers', () => {
  let engine: Engine;
  let stage: Stage;
  beforeAll(async () => {
    engine = await openEmbedded({ objects: 3_000 });
    stage = await Stage.open({ grants: OPEN, engine });
  });
  afterAll(() => engine.close());

  it.each(REVISIONS)('tools/list is under 40 KB with everything allowed ($id)', async revision => {
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
    expect((list.tools as object[]).length).toBe(58);
    expect(list.nextCursor).toBeUndefined();
    expect(bytes(list.tools)).toBeLessThan(MAX_LIST_BYTES);
  });

  it('tools/list is under 20 KB when only reading is allowed', async () => {
    const closed = await Stage.open({ grants: CLOSED, engine });
    const list = await closed.ask(closed.caller({}), 'tools/list', {});
    expect((list.tools as object[]).length).toBe(28);
    expect(bytes(list.tools)).toBeLessThan(MAX_LIST_BYTES / 2);
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
