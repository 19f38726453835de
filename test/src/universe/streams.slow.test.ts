import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../http/until.js';
import { CommandReader, range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer, type UniverseServerOptions } from './universe-server.js';

const EVENTS = '/universes/u-1/events';
/** Together more than the sockets of both sides hold. */
const LARGE = 600;
const FILLER = 'x'.repeat(40_000);

let server: UniverseServer;
afterEach(() => server.close());

async function start(limits: UniverseServerOptions['limits'] = {}): Promise<void> {
  server = await startUniverse({ limits });
  await server.rest.create('u-1', THREE_STARS);
}

const open = (headers: Record<string, string> = {}) => CommandReader.open(server.base, EVENTS, headers);
const large = (number: number) =>
  server.rest.command('u-1', {
    type: 'updateStar',
    id: 'alpha',
    payload: { mass: number, comet: { filler: `${FILLER}${number}` } },
  });
const sendLarge = async (count: number) => {
  for (const number of range(1, count)) expect((await large(number)).status).toBe(200);
};

describe('a reader that does not read', () => {
  it('does not delay others, and misses nothing when it reads again', async () => {
    await start({ queueSoftMs: 600_000 });
    const [idle, quick] = [await open(), await open()];
    idle.pause();
    await sendLarge(LARGE);
    await quick.reaches(LARGE);
    expect(quick.revisions).toEqual(range(1, LARGE));
    expect(idle.last).toBeLessThan(LARGE);
    expect((await server.rest.get('/universes/u-1')).body.revision).toBe(LARGE);
    idle.resume();
    await idle.reaches(LARGE);
    expect(idle.revisions).toEqual(range(1, LARGE));
    quick.cut();
    idle.cut();
  });

  it('is closed when it has not read for too long, and misses nothing after it reconnects', async () => {
    await start({ queueSoftMs: 100, queueSoftBytes: 1_000 });
    const idle = await open();
    idle.pause();
    await sendLarge(LARGE);
    await until(() => server.listener.streams === 0, 'the reader to be let go');
    idle.resume();
    await idle.end();
    expect(idle.revisions).toEqual(range(1, idle.last));
    expect(idle.last).toBeLessThan(LARGE);
    const revisions = idle.revisions;
    // A busy machine may read more slowly than these limits allow: then the reader reconnects again.
    while (revisions.length < LARGE) {
      const back = await open({ 'last-event-id': String(revisions.at(-1) ?? 0) });
      await back.reachesOrEnds(LARGE);
      revisions.push(...back.revisions);
      back.cut();
    }
    expect(revisions).toEqual(range(1, LARGE));
  });

  it('holds up neither commands nor the end of the server', async () => {
    await start({ queueSoftMs: 600_000, drainMs: 600_000 });
    const idle = await open();
    idle.pause();
    await sendLarge(LARGE);
    idle.cut();
    await until(() => server.listener.streams === 0, 'the stream to be closed');
  });
});

describe('an open stream', () => {
  it('ends when its universe is removed, and no other does', async () => {
    await start();
    const [one, other] = [await open(), await CommandReader.open(server.base, '/universes/sol/events')];
    await server.rest.command('u-1', { type: 'tick' });
    await server.rest.delete('/universes/u-1');
    await one.end();
    expect(one.revisions).toEqual([1]);
    await server.rest.command('sol', { type: 'tick' });
    await other.reaches(1);
    expect(other.ended).toBe(false);
    expect((await server.rest.get(EVENTS, { 'last-event-id': '1' })).status).toBe(404);
    other.cut();
  });

  it('shows a sign of life while nothing happens', async () => {
    await start({ heartbeatMs: 1 });
    const reader = await open();
    await reader.said('revision 0');
    const begun = reader.comments.length;
    await until(() => reader.comments.length > begun, 'a heartbeat');
    expect(reader.comments.slice(begun)).toMatch(/^:/);
    await server.rest.command('u-1', { type: 'tick' });
    await reader.reaches(1);
    expect(reader.revisions).toEqual([1]);
    reader.cut();
  });

  it('is released when its reader disconnects', async () => {
    await start();
    const readers = await Promise.all(range(1, 20).map(() => open()));
    expect(server.listener.streams).toBe(20);
    for (const reader of readers) reader.cut();
    await until(() => server.listener.streams === 0, 'every stream to be closed');
    expect((await server.rest.command('u-1', { type: 'tick' })).status).toBe(200);
  });

  it('ends when the server stops', async () => {
    await start();
    const reader = await open();
    await server.close();
    await reader.end();
    await start();
  });

  it('is refused where as many are open as the operator allows', async () => {
    await start({ streams: 3 });
    const readers = await Promise.all(range(1, 3).map(() => open()));
    const { status, headers, body } = await server.rest.get(EVENTS);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).not.toBeNull();
    expect(body.error.kind).toBe('RateLimited');
    for (const reader of readers) reader.cut();
  });
});
