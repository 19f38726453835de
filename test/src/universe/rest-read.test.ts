import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
});
afterAll(() => server.close());

describe('GET /universes', () => {
  beforeAll(async () => {
    for (const number of range(10, 34)) await server.rest.create(`list-${number}`);
  });

  it('lists universes without their states, in the order of the ids', async () => {
    const { status, body } = await server.rest.get('/universes?limit=50');
    expect(status).toBe(200);
    expect(body.items.map(({ id }) => id)).toEqual([...range(10, 34).map(number => `list-${number}`), 'sol']);
    expect(Object.keys(body.items[0] as object).sort()).toEqual([
      'createdAt',
      'id',
      'name',
      'revision',
      'updatedAt',
    ]);
    expect(body.nextCursor).toBeUndefined();
  });

  it('gives pages that hold everything once', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | number | undefined;
    do {
      const from = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body } = await server.rest.get(`/universes?limit=10${from}`);
      seen.push(...body.items.map(({ id }) => id));
      sizes.push(body.items.length);
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([10, 10, 6]);
    expect(seen).toEqual([...range(10, 34).map(number => `list-${number}`), 'sol']);
  });

  it('has no further page after one that is exactly full', async () => {
    const { body } = await server.rest.get('/universes?limit=26');
    expect(body.items).toHaveLength(26);
    expect(body.nextCursor).toBeUndefined();
  });

  it.each(['limit=0', 'limit=501', 'limit=-1', 'limit=ten', 'limit=1.5', 'limit=', 'cursor=%00'])(
    'refuses nonsense in the query: %s',
    async query => {
      const { status, body } = await server.rest.get(`/universes?${query}`);
      expect(status).toBe(400);
      expect(body.error.kind).toBe('InvalidArgument');
    },
  );
});

describe('GET /universes/:id', () => {
  it('gives the universe with its state and an entity tag', async () => {
    await server.rest.create('read', THREE_STARS);
    const { status, body, headers } = await server.rest.get('/universes/read');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'read', name: 'read', revision: 0, state: { time: 100 } });
    expect(headers.get('etag')).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  it('answers 304 for a current copy, and 200 otherwise', async () => {
    await server.rest.create('copied', THREE_STARS);
    const read = (copy: string) => server.rest.get('/universes/copied', { 'if-none-match': copy });
    const tag = (await server.rest.get('/universes/copied')).headers.get('etag') as string;
    const same = await read(tag);
    expect(same.status).toBe(304);
    expect(same.bytes).toHaveLength(0);
    expect(same.headers.get('etag')).toBe(tag);
    await server.rest.command('copied', { type: 'tick' });
    const newer = await read(tag);
    expect(newer).toMatchObject({ status: 200, body: { revision: 1, state: { time: 101 } } });
    expect((await read(newer.headers.get('etag') as string)).status).toBe(304);
  });

  it('answers 304 for the tag as proxies write it, and for one of several', async () => {
    await server.rest.create('proxied');
    const tag = (await server.rest.get('/universes/proxied')).headers.get('etag') as string;
    for (const copy of [`W/${tag}`, `"other", ${tag}`, '*']) {
      const { status } = await server.rest.get('/universes/proxied', { 'if-none-match': copy });
      expect({ copy, status }).toEqual({ copy, status: 304 });
    }
  });

  it('gives another tag when the name is another', async () => {
    await server.rest.create('named');
    const tag = (await server.rest.get('/universes/named')).headers.get('etag') as string;
    await server.rest.put('/universes/named', { name: 'Renamed' });
    const { status, body } = await server.rest.get('/universes/named', { 'if-none-match': tag });
    expect(status).toBe(200);
    expect(body.name).toBe('Renamed');
  });

  it('gives another tag when the universe is another under the same id', async () => {
    await server.rest.create('reborn');
    const tag = (await server.rest.get('/universes/reborn')).headers.get('etag') as string;
    await server.rest.delete('/universes/reborn');
    await server.rest.create('reborn', THREE_STARS);
    const { status, body } = await server.rest.get('/universes/reborn', { 'if-none-match': tag });
    expect(status).toBe(200);
    expect(body.state.time).toBe(100);
  });

  it.each([
    'missing',
    '%00',
    'x'.repeat(90),
    '%F0%9F%AA%90',
    'sol%20',
    '..%2Fsol',
    '__proto__',
    'constructor',
  ])('answers 404 where there is none: %s', async id => {
    for (const path of ['', '/history', '/changes', '/ephemeris', '/map.svg', '/events']) {
      const { status, body } = await server.rest.get(`/universes/${id}${path}`);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(body.error.kind).toBe('NotFound');
    }
  });

  it('names existing universes if the id does not exist', async () => {
    expect((await server.rest.get('/universes/missing')).body.error.hint).toContain('list-10');
  });
});

describe('the state at a revision', () => {
  it('is the one that the universe had, with the revision in its ETag', async () => {
    const id = await server.rest.create('at-revision', THREE_STARS);
    const first = (await server.rest.get(`/universes/${id}`)).body;
    await server.rest.command(id, { type: 'tick', dt: 5 });
    await server.rest.command(id, { type: 'removeStar', id: 'alpha' });
    const { status, headers, body } = await server.rest.get(`/universes/${id}?revision=0`);
    expect({ status, revision: body.revision, state: body.state }).toEqual({
      status: 200,
      revision: 0,
      state: first.state,
    });
    expect(headers.get('etag')).toMatch(/^"0\./);
    expect((await server.rest.get(`/universes/${id}?revision=1`)).body.state.time).toBe(105);
    expect((await server.rest.get(`/universes/${id}?revision=3`)).status).toBe(404);
    expect((await server.rest.get(`/universes/${id}?revision=x`)).body.error.kind).toBe('InvalidArgument');
  });
});
