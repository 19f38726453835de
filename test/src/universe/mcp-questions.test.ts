import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modernVisitor, parsed, said, type Visitor } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const TWINS = {
  stars: {
    a: { name: 'Sun', mass: 9 },
    'a-1': { name: 'Twin', parentId: 'a', mass: 1, comet: { x: 7 } },
    'a-2': { name: 'twin', parentId: 'a', mass: 2 },
    '7': { name: 'Seven', parentId: 'a', comet: { note: 'x'.repeat(100_000) } },
  },
  groups: { g: { name: 'Group', children: [{ id: 'a', type: 'system' }] }, h: { name: 'Other' } },
  nebulae: { a: { name: 'Cloud' } },
};

let server: UniverseServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startUniverse();
  await server.rest.create('twins', TWINS);
  visitor = await modernVisitor(server.url);
});
afterAll(async () => {
  await visitor.close();
  await server.close();
});

const ask = (args: object) => visitor.call('get_universe_state', { universeId: 'twins', ...args });
const answer = async (args: object) => parsed(await ask(args)) as Record<string, unknown>;
const refusal = async (args: object) => {
  const result = await ask(args);
  expect(result.isError).toBe(true);
  return said(result);
};

describe('get_universe_state', () => {
  it('is one of three tools, which take at most 12 KB of tools/list', async () => {
    const tools = await visitor.tools();
    expect(tools).toHaveLength(3);
    expect(JSON.stringify(tools).length).toBeLessThan(12_000);
    expect(JSON.stringify(tools.find(({ name }) => name === 'get_universe_state')).length).toBeLessThan(
      4_000,
    );
  });

  it('takes names where it takes ids, and returns entities of every kind with an id', async () => {
    expect(await answer({ ids: ['SUN', '7'], fields: ['name'] })).toMatchObject({
      revision: 0,
      stars: { a: { id: 'a', name: 'Sun' }, '7': { id: '7', name: 'Seven' } },
    });
    expect(await answer({ ids: ['a'] })).toMatchObject({
      stars: { a: { mass: 9 } },
      nebulae: { a: expect.anything() },
    });
    expect(await answer({ ids: ['group'] })).toMatchObject({ groups: { g: { children: [{ id: 'a' }] } } });
  });

  it('lists the ids that do not exist, with the nearest', async () => {
    const { notFound, stars } = await answer({ ids: ['a-1', 'Sevn', 'zzzzzzzz'] });
    expect(notFound).toEqual([{ id: 'Sevn', nearest: ['Seven', 'Sun'] }, { id: 'zzzzzzzz' }]);
    expect(Object.keys(stars as object)).toEqual(['a-1']);
  });

  it('lists the ids that are in no record of include, with the record that has them', async () => {
    const { notFound, groups, stars } = await answer({ ids: ['a-1', 'g'], include: ['groups'] });
    expect(notFound).toEqual([{ id: 'a-1', in: 'stars' }]);
    expect(Object.keys(groups as object)).toEqual(['g']);
    expect(stars).toBeUndefined();
    expect((await answer({ ids: ['a-1'], include: ['time'] })).notFound).toEqual([
      { id: 'a-1', in: 'stars' },
    ]);
    expect((await answer({ ids: ['a'], include: ['nebulae'] })).notFound).toBeUndefined();
  });

  it('refuses a name that several entities have, with their ids', async () => {
    expect(await refusal({ ids: ['Twin'] })).toMatch(
      /"a-1" \(of "a"\), "a-2" \(of "a"\).*\nHint: .*by its id/,
    );
    expect(await refusal({ positionsOf: ['Twin'] })).toContain('"a-2"');
    expect(await refusal({ where: { parent: 'TWIN' } })).toContain('"a-2"');
  });

  it('shortens an entity that does not fit, and says how to get all of it', async () => {
    const { stars } = (await answer({ ids: ['7'] })) as { stars: Record<string, Record<string, unknown>> };
    expect(stars['7']).toMatchObject({ name: 'Seven', omitted: { comet: '100011 characters' } });
    const whole = (await answer({ ids: ['7'], maxBytes: 300_000 })) as typeof stars & { stars: typeof stars };
    expect(whole.stars['7']?.comet).toEqual({ note: 'x'.repeat(100_000) });
  });

  it.each([
    [{ since: 0, where: {} }, 'since and where cannot be used together'],
    [{ since: 0, diff: [0, 0] }, 'since and diff cannot be used together'],
    [{ ids: ['a'], sort: 'mass' }, 'ids and sort cannot be used together'],
    [{ picture: {}, positionsOf: ['a'] }, 'picture and positionsOf cannot be used together'],
    [{ positionsOf: ['a'], where: {} }, 'positionsOf and where cannot be used together'],
    [{ summary: true, include: ['time'] }, 'summary and include cannot be used together'],
    [{ where: {}, include: ['time'] }, 'include has "time"'],
    [{ where: { bodytype: 'star' } }, 'Did you mean "bodyType"'],
    [{ where: { mass: { minimum: 1 } } }, 'minimum'],
    [{ sort: 'mass,name' }, 'one field'],
    [{ where: {}, cursor: 'x' }, 'leave cursor out to start again'],
    [{ at: 'tomorrow' }, '"2030-01-01"'],
    [{ at: '2030' }, '"2030-01-01"'],
    [{ at: '2030-02-31' }, '"2030-01-01"'],
    [{ at: '2030-04-31T10:00' }, '"2030-01-01"'],
    [{ at: '0x10' }, '"2030-01-01"'],
    [{ where: { ring: true } }, '{"where":{"ring":null}}'],
    [{ where: { type: 'moon', ring: { min: 1 } } }, '{"where":{"ring":null}}'],
    [{ where: { comet: 7 } }, '{"where":{"comet":null}}'],
    [{ where: { mass: true } }, '{"min":1e3,"max":1e6}'],
    [{ positionsOf: ['Sevn', 'a', 'Sunn'] }, 'Sunn'],
    [{ positionsOf: ['Sevn', 'a', 'Sunn'] }, 'Sevn'],
    [{ since: 99 }, '0 to 0'],
    [{ diff: [0, 99] }, '0 to 0'],
    [{ diff: [0, 'bookmark'] }, 'There are no bookmarks'],
    [{ revision: 4 }, '0 to 0'],
    [{ picture: { focus: 'Sevn' } }, '"Seven"'],
    [{ limits: 3 }, 'Did you mean limit?'],
    [{ where: { group: 'Grop' } }, '"Group"'],
  ])('refuses %j with the next step', async (args, words) => {
    const text = await refusal(args);
    expect(text).toContain(words);
    expect(text).toContain('\nHint: ');
  });

  it('goes on with a cursor only in the same order', async () => {
    const { cursor } = await answer({ sort: 'mass', limit: 1 });
    expect(await refusal({ sort: '-mass', limit: 1, cursor })).toContain('belongs to the sort "mass"');
  });
});

describe('what changed', () => {
  let first: number;
  beforeAll(async () => {
    await server.rest.create('lab', TWINS);
    const send = (command: object) => server.rest.command('lab', command);
    first = (await send({ type: 'tick', dt: 5 })).body.revision;
    await send({ type: 'updateStar', id: 'a-1', payload: { mass: 3, name: 'Elder' } });
    await send({ type: 'updateStar', id: 'a-1', payload: { mass: 4 } });
    await send({ type: 'addStar', id: 'new', payload: { parentId: 'a', bodyType: 'moon' } });
    await send({ type: 'moveToGroup', childId: 'a', childType: 'system', targetGroupId: 'h' });
    await send({ type: 'removeStar', id: 'a-2' });
  });

  it('is the net effect of the revisions since', async () => {
    const { changes, ...rest } = await answer({ universeId: 'lab', since: first });
    expect(rest).toEqual({
      revision: first + 5,
      since: first,
      revisions: 5,
      commands: { updateStar: 2, addStar: 1, moveToGroup: 1, removeStar: 1 },
      by: { local: 5 },
      total: 5,
      returned: 5,
    });
    expect(changes).toEqual([
      {
        op: 'changed',
        in: 'stars',
        id: 'a-1',
        name: 'Elder',
        fields: { mass: [1, 4], name: ['Twin', 'Elder'] },
      },
      { op: 'added', in: 'stars', id: 'new', name: 'new', bodyType: 'moon', parentId: 'a' },
      { op: 'changed', in: 'groups', id: 'g', name: 'Group', left: ['a'] },
      { op: 'changed', in: 'groups', id: 'h', name: 'Other', joined: ['a'] },
      { op: 'removed', in: 'stars', id: 'a-2', name: 'twin', parentId: 'a' },
    ]);
    expect(await answer({ universeId: 'lab', since: first - 1 })).toMatchObject({ time: [0, 5] });
  });

  it('is nothing since the newest revision', async () => {
    expect(await answer({ universeId: 'lab', since: first + 5 })).toMatchObject({ total: 0, changes: [] });
  });

  it('lies between two revisions, the older first', async () => {
    expect(await answer({ universeId: 'lab', diff: [first, first + 1] })).toMatchObject({
      until: first + 1,
      changes: [{ id: 'a-1', fields: { mass: [1, 3] } }],
    });
    expect(await refusal({ universeId: 'lab', diff: [first + 1, first] })).toContain(
      `{"diff":[${first},${first + 1}]}`,
    );
  });

  it('is not in an answer at an earlier revision', async () => {
    const revision = first + 1;
    const read = (more: object) => answer({ universeId: 'lab', revision, ...more });
    expect(await read({ ids: ['a-1', 'Elder'], fields: ['mass'] })).toMatchObject({
      revision,
      stars: { 'a-1': { mass: 3 } },
    });
    expect(await read({ where: { parent: 'a' }, fields: [] })).toMatchObject({ revision, total: 3 });
    expect(await read({ include: ['time'] })).toEqual({ revision, time: 5 });
    expect(await read({ summary: true })).toMatchObject({ revision, summary: { counts: { stars: 4 } } });
    expect(await read({ positionsOf: ['twin'] })).toMatchObject({ revision, bodies: [{ id: 'a-2' }] });
    const { content } = await ask({ universeId: 'lab', revision, picture: { focus: 'a' } });
    expect(content[0]?.text).toContain('twin');
  });
});

describe('a picture', () => {
  it('names what is on it, its size, its time and its scale', async () => {
    const { content } = await ask({
      universeId: 'sol',
      picture: { focus: 'Jupiter', width: 600 },
      at: '2030-01-01',
    });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(content[0]?.text).toMatch(/^PNG, 600 x 400 pixels/);
    for (const words of ['2030-01-01T00:00:00 TDB', 'Io 421,800 km', 'Callisto', 'logarithm']) {
      expect(content[0]?.text).toContain(words);
    }
    expect(content[0]?.text).not.toContain('Mars');
  });

  it('of a body without satellites shows the body that it orbits', async () => {
    const { content } = await ask({ universeId: 'sol', picture: { focus: 'Phobos', width: 300 } });
    expect(content[0]?.text).toContain('Mars with Phobos');
  });

  it('can be a JPEG, of 100 KB at most, and its text names the format, the size and the focus', async () => {
    const picture = { focus: 'Jupiter', width: 1_600, format: 'jpeg' };
    const { content } = await ask({ universeId: 'sol', picture });
    const [said, drawn] = content as readonly { text?: string; mimeType?: string; data?: string }[];
    expect(said?.text).toMatch(/^JPEG, \d+ x \d+ pixels, quality \d+, \d+ bytes.*, focus "Jupiter"\./);
    expect(said?.text).toContain('Callisto');
    expect(drawn?.mimeType).toBe('image/jpeg');
    const file = Buffer.from(drawn?.data as string, 'base64');
    expect([...file.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(drawn?.data?.length).toBeLessThan(100_000);
    expect(await refusal({ universeId: 'sol', picture: { format: 'webp' } })).toMatch(/png.*jpeg.*svg/s);
  });

  it('can be an SVG where maxBytes has room for it', async () => {
    const request = { universeId: 'sol', picture: { focus: 'Mars', format: 'svg' } };
    const { content } = await ask({ ...request, maxBytes: 300_000 });
    expect(content[1]).toMatchObject({ type: 'resource', resource: { mimeType: 'image/svg+xml' } });
    const large = await refusal({ universeId: 'sol', picture: { format: 'svg' } });
    const maxBytes = Number(/"maxBytes":(\d+)/.exec(large)?.[1]);
    expect((await ask({ universeId: 'sol', picture: { format: 'svg' }, maxBytes })).isError).toBeFalsy();
  });
});
