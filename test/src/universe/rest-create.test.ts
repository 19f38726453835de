import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_STATE, THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

let server: UniverseServer;
beforeEach(async () => {
  server = await startUniverse();
});
afterEach(() => server.close());

const create = (body: unknown, headers: Record<string, string> = {}) =>
  server.rest.post('/universes', body, headers);
const ids = async () => (await server.rest.get('/universes?limit=50')).body.items.map(({ id }) => id);

describe('GET /health', () => {
  it('reports the uptime of the server', async () => {
    const { status, body, headers } = await server.rest.get('/health');
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, uptime: expect.any(Number) });
    expect(headers.get('content-type')).toBe('application/json');
  });
});

describe('POST /universes', () => {
  it('creates an empty universe and returns its location', async () => {
    const { status, body, headers } = await create({ name: 'Mine' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^u-[\w-]{12}$/),
      name: 'Mine',
      state: NO_STATE,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: body.createdAt,
      revision: 0,
    });
    expect(headers.get('location')).toBe(`/universes/${body.id}`);
    expect(headers.get('etag')).not.toBeNull();
    expect((await server.rest.get(headers.get('location') as string)).body).toEqual(body);
  });

  it('makes each with an id of its own, whatever their names', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Mine' })));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(20);
  });

  it('accepts a state with its time, and adds defaults', async () => {
    const { status, body } = await create({ name: 'Three', state: THREE_STARS });
    expect(status).toBe(201);
    expect(body.state.rootIds).toEqual(['alpha', 'beta', 'gamma']);
    expect(body.state.time).toBe(100);
    expect(body.state.stars.alpha).toMatchObject({
      id: 'alpha',
      children: [],
      parentId: null,
      orbitalSpeed: 0,
    });
  });

  it('takes the state of another universe as it was read', async () => {
    const { state } = (await server.rest.get('/universes/sol')).body;
    const { status, body } = await create({ name: 'Copy', state });
    expect(status).toBe(201);
    expect(body.state).toEqual(state);
  });

  it('keeps data of renderers', async () => {
    const comet = { tail: [1, { deep: true }] };
    const { body } = await create({ name: 'Odd', state: { stars: { a: { name: 'A', comet } } } });
    expect(body.state.stars.a).toMatchObject({ comet });
  });

  it.each([
    ['a parent that is not there', { stars: { a: { parentId: 'absent-star' } } }, 'absent-star'],
    ['a cycle', { stars: { a: { parentId: 'b' }, b: { parentId: 'a' } } }, 'a'],
    ['children that name another parent', { stars: { a: { children: ['b'] }, b: {} } }, 'b'],
    ['a number that is none', { stars: { a: { mass: 'heavy' } } }, 'mass'],
    ['a part that there is not', { planets: {} }, 'planets'],
    [
      'a group with a child that is not there',
      { groups: { g: { children: [{ id: 'x', type: 'system' }] } } },
      'x',
    ],
    ['no object', 'everything', 'object'],
  ])('refuses a state that cannot be: %s', async (_what, state, word) => {
    const { status, body } = await create({ name: 'Bad', state });
    expect(status).toBe(422);
    expect(body.error.message).toContain(word);
    expect(await ids()).toEqual(['sol']);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a blank name', { name: '   ' }],
    ['a name that is no text', { name: 7 }],
    ['a name without end', { name: 'x'.repeat(201) }],
    ['half a character in the name', { name: 'half \ud83d' }],
    ['a NUL in the name', { name: 'nul \0' }],
    ['an id with a slash', { name: 'x', id: 'a/b' }],
    ['an id that is no text', { name: 'x', id: 7 }],
    ['an id without end', { name: 'x', id: 'x'.repeat(65) }],
    ['an unknown field', { name: 'x', colour: 'red' }],
    ['an array', []],
    ['a text', '"name"'],
    ['null', 'null'],
  ])('refuses a body that is malformed: %s', async (_what, body) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.kind).toBe('InvalidArgument');
    expect(await ids()).toEqual(['sol']);
  });

  it.each(['.x', '-x', '_x', '__proto__'])('explains the form of an id after %s', async id => {
    const { status, body } = await create({ name: 'x', id });
    expect(status).toBe(400);
    expect(body.error.message).toContain('start with a letter or a digit');
  });

  it('takes an id of the caller, and refuses the same again', async () => {
    expect((await create({ id: 'mine', name: 'Mine' })).body.id).toBe('mine');
    const again = await create({ id: 'mine', name: 'Yours' });
    expect(again.status).toBe(409);
    expect(again.body.error.message).toContain('mine');
    expect((await server.rest.get('/universes/mine')).body.name).toBe('Mine');
  });
});

describe('POST /universes with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'create-1' };

  it('makes one universe for any number of tries, and gives it to all of them', async () => {
    const first = await create({ name: 'Mine', state: THREE_STARS }, key);
    const retry = await create({ name: 'Mine', state: THREE_STARS }, key);
    expect(retry.status).toBe(201);
    expect(retry.body).toEqual(first.body);
    expect(retry.headers.get('location')).toBe(first.headers.get('location'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect(await ids()).toHaveLength(2);
  });

  it('makes one universe for tries that come together', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Mine' }, key)));
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(await ids()).toHaveLength(2);
  });

  it.each([
    ['another name', { name: 'Yours' }],
    ['another state', { name: 'Mine', state: { time: 5 } }],
    ['an id', { name: 'Mine', id: 'mine' }],
  ])('refuses the key for another universe: with %s', async (_what, body) => {
    await create({ name: 'Mine' }, key);
    expect((await create(body, key)).status).toBe(409);
    expect(await ids()).toHaveLength(2);
  });

  it.each(['', 'two words', 'x'.repeat(256)])('refuses an invalid key: %j', async name => {
    expect((await create({ name: 'Mine' }, { 'idempotency-key': name })).status).toBe(400);
    expect(await ids()).toEqual(['sol']);
  });
});
