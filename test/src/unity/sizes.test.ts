import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { modern, openSession } from '../harness.js';
import type { Dto, Explorer } from './explorer.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

const OBJECTS = 50_000;
const MAX_LIST = 43 * 1024;
const MAX_RESULT = 64 * 1024;

let server: UnityServer;
let explorer: Explorer;
beforeAll(async () => {
  server = await startUnity({ grants: ALL, engine: await openEmbedded({ objects: OBJECTS }) });
  explorer = server.explorer;
});
afterAll(() => server.close());

/** The bytes of each way in which a tool can be asked. */
async function bytesOf(name: string, args: object): Promise<number[]> {
  const params = { name, arguments: args };
  const stateless = await (await fetch(server.url, modern('tools/call', params))).text();
  const headers = await openSession(server.url);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const session = await (await fetch(server.url, { method: 'POST', headers, body })).text();
  const dialect = (await explorer.call(name, args)).text;
  return [stateless, session, dialect].map(text => Buffer.byteLength(text));
}

describe('the list of tools', () => {
  it('stays under 43 KB with its envelope in every revision and in the dialect', async () => {
    const sizes = [(await explorer.rpc('list_tools')).text];
    sizes.push(await (await fetch(server.url, modern('tools/list'))).text());
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const headers = await openSession(server.url, revision);
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      sizes.push(await (await fetch(server.url, { method: 'POST', headers, body })).text());
    }
    for (const text of sizes) {
      expect(text).toContain('UndoWrite');
      expect(Buffer.byteLength(text)).toBeLessThan(MAX_LIST);
    }
  });
});

describe('in a scene with 50,000 objects', () => {
  it.each<[string, object]>([
    ['GetStatus', {}],
    ['ListScenes', {}],
    ['ListObjects', {}],
    ['ListObjects', { limit: 500 }],
    ['ListObjects', { sceneId: 'scn:0', offset: 40_000, limit: 500 }],
    ['ListObjects', { type: 'UnityEngine.MeshRenderer' }],
    ['SearchObjects', { query: 'stone' }],
    ['SearchObjects', { query: 'stone', limit: 500 }],
    ['MousePick', { mode: 'world' }],
    ['MousePick', { mode: 'ui' }],
    ['TailLogs', {}],
    ['ListJournal', {}],
  ])('%s with %j answers within 64 KB', async (name, args) => {
    for (const bytes of await bytesOf(name, args)) expect(bytes).toBeLessThan(MAX_RESULT);
  });

  it.each(['unity://status', 'unity://scene/scn:0/objects', 'unity://search?name=stone&limit=500'])(
    '%s answers within 64 KB, also by GET /read',
    async uri => {
      const { text } = await explorer.rpc('read_resource', { uri });
      expect(Buffer.byteLength(text)).toBeLessThan(MAX_RESULT);
      const read = await fetch(`${server.base}/read?uri=${encodeURIComponent(uri)}`);
      expect((await read.arrayBuffer()).byteLength).toBeLessThan(MAX_RESULT);
    },
  );

  it('says how many there are, and offset leads to every one of them', async () => {
    const objectId = await explorer.find('/Crowd');
    const seen = new Set<string>();
    let total = OBJECTS;
    while (seen.size < total) {
      const page: Dto = await explorer.tool('ListChildren', { objectId, limit: 500, offset: seen.size });
      total = page.Total;
      expect(page.Items.length).toBeGreaterThan(50);
      const before = seen.size;
      for (const { Id } of page.Items) seen.add(Id);
      expect(seen.size).toBe(before + page.Items.length);
    }
    expect(total).toBe(OBJECTS);
  });

  it('long names fill a page sooner, and offset leads to the rest', async () => {
    const code = `for (let i = 0; i < 120; i++) scene.create('long ' + i + ' ' + '\\u4e16"\\n'.repeat(2000))`;
    await explorer.tool('ConsoleEval', { code });
    const seen: string[] = [];
    for (;;) {
      const args = { name: 'long ', offset: seen.length };
      const { Total, Items } = await explorer.tool('SearchObjects', args);
      seen.push(...Items.map(({ Id }) => Id));
      for (const bytes of await bytesOf('SearchObjects', args)) expect(bytes).toBeLessThan(MAX_RESULT);
      expect(Items.length).toBeGreaterThan(0);
      if (seen.length >= Total) break;
    }
    expect(new Set(seen).size).toBe(120);
  });

  it('a log of long lines is cut to the newest that fit', async () => {
    // The game logs as it goes on.
    await explorer.tool('SetTimeScale', { value: 0 });
    onTestFinished(() => explorer.tool('SetTimeScale', { value: 1 }).then(() => {}));
    await explorer.tool('ConsoleEval', {
      code: `for (let i = 0; i < 150; i++) console.log(i + ' ' + '\\u4e16'.repeat(3000)); console.log('the end')`,
    });
    const newest = async () => (await explorer.tool('TailLogs')).Items.at(-1)!.Message;
    await expect.poll(newest).toBe('the end');
    for (const bytes of await bytesOf('TailLogs', { count: 2_000 })) expect(bytes).toBeLessThan(MAX_RESULT);
    expect(await newest()).toBe('the end');
  });

  it('a journal of large writes is listed within 64 KB', async () => {
    for (let i = 0; i < 60; i++) {
      await explorer.tool('SetClipboardText', { text: `${i} ${'"\\'.repeat(5_000)}` });
      await explorer.tool('WriteConsoleScript', { path: `s${i}.cs`, content: 'x'.repeat(10_000) });
    }
    const { Total, Items } = await explorer.tool('ListJournal', { limit: 500 });
    expect(Total).toBeGreaterThan(Items.length - 1);
    for (const bytes of await bytesOf('ListJournal', { limit: 500 })) expect(bytes).toBeLessThan(MAX_RESULT);
    const next = await explorer.tool('ListJournal', { limit: 1, offset: Items.length });
    if (Total > Items.length) expect(next.Items).toHaveLength(1);
  });

  it('what code gives back is cut, however much it is', async () => {
    for (const code of ['"x".repeat(1e6)', 'Array.from({ length: 1e5 }, (_, i) => ({ i }))']) {
      for (const bytes of await bytesOf('ConsoleEval', { code })) expect(bytes).toBeLessThan(MAX_RESULT);
    }
  });
});
