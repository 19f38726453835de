import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const PLANET = {
  type: 'addStar',
  id: 'planet',
  payload: { name: 'Planet', parentId: 'alpha', bodyType: 'planet' },
};

let server: UniverseServer;
beforeEach(async () => {
  server = await startUniverse();
  await server.rest.create('u-1', THREE_STARS);
});
afterEach(() => server.close());

const send = (command: unknown, headers: Record<string, string> = {}, query = '') =>
  server.rest.command('u-1', command, headers, query);
const read = async () => (await server.rest.get('/universes/u-1')).body;

describe('POST /universes/:id/commands', () => {
  it('answers with the state that follows, the events and the revision', async () => {
    const { status, body, headers } = await send(PLANET);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['events', 'nextState', 'revision']);
    expect(body).toMatchObject({
      revision: 1,
      events: [{ type: 'starAdded', id: 'planet', parentId: 'alpha' }],
    });
    expect(body.nextState).toEqual((await read()).state);
    expect(body.nextState.stars.alpha?.children).toEqual(['planet']);
    expect(headers.get('etag')).not.toBeNull();
  });

  it('returns only the changes if requested', async () => {
    const { body } = await send(PLANET, {}, '?returning=changes');
    expect(Object.keys(body).sort()).toEqual(['changes', 'events', 'revision']);
    expect(body.changes).toMatchObject([
      { op: 'add', in: 'stars', id: 'planet', value: { name: 'Planet' } },
      { op: 'link', list: 'children', of: 'alpha', id: 'planet' },
    ]);
    expect((await send({ type: 'tick' }, {}, '?returning=state')).body.nextState.time).toBe(101);
  });

  it('advances the time by one second without dt', async () => {
    expect((await send({ type: 'tick' })).body.nextState.time).toBe(101);
  });

  it('gives dense revisions and each the state of its own, when many commands arrive together', async () => {
    const answers = await Promise.all(range(1, 60).map(() => send({ type: 'tick', dt: 1 })));
    const byRevision = answers.map(({ body }) => body).sort((a, b) => a.revision - b.revision);
    expect(byRevision.map(({ revision }) => revision)).toEqual(range(1, 60));
    expect(byRevision.map(({ nextState }) => nextState.time)).toEqual(range(101, 160));
    expect(await read()).toMatchObject({ revision: 60, state: { time: 160 } });
  });

  it('loses none of the commands that different bodies get at once', async () => {
    const add = (number: number) => send({ type: 'addStar', id: `s-${number}`, payload: {} });
    const answers = await Promise.all(range(1, 40).map(add));
    for (const { body } of answers) {
      const added = body.events[0]?.id as string;
      expect(body.nextState.stars[added]).toBeDefined();
      expect(Object.keys(body.nextState.stars)).toHaveLength(3 + body.revision);
    }
    expect(Object.keys((await read()).state.stars)).toHaveLength(43);
  });
});

describe('a command that cannot apply', () => {
  it.each([
    ['an unknown body', { type: 'updateStar', id: 'missing', payload: {} }, 'unknown'],
    ['a duplicate', { type: 'addStar', id: 'alpha', payload: {} }, 'duplicate'],
    ['an unknown parent', { type: 'addStar', id: 'x', payload: { parentId: 'missing' } }, 'unknown'],
    ['a cycle', { type: 'attachStar', childId: 'alpha', parentId: 'alpha' }, 'cycle'],
    ['a field it does not have', { type: 'tick', days: 3 }, 'invalid'],
    ['a field of the wrong kind', { type: 'tick', dt: 'soon' }, 'invalid'],
    ['time that goes back', { type: 'tick', dt: -1 }, 'invalid'],
    ['a type that does not exist', { type: 'explode' }, 'invalid'],
    ['a link by another way', { type: 'updateStar', id: 'alpha', payload: { parentId: 'beta' } }, 'invalid'],
  ])('is 422 with the reason and what would be right: %s', async (_what, command, reason) => {
    const before = await read();
    const { status, body } = await send(command);
    expect(status).toBe(422);
    expect(body.error.message).not.toBe('');
    expect(body.error.hint).toMatch(/\w/);
    expect(body.error.detail).toEqual({ reason });
    expect(await read()).toEqual(before);
    expect((await server.rest.get('/universes/u-1/history')).body.items).toEqual([]);
  });

  it('does no harm to those that arrive with it', async () => {
    const answers = await Promise.all(
      range(1, 30).map(number => send(number % 3 === 0 ? { type: 'explode' } : { type: 'tick' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(status => status === 422)).toHaveLength(10);
    expect(statuses.filter(status => status === 200)).toHaveLength(20);
    expect(await read()).toMatchObject({ revision: 20, state: { time: 120 } });
  });
});

describe('an array of commands', () => {
  it('applies as a whole, with a revision for each', async () => {
    const moon = { type: 'addStar', id: 'moon', payload: { parentId: 'planet' } };
    const { status, body } = await send([PLANET, moon, { type: 'tick', dt: 9 }]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstRevision: 1, revision: 3, nextState: { time: 109 } });
    expect(body.events.map(({ type }) => type)).toEqual(['starAdded', 'starAdded', 'ticked']);
    const { items } = (await server.rest.get('/universes/u-1/history')).body;
    expect(items.map(({ revision }) => revision)).toEqual([3, 2, 1]);
  });

  it('applies none if one is refused, and names it', async () => {
    const before = await read();
    const { status, body } = await send([
      PLANET,
      { type: 'tick' },
      { type: 'removeStar', id: 'absent-star' },
    ]);
    expect(status).toBe(422);
    expect(body.error.message).toMatch(/Command 3 of 3.*absent-star/);
    expect(await read()).toEqual(before);
    expect((await send({ type: 'tick' })).body.revision).toBe(1);
  });

  it('is never seen half', async () => {
    const twoTicks = [
      { type: 'tick', dt: 1 },
      { type: 'tick', dt: 1 },
    ];
    const seen = await Promise.all(
      range(1, 40).map(async number => {
        if (number % 2 === 0) return (await send(twoTicks)).body.nextState.time;
        return (await read()).state.time;
      }),
    );
    for (const time of seen) expect(time % 2).toBe(0);
  });

  it.each([
    ['none', []],
    ['more than a thousand', Array(1_001).fill({ type: 'tick' })],
    ['one that is no command', [{ type: 'tick' }, 'tick']],
    ['one inside another', [[{ type: 'tick' }]]],
  ])('is refused as malformed with %s', async (_what, commands) => {
    expect((await send(commands)).status).toBe(400);
    expect((await read()).revision).toBe(0);
  });
});

describe('If-Match', () => {
  it('lets a command pass on the revision it was thought up on, and refuses it on another', async () => {
    expect((await send({ type: 'tick' }, { 'if-match': '"0"' })).status).toBe(200);
    const stale = await send({ type: 'tick' }, { 'if-match': '"0"' });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({ kind: 'Conflict', detail: { revision: 1, expected: 0 } });
    expect((await send({ type: 'tick' }, { 'if-match': '"9"' })).status).toBe(409);
    const { headers, body } = await server.rest.get('/universes/u-1');
    expect(body.revision).toBe(1);
    expect((await send({ type: 'tick' }, { 'if-match': headers.get('etag') as string })).status).toBe(200);
    expect((await send({ type: 'tick' }, { 'if-match': '*' })).status).toBe(200);
  });

  it('lets one of many through that were thought up on the same revision', async () => {
    const answers = await Promise.all(range(1, 20).map(() => send({ type: 'tick' }, { 'if-match': '"0"' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await read()).revision).toBe(1);
  });

  it.each(['tomorrow', '""', '-1'])('is refused where it names no revision: %s', async value => {
    expect((await send({ type: 'tick' }, { 'if-match': value })).status).toBe(400);
  });
});
