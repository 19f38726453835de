import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { type Item, THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const ENTRIES = 130;

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
  await server.rest.create('u-1', THREE_STARS);
  const ticks = range(1, ENTRIES - 2).map(dt => ({ type: 'tick', dt }));
  await server.rest.command('u-1', ticks);
  await server.rest.command('u-1', { type: 'removeStar', id: 'beta' }, { 'idempotency-key': 'k-1' });
  await server.rest.post('/universes/u-1/undo', {});
});
afterAll(() => server.close());

describe('GET /universes/:id/changes', () => {
  it('returns the changes after a revision, oldest first', async () => {
    const { status, body } = await server.rest.get(`/universes/u-1/changes?since=${ENTRIES - 2}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ since: ENTRIES - 2, revision: ENTRIES });
    expect(body.nextSince).toBeUndefined();
    expect(body.items).toMatchObject([
      {
        revision: ENTRIES - 1,
        command: { type: 'removeStar', id: 'beta' },
        events: [{ type: 'starRemoved', id: 'beta', removedIds: ['beta'] }],
        changes: [{ op: 'unlink' }, { op: 'remove', in: 'stars', id: 'beta' }],
      },
      { revision: ENTRIES, command: { type: 'undo' }, changes: [{ op: 'add' }, { op: 'link' }] },
    ]);
  });

  it('gives pages that hold everything once, from the beginning', async () => {
    const seen: number[] = [];
    const sizes: number[] = [];
    let since: number | undefined;
    do {
      const { body } = await server.rest.get(
        `/universes/u-1/changes?limit=50${since ? `&since=${since}` : ''}`,
      );
      seen.push(...body.items.map(({ revision }) => revision));
      sizes.push(body.items.length);
      since = body.nextSince;
    } while (since !== undefined);
    expect(seen).toEqual(range(1, ENTRIES));
    expect(sizes).toEqual([50, 50, 30]);
  });

  it('has nothing after the newest revision', async () => {
    const { body } = await server.rest.get(`/universes/u-1/changes?since=${ENTRIES}`);
    expect(body).toEqual({ since: ENTRIES, revision: ENTRIES, items: [] });
  });

  it('is 400 for a revision that is still to come', async () => {
    const { status, body } = await server.rest.get(`/universes/u-1/changes?since=${ENTRIES + 1}`);
    expect(status).toBe(400);
    expect(body.error.message).toContain(String(ENTRIES + 1));
  });
});

describe('GET /universes/:id/history', () => {
  it('returns commands with principal and time, newest first', async () => {
    const { body } = await server.rest.get('/universes/u-1/history?limit=3');
    expect(body.items).toEqual([
      {
        revision: ENTRIES,
        at: expect.stringMatching(/Z$/),
        principal: 'local',
        command: { type: 'undo', revision: ENTRIES - 1 },
        events: [{ type: 'undone', revision: ENTRIES - 1 }],
        undoes: ENTRIES - 1,
      },
      expect.objectContaining({ revision: ENTRIES - 1, operationKey: 'k-1' }),
      expect.objectContaining({ revision: ENTRIES - 2, command: { type: 'tick', dt: ENTRIES - 2 } }),
    ]);
    expect(body.nextCursor).toBe(ENTRIES - 2);
  });

  it('gives pages that hold everything once', async () => {
    const seen: Item[] = [];
    let cursor: string | number | undefined;
    do {
      const { body } = await server.rest.get(
        `/universes/u-1/history?limit=40${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...body.items);
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    expect(seen.map(({ revision }) => revision)).toEqual(range(1, ENTRIES).toReversed());
  });

  it('is empty for a universe to which nothing has happened', async () => {
    expect((await server.rest.get('/universes/sol/history')).body).toEqual({ items: [] });
  });
});
