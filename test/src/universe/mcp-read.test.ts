import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const LARGE = Object.fromEntries(
  range(1, 5_000).map(number => [`body-${number}`, { name: `Body ${number}` }]),
);

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse({ limits: { resultBytes: 500_000 } });
  await server.rest.create('u-1', THREE_STARS);
  await server.rest.create('large', { stars: LARGE });
});
afterAll(() => server.close());

describe.each(ERAS)('get_universe_state, for %s', (era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  const read = (args: object) => visitor.call('get_universe_state', args);

  it('gives only the parts that are asked for', async () => {
    const result = parsed(await read({ universeId: 'sol', include: ['rootIds', 'time'] }));
    expect(Object.keys(result).sort()).toEqual(['revision', 'rootIds', 'time']);
    expect(result.rootIds).toContain('sun');
  });

  it('gives only the entities that are asked for, of any kind', async () => {
    const { state } = (await server.rest.get('/universes/sol')).body;
    const result = parsed(await read({ universeId: 'sol', ids: ['earth', 'moon', 'missing'] }));
    expect(result.stars).toEqual({ earth: state.stars.earth, moon: state.stars.moon });
    expect(result.groups).toEqual({});
    expect(result.rootIds).toBeUndefined();
    expect(result.notFound).toEqual([{ id: 'missing' }]);
  });

  it('gives only the entities of the parts, where both are asked for', async () => {
    const result = parsed(await read({ universeId: 'sol', ids: ['earth'], include: ['nebulae', 'rootIds'] }));
    expect(result).toEqual({
      ...{ revision: 0, nebulae: {}, rootIds: expect.arrayContaining(['sun']) },
      notFound: [{ id: 'earth', in: 'stars' }],
    });
  });

  it('gives only the revision where nothing is asked for', async () => {
    expect(parsed(await read({ universeId: 'sol', include: [] }))).toEqual({ revision: 0 });
  });

  it('gives a state that can be sent back as it is', async () => {
    const state = parsed(await read({ universeId: 'sol' }));
    const command = { type: 'replaceSnapshot', snapshot: state };
    const universeId = await server.rest.create(`copy-${era.length}`);
    const sent = await visitor.call('send_universe_command', { universeId, command });
    expect(sent.isError ?? false).toBe(false);
    const { revision, ...same } = parsed(await read({ universeId }));
    expect({ ...same, revision: 0 }).toEqual(state);
  });

  it('says at which revision it is', async () => {
    const { revision } = (await server.rest.command('u-1', { type: 'tick' })).body;
    for (const args of [{}, { include: ['time'] }]) {
      expect((await read({ universeId: 'u-1', ...args }))._meta).toMatchObject({
        'worldwire/revision': revision,
      });
    }
  });

  it('refuses parts that there are not', async () => {
    expect((await read({ universeId: 'sol', include: ['planets'] })).isError).toBe(true);
  });

  it('says how to read a universe that is too large for one answer, and reads a part of it', async () => {
    const whole = parsed(await read({ universeId: 'large' }));
    expect(whole.stars).toBeUndefined();
    expect(whole.summary).toMatchObject({ name: 'large', counts: { stars: 5_000 }, roots: { total: 5_000 } });
    expect(whole.note).toContain('larger than the limit');
    const calls = whole.ask as { universeId: string }[];
    expect(calls.length).toBeGreaterThan(4);
    for (const call of calls) expect((await read(call)).isError ?? false).toBe(false);
    const part = await read({ universeId: 'large', ids: ['body-77'] });
    expect(parsed(part).stars['body-77']?.name).toBe('Body 77');
  });

  it.each(['a\0b', '\ud800', 'x'.repeat(5_000), '../sol', '__proto__'])(
    'finds no universe with an invalid id: %j',
    async universeId => {
      const result = await read({ universeId });
      expect(result.isError).toBe(true);
      expect(said(result)).toContain('NotFound');
    },
  );
});

describe.each(ERAS)('list_universe_commands, for %s', (_era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  interface Listing {
    readonly categories: readonly {
      readonly name: string;
      readonly commands: readonly {
        readonly type: string;
        readonly summary: string;
        readonly fields: Record<string, string>;
        readonly example: { readonly type: string };
      }[];
    }[];
  }
  const list = async (args: object = {}) =>
    parsed(
      await visitor.call('list_universe_commands', { universeId: 'sol', ...args }),
    ) as unknown as Listing;

  it('gives one category where one is asked for', async () => {
    const { categories } = await list({ category: 'Rings' });
    expect(categories.map(({ name }) => name)).toEqual(['Rings']);
    expect(categories[0]?.commands.map(({ type }) => type)).toEqual(['updateRing', 'removeRing']);
  });

  it('says of each command what it does, its fields, and an example with them', async () => {
    const all = (await list()).categories.flatMap(({ commands }) => commands);
    expect(all.length).toBeGreaterThan(20);
    for (const { type, summary, fields, example } of all) {
      expect(summary).toMatch(/\w/);
      expect(example.type).toBe(type);
      expect(Object.keys(fields)).toEqual(
        expect.arrayContaining(Object.keys(example).filter(name => name !== 'type')),
      );
    }
  });

  it('gives examples that work: each is done by a fresh solar system', async () => {
    const fresh = await startUniverse();
    const guest = await visit(fresh.url);
    const { state } = (await fresh.rest.get('/universes/sol')).body;
    const all = (await list()).categories.flatMap(({ commands }) => commands);
    expect(all.length).toBeGreaterThan(20);
    for (const { type, example } of all) {
      const universeId = await fresh.rest.create(`fresh-${type}`, state);
      const planned = await guest.call('send_universe_command', {
        universeId,
        command: example,
        dryRun: true,
      });
      const plan = { universeId, command: example, expectDigest: parsed(planned).digest };
      const result = await guest.call('send_universe_command', plan);
      expect({ type, isError: result.isError ?? false, said: result.isError ? said(result) : '' }).toEqual({
        type,
        isError: false,
        said: '',
      });
    }
    await guest.close();
    await fresh.close();
  });
});
