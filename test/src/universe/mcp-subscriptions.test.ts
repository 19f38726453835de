import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import { range } from './command-reader.js';
import { ERAS, sessionVisitor, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

describe.each(ERAS)('a subscription to the state of a universe, for %s', (_era, visit) => {
  let server: UniverseServer;
  let visitors: Visitor[];
  beforeEach(async () => {
    server = await startUniverse();
    await server.rest.create('u-1', THREE_STARS);
    await server.rest.create('u-2', THREE_STARS);
    visitors = [];
  });
  afterEach(async () => {
    await Promise.all(visitors.map(visitor => visitor.close()));
    await server.close();
  });

  const watch = async (uri: string): Promise<Ear> => {
    const visitor = await visit(server.url);
    visitors.push(visitor);
    const ear = new Ear(visitor);
    await visitor.watch(uri, heard => ear.hear(heard));
    return ear;
  };

  it('fires on every change, and on no change of another universe', async () => {
    const [one, two] = [await watch('universe://u-1/state'), await watch('universe://u-2/state')];
    await server.rest.command('u-2', { type: 'tick' });
    for (const dt of range(1, 5)) await server.rest.command('u-1', { type: 'tick', dt });
    await server.rest.command('u-1', { type: 'explode' });
    await server.rest.post('/universes/u-1/undo', {});
    await server.rest.put('/universes/u-1', { state: { time: 1 } });
    await server.rest.command('u-2', { type: 'tick' });
    await one.hears(7);
    await two.hears(2);
    expect(one.heard).toEqual(Array(7).fill('universe://u-1/state'));
    expect(two.heard).toEqual(Array(2).fill('universe://u-2/state'));
  });

  it('fires for each of many that arrive together', async () => {
    const ear = await watch('universe://u-1/state');
    await Promise.all(range(1, 30).map(() => server.rest.command('u-1', { type: 'tick' })));
    await ear.hears(30);
    // The next notification shows that there were no more.
    await server.rest.command('u-1', { type: 'tick' });
    await ear.hears(31);
    expect(ear.heard).toHaveLength(31);
  });

  it('fires for every subscriber, the one that changed it among them', async () => {
    const ears = await Promise.all(range(1, 5).map(() => watch('universe://u-1/state')));
    const command = { type: 'tick' };
    await ears[0]!.visitor.call('send_universe_command', { universeId: 'u-1', command });
    await Promise.all(ears.map(ear => ear.hears(1)));
  });

  it('fires when the change can be read already', async () => {
    const visitor = await visit(server.url);
    visitors.push(visitor);
    const seen: number[] = [];
    let done: () => void = () => {};
    const all = new Promise<void>(resolve => {
      done = resolve;
    });
    await visitor.watch('universe://u-1/state', async uri => {
      seen.push((JSON.parse((await visitor.read(uri)).text) as { time: number }).time);
      if (seen.length === 3) done();
    });
    for (const time of [101, 102, 103]) {
      await server.rest.command('u-1', { type: 'tick' });
      expect((await server.rest.get('/universes/u-1')).body.state.time).toBe(time);
    }
    await all;
    expect(seen[0]).toBeGreaterThanOrEqual(101);
    expect(seen.at(-1)).toBe(103);
  });
});

describe('a subscription that would never get a notification', () => {
  const UNHEARD = [
    'universe://nope/state',
    'universe://%75-1/state',
    ...['changes', 'history', 'ephemeris', 'map.png'].map(part => `universe://u-1/${part}`),
  ];
  let server: UniverseServer;
  beforeEach(async () => {
    server = await startUniverse();
    await server.rest.create('u-1', THREE_STARS);
  });
  afterEach(() => server.close());

  it.each(UNHEARD)('is refused in a session, with the reason: %s', async uri => {
    const visitor = await sessionVisitor(server.url);
    await expect(visitor.watch(uri, () => {})).rejects.toMatchObject({
      code: -32002,
      message: expect.stringMatching(/Universe "nope" does not exist|universe:\/\/u-1\/state/),
    });
    await visitor.close();
  });

  it('is left out of what subscriptions/listen acknowledges', async () => {
    const listening = new AbortController();
    const notifications = { resourceSubscriptions: [...UNHEARD, 'universe://u-1/state'] };
    const { headers, ...request } = modern('subscriptions/listen', { notifications });
    const stream = await fetch(server.url, {
      ...request,
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      signal: listening.signal,
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    while (!text.includes('acknowledged')) text += Buffer.from((await reader.read()).value ?? []).toString();
    expect(text).toContain('"resourceSubscriptions":["universe://u-1/state"]');
    listening.abort();
  });
});

/** Collects notifications. */
class Ear {
  readonly heard: string[] = [];
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(readonly visitor: Visitor) {}

  hear(uri: string): void {
    this.heard.push(uri);
    for (const { count, resolve } of this.#waiting) if (this.heard.length >= count) resolve();
  }

  hears(count: number): Promise<void> {
    if (this.heard.length >= count) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push({ count, resolve }));
  }
}
