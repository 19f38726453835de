import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { CommandReader, range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { serveUniverse } from './serve-universe.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const EVENTS = '/universes/u-1/events';
/** More entries than are kept in memory. */
const FAR_BEHIND = 3_000;

let server: UniverseServer;
beforeEach(async () => {
  server = await startUniverse();
  await server.rest.create('u-1', THREE_STARS);
});
afterEach(() => server.close());

const ticks = (count: number) =>
  server.rest.command(
    'u-1',
    range(1, count).map(dt => ({ type: 'tick', dt })),
  );
const open = (headers: Record<string, string> = {}, query = '') =>
  CommandReader.open(server.base, `${EVENTS}${query}`, headers);

describe('GET /universes/:id/events', () => {
  it('starts with the next command by default', async () => {
    await ticks(5);
    const reader = await open();
    expect(reader.status).toBe(200);
    expect(reader.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': expect.stringContaining('no-cache'),
    });
    await ticks(2);
    await reader.reaches(7);
    expect(reader.revisions).toEqual([6, 7]);
    reader.cut();
  });

  it('gives the command as it was done, with its revision as the id', async () => {
    const reader = await open();
    const command = { type: 'addStar', id: 'new', payload: { name: 'Neu 🌟\nStern', parentId: 'alpha' } };
    await server.rest.command('u-1', command);
    await server.rest.command('u-1', { type: 'tick' });
    await server.rest.post('/universes/u-1/undo', {});
    await reader.reaches(3);
    expect(reader.read.map(({ event, data }) => [event, JSON.parse(data)])).toEqual([
      [
        'command',
        expect.objectContaining({
          type: 'addStar',
          id: 'new',
          payload: expect.objectContaining(command.payload),
        }),
      ],
      ['command', { type: 'tick', dt: 1 }],
      ['command', { type: 'undo', revision: 2 }],
    ]);
    reader.cut();
  });

  it('gives a sparse body and a sparse group with the name they got', async () => {
    const reader = await open();
    await server.rest.command('u-1', [
      { type: 'addStar', id: 'bare', payload: {} },
      { type: 'addGroup', id: 'empty', payload: {} },
      { type: 'addStar', id: 'named', payload: { name: 'Named' } },
    ]);
    await reader.reaches(3);
    const names = reader.read.map(({ data }) => JSON.parse(data).payload.name);
    expect(names).toEqual(['bare', 'empty', 'Named']);
    reader.cut();
  });

  it('contains no refused commands', async () => {
    const reader = await open();
    await server.rest.command('u-1', { type: 'explode' });
    await server.rest.command('u-1', [{ type: 'tick' }, { type: 'explode' }]);
    await server.rest.command('u-1', { type: 'tick', dt: 9 });
    await reader.reaches(1);
    expect(reader.read.map(({ data }) => data)).toEqual(['{"type":"tick","dt":9}']);
    reader.cut();
  });

  it.each([
    ['Last-Event-ID', (last: number) => open({ 'last-event-id': String(last) })],
    ['?since=', (last: number) => open({}, `?since=${last}`)],
  ])('goes on exactly where a reader was that was cut, by %s', async (_how, resume) => {
    const first = await open();
    await ticks(10);
    await first.reaches(10);
    first.cut();
    await first.end();
    await ticks(15);
    const second = await resume(first.last);
    await ticks(5);
    await second.reaches(30);
    expect([...first.revisions, ...second.revisions]).toEqual(range(1, 30));
    second.cut();
  });

  it.each([
    ['Last-Event-ID', (last: number) => open({ 'last-event-id': String(last) })],
    ['?since=', (last: number) => open({}, `?since=${last}`)],
  ])('goes on where a reader was that is far behind, while more comes, by %s', async (_how, resume) => {
    const first = await open();
    await ticks(7);
    await first.reaches(7);
    first.cut();
    for (const _ of range(1, FAR_BEHIND / 500)) await ticks(500);
    const [second] = await Promise.all([resume(first.last), ...range(1, 20).map(() => ticks(10))]);
    await second.reaches(7 + FAR_BEHIND + 200);
    expect([...first.revisions, ...second.revisions]).toEqual(range(1, 7 + FAR_BEHIND + 200));
    second.cut();
  });

  it('gives everything from the beginning, to a reader that has nothing yet', async () => {
    await ticks(20);
    const reader = await open({}, '?since=0');
    await reader.reaches(20);
    expect(reader.revisions).toEqual(range(1, 20));
    reader.cut();
  });

  it('prefers Last-Event-ID to since, as a reconnecting browser sends both', async () => {
    await ticks(10);
    const reader = await open({ 'last-event-id': '8' }, '?since=2');
    await reader.reaches(10);
    expect(reader.revisions).toEqual([9, 10]);
    reader.cut();
  });

  it('is not thrown off by a state that is replaced on the way', async () => {
    const steady = await open();
    await ticks(3);
    await server.rest.put('/universes/u-1', { state: { stars: { solo: {} } } });
    await ticks(3);
    const late = await open({}, '?since=1');
    await Promise.all([steady.reaches(7), late.reaches(7)]);
    expect(steady.revisions).toEqual(range(1, 7));
    expect(late.revisions).toEqual(range(2, 7));
    expect(late.read[2]?.data).toContain('replaceSnapshot');
    steady.cut();
    late.cut();
  });

  it('survives any number of cuts without gap or double, while commands flow', async () => {
    const seen: number[] = [];
    const flow = (async () => {
      for (const _ of range(1, 100)) await ticks(3);
    })();
    while (seen.length < 300) {
      const reader = await open({ 'last-event-id': String(seen.at(-1) ?? 0) });
      await reader.reaches(Math.min(300, (seen.at(-1) ?? 0) + 7));
      reader.cut();
      await reader.end();
      seen.push(...reader.revisions);
    }
    await flow;
    expect(seen).toEqual(range(1, 300));
  });

  it.each(['21', '999999'])('is 400 for an event that is still to come: %s', async last => {
    await ticks(20);
    for (const path of [
      { headers: { 'last-event-id': last }, query: '' },
      { headers: {}, query: `?since=${last}` },
    ]) {
      const { status, body } = await server.rest.get(
        `${EVENTS}${path.query}`,
        path.headers as Record<string, string>,
      );
      expect(status).toBe(400);
      expect(body.error.message).toContain(last);
    }
    expect(server.listener.streams).toBe(0);
  });

  it.each(['x', '-1', '1.5', '1 2', '9'.repeat(30)])(
    'is 400 for an event id that is none: %s',
    async last => {
      expect((await server.rest.get(EVENTS, { 'last-event-id': last })).status).toBe(400);
    },
  );
});

describe('a reader whose server restarts', () => {
  it('continues exactly where it was', async () => {
    const data = await temporaryFolder();
    const first = await serveUniverse(data);
    await first.rest.create('u-1', THREE_STARS);
    const before = await CommandReader.open(first.rest.base, EVENTS);
    await first.rest.command(
      'u-1',
      range(1, 5).map(() => ({ type: 'tick' })),
    );
    await before.reaches(3);
    await first.stop();
    await before.end();
    const last = before.last;
    const second = await serveUniverse(data);
    const after = await CommandReader.open(second.rest.base, EVENTS, { 'last-event-id': String(last) });
    await second.rest.command('u-1', { type: 'tick' });
    await after.reaches(6);
    expect([...before.revisions, ...after.revisions]).toEqual(range(1, 6));
    after.cut();
    await second.stop();
  });

  it('misses nothing where it had received nothing', async () => {
    const data = await temporaryFolder();
    const first = await serveUniverse(data);
    await first.rest.create('u-1', THREE_STARS);
    await first.rest.command('u-1', [{ type: 'tick' }, { type: 'tick' }]);
    const before = await CommandReader.open(first.rest.base, EVENTS);
    await before.said('revision 2');
    await first.stop();
    await before.end();
    expect(before.read).toEqual([]);
    const second = await serveUniverse(data);
    await second.rest.command('u-1', { type: 'tick', dt: 7 });
    // A browser sends no header where the stream gave no id.
    const last = before.lastEventId;
    const after = await CommandReader.open(
      second.rest.base,
      EVENTS,
      last === '' ? {} : { 'last-event-id': last },
    );
    await second.rest.command('u-1', { type: 'tick' });
    await after.reaches(4);
    expect(after.revisions).toEqual([3, 4]);
    after.cut();
    await second.stop();
  });
});
