import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { ERAS, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TEMPLATES = {
  'universe://{id}/state{?revision,maxBytes}': 'application/json',
  'universe://{id}/changes{?since,from,maxBytes}': 'application/json',
  'universe://{id}/history{?cursor}': 'application/json',
  'universe://{id}/bookmarks': 'application/json',
  'universe://{id}/ephemeris{?t,from}': 'application/json',
  'universe://{id}/map.png{?width,height,focus,t,maxBytes}': 'image/png',
};

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
  await server.rest.create('u-1', THREE_STARS);
  await server.rest.create('u-2');
  await server.rest.command(
    'u-1',
    range(1, 3).map(dt => ({ type: 'tick', dt })),
  );
});
afterAll(() => server.close());

describe.each(ERAS)('the resources of the universe, for %s', (_era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  const json = async (uri: string) => JSON.parse((await visitor.read(uri)).text) as Record<string, unknown>;

  it('are templates for every universe', async () => {
    const templates = await visitor.templates();
    expect(Object.fromEntries(templates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType]))).toEqual(
      TEMPLATES,
    );
  });

  it('are listed: the guide, and the state of each universe', async () => {
    const uris = (await visitor.resources()).map(({ uri }) => uri);
    expect(uris.sort()).toEqual([
      'docs://worldwire/commands',
      'universe://sol/state',
      'universe://u-1/state',
      'universe://u-2/state',
    ]);
  });

  it.each(Object.keys(TEMPLATES))('complete the ids of universes: %s', async uri => {
    const ref = { type: 'ref/resource', uri };
    expect(await visitor.complete(ref, 'id', 'u-')).toEqual(['u-1', 'u-2']);
    expect(await visitor.complete(ref, 'id', 's')).toEqual(['sol']);
    expect(await visitor.complete(ref, 'id', '')).toEqual(['sol', 'u-1', 'u-2']);
    expect(await visitor.complete(ref, 'id', 'zzz')).toEqual([]);
  });

  it('give the state', async () => {
    const content = await visitor.read('universe://u-1/state');
    expect(content).toMatchObject({ uri: 'universe://u-1/state', mimeType: 'application/json' });
    const { state, revision } = (await server.rest.get('/universes/u-1')).body;
    expect(JSON.parse(content.text)).toEqual({ ...state, revision });
  });

  it('give the state at an earlier revision', async () => {
    expect(await json('universe://u-1/state?revision=1')).toMatchObject({ revision: 1, time: 101 });
    await expect(visitor.read('universe://u-1/state?revision=99')).rejects.toMatchObject({
      message: expect.stringContaining('no revision 99'),
      data: { hint: expect.stringContaining('0 to 3') },
    });
  });

  it('return the changes from the beginning or after a revision', async () => {
    const { body } = await server.rest.get('/universes/u-1/changes');
    expect(await json('universe://u-1/changes')).toEqual(body);
    expect(await json('universe://u-1/changes?since=2')).toMatchObject({
      since: 2,
      revision: 3,
      items: [{ revision: 3, command: { type: 'tick', dt: 3 }, changes: [{ op: 'time', value: 106 }] }],
    });
    expect(await json('universe://u-1/changes?since=3')).toEqual({ since: 3, revision: 3, items: [] });
  });

  it('give the names of revisions, which other reads take', async () => {
    const command = { type: 'bookmark', name: 'start', revision: 1 };
    await visitor.call('send_universe_command', { universeId: 'u-1', command });
    expect(await json('universe://u-1/bookmarks')).toMatchObject({
      revision: 3,
      total: 1,
      items: [{ name: 'start', revision: 1 }],
    });
    expect(await json('universe://u-1/state?revision=start')).toMatchObject({ revision: 1, time: 101 });
    const read = (args: object) => visitor.call('get_universe_state', { universeId: 'u-1', ...args });
    expect((await read({ since: 'start' })).structuredContent).toMatchObject({ since: 1, revisions: 2 });
    expect((await read({ diff: ['start', 3] })).structuredContent).toMatchObject({ time: [101, 106] });
    expect((await read({ revision: 'strat' })).content[0]?.text).toContain('Bookmarks: "start"');
  });

  it('give the history, newest first', async () => {
    const { items } = (await server.rest.get('/universes/u-1/history')).body;
    expect(await json('universe://u-1/history')).toEqual({ revision: 3, items });
  });

  it('give positions, at the time of the universe or at another', async () => {
    expect(await json('universe://u-1/ephemeris')).toMatchObject({ t: 106, revision: 3 });
    expect(await json('universe://sol/ephemeris?t=86400')).toEqual(
      (await server.rest.get('/universes/sol/ephemeris?t=86400')).body,
    );
  });

  it('give a picture that is the same as by REST', async () => {
    const { mimeType, blob } = await visitor.read('universe://sol/map.png');
    expect(mimeType).toBe('image/png');
    const bytes = Buffer.from(blob, 'base64');
    expect(bytes.subarray(0, 8)).toEqual(PNG);
    const same = '/universes/sol/map.png?width=960&height=640&maxBytes=72000';
    expect(bytes.equals((await server.rest.get(same)).bytes)).toBe(true);
  });

  it('give a picture of the system of a body, by its name, in the size that is asked for', async () => {
    const { blob } = await visitor.read(
      'universe://sol/map.png?width=400&height=300&focus=Jupiter&t=2030-01-01',
    );
    const bytes = Buffer.from(blob, 'base64');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([400, 300]);
    const t = (Date.UTC(2030, 0, 1) - Date.UTC(2000, 0, 1, 12)) / 1000;
    const same = `/universes/sol/map.png?width=400&height=300&focus=jupiter&t=${t}&maxBytes=72000`;
    expect(bytes.equals((await server.rest.get(same)).bytes)).toBe(true);
    await expect(visitor.read('universe://sol/map.png?focus=Jupitr')).rejects.toMatchObject({
      data: { hint: expect.stringContaining('"jupiter"') },
    });
  });

  it('give a guide to all commands', async () => {
    const { mimeType, text } = await visitor.read('docs://worldwire/commands');
    expect(mimeType).toBe('text/markdown');
    const listing = await visitor.call('list_universe_commands', { universeId: 'sol' });
    const { categories } = listing.structuredContent as unknown as {
      categories: { name: string; commands: { type: string; example: object }[] }[];
    };
    expect(categories.flatMap(({ commands }) => commands).length).toBeGreaterThan(20);
    for (const { name, commands } of categories) {
      expect(text).toContain(`## ${name}`);
      for (const { type, example } of commands) {
        expect(text).toContain(`### ${type}`);
        expect(text).toContain(JSON.stringify(example));
      }
    }
  });

  it.each([
    'universe://missing/state',
    'universe://missing/changes?since=1',
    'universe://missing/history',
    'universe://missing/ephemeris',
    'universe://missing/map.png',
    'universe://a%00b/state',
    'universe://sol/nothing',
    'docs://worldwire/nothing',
  ])('are not found where there is none: %s', async uri => {
    await expect(visitor.read(uri)).rejects.toMatchObject({
      message: expect.stringContaining('Resource not found'),
      data: { uri },
    });
  });

  it('say which universes there are, where one does not exist', async () => {
    await expect(visitor.read('universe://slo/state')).rejects.toMatchObject({
      data: { hint: expect.stringContaining('Did you mean sol? Universes: sol, u-1, u-2.') },
    });
  });

  it.each([
    'universe://u-1/changes?since=-1',
    'universe://u-1/changes?since=soon',
    'universe://u-1/changes?since=1.5',
    'universe://u-1/changes?since=4',
    'universe://u-1/ephemeris?t=noon',
    'universe://u-1/ephemeris?t=Infinity',
  ])('refuse a question that means nothing, which is no failure of the server: %s', async uri => {
    const before = server.logged.length;
    await expect(visitor.read(uri)).rejects.toMatchObject({ code: -32602 });
    expect(server.logged.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe.each(ERAS)('the prompts of the universe, for %s', (_era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  it('are three, each with the arguments it needs', async () => {
    const prompts = await visitor.prompts();
    expect(Object.fromEntries(prompts.map(({ name, arguments: all }) => [name, all]))).toMatchObject({
      build_system: [
        { name: 'universeId', required: true },
        { name: 'wish', required: true },
      ],
      tour: [{ name: 'universeId', required: true }],
      diagnose: [{ name: 'universeId', required: true }],
    });
    expect(prompts).toHaveLength(3);
  });

  it.each(['build_system', 'tour', 'diagnose'])(
    'speak of the universe asked for, and of tools that exist: %s',
    async name => {
      const wish = 'a red dwarf with three icy planets';
      const text = await visitor.prompt(name, {
        universeId: 'u-1',
        ...(name === 'build_system' && { wish }),
      });
      expect(text).toContain('u-1');
      if (name === 'build_system') expect(text).toContain(wish);
      const tools = (await visitor.tools()).map(tool => tool.name);
      const named = [...text.matchAll(/\b[a-z]+_universe_[a-z]+\b/g)].map(([tool]) => tool);
      expect(named.length).toBeGreaterThan(0);
      expect(tools).toEqual(expect.arrayContaining(named));
    },
  );

  it('complete the id of a universe', async () => {
    expect(await visitor.complete({ type: 'ref/prompt', name: 'tour' }, 'universeId', 'u')).toEqual([
      'u-1',
      'u-2',
    ]);
  });

  it('refuse to begin without an argument they need', async () => {
    await expect(visitor.prompt('tour', {})).rejects.toMatchObject({ code: -32602 });
  });
});
