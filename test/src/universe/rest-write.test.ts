import { JournalUnavailable } from '@worldwire/journal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FailingJournal } from './failing-journal.js';
import { NO_STATE, THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

let journal: FailingJournal;
let server: UniverseServer;
beforeEach(async () => {
  journal = new FailingJournal();
  server = await startUniverse({ journal });
  await server.rest.create('u-1', THREE_STARS);
});
afterEach(() => server.close());

const put = (body: unknown, headers: Record<string, string> = {}) =>
  server.rest.put('/universes/u-1', body, headers);
const read = async () => (await server.rest.get('/universes/u-1')).body;

describe('PUT /universes/:id', () => {
  it('gives another name and leaves the rest', async () => {
    const before = await read();
    const { status, body } = await put({ name: 'Renamed' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Renamed', updatedAt: body.updatedAt });
    expect(await read()).toEqual(body);
    const { items } = (await server.rest.get('/universes?limit=50')).body;
    expect(items.find(({ id }) => id === 'u-1')?.name).toBe('Renamed');
  });

  it('gives another state, whose clock counts, as one revision that can be undone', async () => {
    const before = await read();
    const { status, body } = await put({ state: { stars: { solo: { name: 'Solo' } }, time: 7 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ revision: 1, state: { rootIds: ['solo'], time: 7 } });
    expect(Object.keys(body.state.stars)).toEqual(['solo']);
    await server.rest.post('/universes/u-1/undo', {});
    expect((await read()).state).toEqual(before.state);
  });

  it('keeps the time if the state has none', async () => {
    expect((await put({ state: {} })).body.state).toEqual({ ...NO_STATE, time: 100 });
  });

  it('takes name and state together', async () => {
    const { body } = await put({ name: 'Both', state: { time: 1 } });
    expect(body).toMatchObject({ name: 'Both', revision: 1 });
    expect(body.state).toEqual({ ...NO_STATE, time: 1 });
  });

  it.each([
    ['a state', { state: { time: 1 } }],
    ['a name', { name: 'Renamed' }],
    ['both', { name: 'Renamed', state: { time: 1 } }],
  ])('refuses %s for a revision that is not the newest any more', async (_what, body) => {
    await server.rest.command('u-1', { type: 'tick' });
    const before = await read();
    const stale = await put(body, { 'if-match': '"0"' });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({ kind: 'Conflict' });
    expect(await read()).toEqual(before);
    const { headers } = await server.rest.get('/universes/u-1');
    expect((await put(body, { 'if-match': headers.get('etag') as string })).status).toBe(200);
  });

  it('refuses a state that cannot be, and then leaves the name, too', async () => {
    const before = await read();
    const { status } = await put({ name: 'Renamed', state: { stars: { a: { parentId: 'missing' } } } });
    expect(status).toBe(422);
    expect(await read()).toEqual(before);
  });

  it('does a retried state once', async () => {
    const key = { 'idempotency-key': 'put-1' };
    expect((await put({ state: { time: 1 } }, key)).body.revision).toBe(1);
    await server.rest.command('u-1', { type: 'tick' });
    const retry = await put({ state: { time: 1 } }, key);
    expect(retry.status).toBe(200);
    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect(await read()).toMatchObject({ revision: 2, state: { time: 2 } });
  });

  it('does a retried name and state once, and knows another name from a retry', async () => {
    const key = { 'idempotency-key': 'put-1' };
    const first = await put({ name: 'A', state: {} }, key);
    expect(first.body).toMatchObject({ name: 'A', revision: 1 });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await put({ name: 'B' });
    const retry = await put({ name: 'A', state: {} }, key);
    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect(retry.body).toMatchObject({ name: 'B', revision: 1 });
    for (const body of [{ name: 'ZZZ', state: {} }, { state: {} }]) {
      expect((await put(body, key)).status).toBe(409);
    }
    expect(await read()).toMatchObject({ name: 'B', revision: 1 });
  });

  it('gives name and state together or not at all', async () => {
    journal.failNextAppend(new JournalUnavailable('The disk is full.'));
    const key = { 'idempotency-key': 'put-1' };
    expect((await put({ name: 'A', state: {} }, key)).status).toBe(503);
    expect(await read()).toMatchObject({ name: 'u-1', revision: 0 });
    expect((await put({ name: 'A', state: {} }, key)).body).toMatchObject({ name: 'A', revision: 1 });
  });

  it('keeps names and states of concurrent writes together', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
    const ticks = names.map(() => server.rest.command('u-1', { type: 'tick' }));
    await Promise.all([...names.map((name, time) => put({ name, state: { time } })), ...ticks]);
    const { items } = (await server.rest.get('/universes/u-1/history')).body;
    const last = items.find(({ command }) => command.type === 'replaceSnapshot');
    expect((await read()).name).toBe(`Name ${last?.command.time}`);
  });

  it('refuses a key that it cannot keep: a name alone leaves no entry', async () => {
    const { status, body } = await put({ name: 'A' }, { 'idempotency-key': 'k' });
    expect(status).toBe(400);
    expect(body.error.message).toContain('Idempotency-Key');
    expect((await read()).name).toBe('u-1');
  });

  it.each([
    ['a name', { name: 'Third' }],
    ['a state', { state: { time: 1 } }],
    ['both', { name: 'Third', state: { time: 1 } }],
  ])('refuses %s under the tag of a name that is gone', async (_what, body) => {
    const { headers } = await server.rest.get('/universes/u-1');
    const old = { 'if-match': headers.get('etag') as string };
    await put({ name: 'Second' }, old);
    const before = await read();
    const refused = await put(body, old);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ kind: 'Conflict', hint: expect.stringContaining('ETag') });
    expect((await server.rest.command('u-1', { type: 'tick' }, old)).status).toBe(409);
    expect((await server.rest.post('/universes/u-1/undo', {}, old)).status).toBe(409);
    expect(await read()).toEqual(before);
    expect((await put(body, { 'if-match': '"0"' })).status).toBe(200);
  });

  it('takes one of two names that come at once under one tag', async () => {
    const { headers } = await server.rest.get('/universes/u-1');
    const tag = { 'if-match': headers.get('etag') as string };
    const answers = await Promise.all(['A', 'B'].map(name => put({ name }, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const done = answers.find(({ status }) => status === 200);
    expect((await read()).name).toBe(done?.body.name);
  });

  it.each([
    ['an empty name', { name: '' }],
    ['a name with half a character', { name: '\udc00' }],
    ['an unknown field', { title: 'x' }],
    ['an array', []],
  ])('refuses a malformed body: %s', async (_what, body) => {
    expect((await put(body)).status).toBe(400);
  });

  it('answers 404 where there is no such universe', async () => {
    for (const body of [{ name: 'x' }, { state: {} }]) {
      expect((await server.rest.put('/universes/missing', body)).status).toBe(404);
    }
  });
});

describe('DELETE /universes/:id', () => {
  it('removes the universe: 204 once, and 404 from then on', async () => {
    const first = await server.rest.delete('/universes/u-1');
    expect(first.status).toBe(204);
    expect(first.bytes).toHaveLength(0);
    expect((await server.rest.delete('/universes/u-1')).status).toBe(404);
    for (const path of ['', '/history', '/changes', '/events', '/ephemeris', '/map.png']) {
      expect((await server.rest.get(`/universes/u-1${path}`)).status).toBe(404);
    }
    expect((await server.rest.command('u-1', { type: 'tick' })).status).toBe(404);
    expect((await server.rest.post('/universes/u-1/undo', {})).status).toBe(404);
    expect((await server.rest.get('/universes?limit=50')).body.items.map(({ id }) => id)).toEqual(['sol']);
  });

  it('does not remove a universe with the same id if If-Match has the tag of the one before', async () => {
    const { headers } = await server.rest.get('/universes/u-1');
    const old = { 'if-match': headers.get('etag') as string };
    await server.rest.delete('/universes/u-1', old);
    await server.rest.create('u-1', THREE_STARS);
    const before = await read();
    expect((await server.rest.delete('/universes/u-1', old)).status).toBe(409);
    expect((await put({ name: 'x' }, old)).status).toBe(409);
    expect((await put({ state: {} }, old)).status).toBe(409);
    expect((await server.rest.command('u-1', { type: 'tick' }, old)).status).toBe(409);
    expect(await read()).toEqual(before);
    const fresh = (await server.rest.get('/universes/u-1')).headers.get('etag') as string;
    expect((await server.rest.delete('/universes/u-1', { 'if-match': fresh })).status).toBe(204);
  });

  it('refuses a key that it cannot keep: nothing is left to know a retry by', async () => {
    expect((await server.rest.delete('/universes/u-1', { 'idempotency-key': 'k' })).status).toBe(400);
    expect((await server.rest.delete('/universes/u-1')).status).toBe(204);
  });

  it('leaves nothing for a universe that is created with the same id', async () => {
    await server.rest.command('u-1', { type: 'tick' }, { 'idempotency-key': 'k' });
    await server.rest.delete('/universes/u-1');
    await server.rest.create('u-1', THREE_STARS);
    expect(await read()).toMatchObject({ revision: 0, state: { time: 100 } });
    expect((await server.rest.get('/universes/u-1/history')).body.items).toEqual([]);
    const { body, headers } = await server.rest.command('u-1', { type: 'tick' }, { 'idempotency-key': 'k' });
    expect(body.revision).toBe(1);
    expect(headers.get('idempotency-replayed')).toBeNull();
  });

  it('answers commands that arrive with it truthfully: done before it, or 404', async () => {
    const commands = Array.from({ length: 20 }, () => server.rest.command('u-1', { type: 'tick' }));
    const [removed, ...answers] = await Promise.all([server.rest.delete('/universes/u-1'), ...commands]);
    expect(removed.status).toBe(204);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect((await server.rest.get('/universes/u-1')).status).toBe(404);
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
