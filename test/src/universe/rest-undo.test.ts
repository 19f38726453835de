import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

let server: UniverseServer;
beforeEach(async () => {
  server = await startUniverse();
  await server.rest.create('u-1', THREE_STARS);
});
afterEach(() => server.close());

const rename = (name: string, id = 'alpha') =>
  server.rest.command('u-1', { type: 'updateStar', id, payload: { name } });
const undo = (body: unknown = {}, headers: Record<string, string> = {}, query = '') =>
  server.rest.post(`/universes/u-1/undo${query}`, body, headers);
const read = async () => (await server.rest.get('/universes/u-1')).body;
const nameOf = async (id = 'alpha') => (await read()).state.stars[id]?.name;

describe('POST /universes/:id/undo', () => {
  it('takes the latest revision back by a new one', async () => {
    const before = await read();
    await rename('Sirius');
    const { status, body } = await undo();
    expect(status).toBe(200);
    expect(body).toMatchObject({ undone: 1, revision: 2, events: [{ type: 'undone', revision: 1 }] });
    expect(body.nextState).toEqual(before.state);
    expect((await read()).state).toEqual(before.state);
    const { items } = (await server.rest.get('/universes/u-1/history')).body;
    expect(items[0]).toMatchObject({ revision: 2, undoes: 1, command: { type: 'undo', revision: 1 } });
  });

  it('needs no body at all', async () => {
    await rename('Sirius');
    expect((await server.rest.send('POST', '/universes/u-1/undo')).body.undone).toBe(1);
  });

  it('returns only the changes if requested', async () => {
    await rename('Sirius');
    const { body } = await undo({}, {}, '?returning=changes');
    expect(body.nextState).toBeUndefined();
    expect(body.changes).toMatchObject([{ op: 'patch', in: 'stars', id: 'alpha', value: { name: 'Alpha' } }]);
  });

  it('undoes one revision each time, and reports when nothing is left', async () => {
    for (const name of ['One', 'Two', 'Three']) await rename(name);
    for (const [undone, name] of [
      [3, 'Two'],
      [2, 'One'],
      [1, 'Alpha'],
    ] as const) {
      expect((await undo()).body.undone).toBe(undone);
      expect(await nameOf()).toBe(name);
    }
    const { status, body } = await undo();
    expect(status).toBe(409);
    expect(body.error.message).toContain('nothing left to undo');
    expect((await read()).revision).toBe(6);
  });

  it('walks back further than a page of the log', async () => {
    await server.rest.command(
      'u-1',
      range(1, 150).map(() => ({ type: 'tick' })),
    );
    for (const undone of range(1, 150).toReversed()) {
      expect((await undo({}, {}, '?returning=changes')).body.undone).toBe(undone);
    }
    expect((await read()).state.time).toBe(100);
  });

  it('takes a named revision back where nothing later depends on it', async () => {
    await rename('Sirius');
    await rename('Rigel', 'beta');
    expect((await undo({ revision: 1 })).body).toMatchObject({ undone: 1, revision: 3 });
    expect([await nameOf(), await nameOf('beta')]).toEqual(['Alpha', 'Rigel']);
  });

  it('refuses with the reason, where later changes stand in the way', async () => {
    await rename('Sirius');
    await rename('Vega');
    const before = await read();
    const { status, body } = await undo({ revision: 1 });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      kind: 'Conflict',
      message: expect.stringMatching(
        /name of "alpha" was changed later\. Revision 2 \(updateStar by .*\) changed it/,
      ),
      hint: 'Undo revision 2 first.',
    });
    expect(await read()).toEqual(before);
  });

  it('refuses to remove a body that others orbit now', async () => {
    await server.rest.command('u-1', { type: 'addStar', id: 'planet', payload: { parentId: 'alpha' } });
    await server.rest.command('u-1', { type: 'addStar', id: 'moon', payload: { parentId: 'planet' } });
    const { status, body } = await undo({ revision: 1 });
    expect(status).toBe(409);
    expect(body.error.message).toContain('planet');
  });

  it('brings a body back with all that went round it', async () => {
    const { state } = (await server.rest.get('/universes/sol')).body;
    await server.rest.command('sol', { type: 'removeStar', id: 'jupiter' });
    await server.rest.post('/universes/sol/undo', {});
    expect((await server.rest.get('/universes/sol')).body.state).toEqual(state);
  });

  it('redoes a change by undoing the undo', async () => {
    await rename('Sirius');
    await undo();
    expect(await nameOf()).toBe('Alpha');
    expect((await undo({ revision: 2 })).body).toMatchObject({ undone: 2, revision: 3 });
    expect(await nameOf()).toBe('Sirius');
    // What stands again can be undone again.
    expect((await undo()).body.undone).toBe(1);
    expect(await nameOf()).toBe('Alpha');
  });

  it('refuses to undo the same revision twice', async () => {
    await rename('Sirius');
    await undo({ revision: 1 });
    const { status, body } = await undo({ revision: 1 });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      message: 'Revision 1 is already undone by revision 2.',
      hint: 'To apply it again, undo that: {"revision":2}.',
    });
    expect(await nameOf()).toBe('Alpha');
  });

  it('undoes once for any number of tries with the same key', async () => {
    const key = { 'idempotency-key': 'undo-1' };
    for (const name of ['One', 'Two']) await rename(name);
    const first = await undo({}, key);
    const retry = await undo({}, key);
    expect(retry.body).toEqual(first.body);
    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect(await nameOf()).toBe('One');
    expect((await undo({ revision: 1 }, key)).status).toBe(409);
    expect((await server.rest.command('u-1', { type: 'tick' }, key)).status).toBe(409);
  });

  it('undoes once each, when several come together', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await rename(name);
    const answers = await Promise.all(range(1, 4).map(() => undo()));
    expect(answers.map(({ body }) => body.undone).sort()).toEqual([1, 2, 3, 4]);
    expect(await nameOf()).toBe('Alpha');
  });

  it('keeps to If-Match', async () => {
    await rename('Sirius');
    expect((await undo({}, { 'if-match': '"0"' })).status).toBe(409);
    expect((await undo({}, { 'if-match': '"1"' })).status).toBe(200);
  });

  it('answers 404 for a revision that does not exist, without a logged error', async () => {
    const { status, body } = await undo({ revision: 7 });
    expect(status).toBe(404);
    expect(body.error.message).toContain('no revision 7');
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('logs no error if nothing is left to undo', async () => {
    expect((await undo()).status).toBe(409);
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([{ revision: 0 }, { revision: -1 }, { revision: 1.5 }, { revision: 'last' }, { steps: 2 }, []])(
    'refuses a malformed body: %j',
    async body => {
      await rename('Sirius');
      expect((await undo(body)).status).toBe(400);
      expect(await nameOf()).toBe('Sirius');
    },
  );
});
