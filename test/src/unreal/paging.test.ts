import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, type Facts, items, json, pages } from './answers.js';
import { DocumentClient } from './document-client.js';
import { startChain } from './live-chain.js';
import { DOOR_CLASS, HARBOUR } from './saltmere.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

/** Enough actors with long labels that not all fit into one answer. */
const CROWD = 130;
const AT_ONCE = 26;
const LABEL =
  'A lamp whose name goes on and on, so that a page of such lamps is larger than an answer may be ';

let server: UnrealServer;
beforeAll(async () => {
  server = await startUnreal({ grants: ALL });
});
afterAll(() => server.close());

describe.each(ERAS)('the pages that %s reads', (_era, visit) => {
  let client: Visitor;
  beforeAll(async () => {
    client = await visit(server.url);
  });
  afterAll(() => client.close());

  it.each([
    ['list_assets', { path: '/Game' }, 5],
    ['list_assets', { class: 'Blueprint' }, 1],
    ['find_assets', { query: 'stone' }, 1],
    ['list_actors', { path: HARBOUR, query: 'quay' }, 2],
  ] as const)('of %s %j have every item once, in the order of one large page', async (name, args, limit) => {
    const whole = await answer(client, name, { ...args, limit: 200 });
    const all = await pages(client, name, { ...args, limit });
    expect(all.flatMap(items)).toEqual(whole.items);
    expect(all.slice(0, -1).map(page => items(page).length)).toEqual(all.slice(1).map(() => limit));
    expect(all.length).toBe(Math.ceil(items(whole).length / limit));
    expect(new Set(all.map(({ total }) => total))).toEqual(new Set([items(whole).length]));
  });

  it('of references cover both lists', async () => {
    const whole = await answer(client, 'get_references', { path: DOOR_CLASS });
    const all = await pages(client, 'get_references', { path: DOOR_CLASS, limit: 1 });
    expect(all).toHaveLength(4);
    expect(all.flatMap(({ references }) => references)).toEqual(whole.references);
    expect(all.flatMap(({ referencers }) => referencers)).toEqual(whole.referencers);
  });

  it('of the selection end with the selection', async () => {
    const paths = each(await answer(client, 'list_actors', { path: HARBOUR, query: 'lantern' }), 'path');
    await answer(client, 'select_actors', { paths });
    const all = await pages(client, 'get_selection', { limit: 2 });
    expect(all.flatMap(page => each(page, 'path'))).toEqual(paths);
    expect(all.length).toBe(Math.ceil(paths.length / 2));
    await answer(client, 'select_actors', { paths: [] });
  });

  it.each([
    ['t3d', 3_000],
    ['json', 10],
  ])('of the contents of a Blueprint make up the whole, as %s', async (format, limit) => {
    const args = { path: DOOR_CLASS, format };
    const parts: unknown[] = [];
    let offset: unknown = 0;
    while (offset !== undefined) {
      const result = await client.call('get_blueprint_contents', { ...args, offset, limit });
      const part = result.structuredContent as Facts;
      parts.push(...(format === 't3d' ? [part.text] : (part.objects as unknown[])));
      offset = part.nextOffset;
      const links = result.content.filter(({ type }) => type === 'resource_link');
      expect(links).toHaveLength(offset === undefined ? 0 : 1);
      if (offset !== undefined) expect(part.note).toContain(`Continue with offset ${offset}`);
    }
    expect(parts.length).toBeGreaterThan(3);
    const whole = await answer(client, 'get_blueprint_contents', { ...args, limit: 200_000 });
    if (format === 't3d') expect(parts.join('')).toBe(whole.text);
    else expect(parts).toHaveLength(whole.total as number);
  });

  it('of the journal go back to the first write', async () => {
    const newest = await json(client, 'unreal://journal');
    const seen: unknown[] = [];
    for (let page: Facts | undefined = newest; page !== undefined; ) {
      seen.push(...each(page, 'revision'));
      page = page.nextCursor ? await json(client, `unreal://journal?cursor=${page.nextCursor}`) : undefined;
    }
    expect(seen.length).toBe((newest.revision as number) / 2);
    expect(seen).toEqual(seen.map((_, index) => (newest.revision as number) - 2 * index));
  });
});

describe('a list of large items', () => {
  it('has fewer items on a page than the limit, and loses none', async () => {
    const [, visit] = ERAS[0] as (typeof ERAS)[number];
    const client = await visit(server.url);
    for (let lamp = 0; lamp < CROWD; lamp += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, index) => LABEL + (lamp + index));
      await Promise.all(some.map(name => answer(client, 'spawn_actor', { class: 'PointLight', name })));
    }
    const all = await pages(client, 'list_actors', { class: 'PointLight', query: 'a lamp', limit: 200 });
    expect(all.length).toBeGreaterThan(1);
    for (const page of all) expect(JSON.stringify(page).length).toBeLessThan(62_000);
    const labels = new Set(all.flatMap(page => each(page, 'label')));
    expect(labels.size).toBe(CROWD);
    expect(all.flatMap(items)).toHaveLength(CROWD);
    await client.close();
  });
});

describe('the list of resources', () => {
  it('has the first two hundred assets, page by page, and names the complete list', async () => {
    const chain = await startChain({ manyAssets: 250 });
    const client = await DocumentClient.open(chain.server.url);
    const uris: string[] = [];
    let cursor: unknown;
    do {
      const page = await client.result('resources/list', cursor === undefined ? {} : { cursor });
      uris.push(...(page.resources as { uri: string }[]).map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(uris).toHaveLength(205);
    expect(new Set(uris).size).toBe(205);
    expect(uris).toContain('unreal://assets');
    const { content } = await client.result('resources/get_content', { uri: 'unreal://assets' });
    const first = JSON.parse(content as unknown as string) as Facts;
    const rest = await client.result('resources/get_content', {
      uri: `unreal://assets?cursor=${encodeURIComponent(first.nextCursor as string)}`,
    });
    const all = [first, JSON.parse(rest.content as unknown as string) as Facts].flatMap(page =>
      each(page, 'path'),
    );
    expect(new Set(all).size).toBe(255);
    await chain.close();
  });
});
