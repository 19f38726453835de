import { REVISION_2026_07_28 } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { template } from '../api/resource.js';
import { WorldEvents } from '../api/world-events.js';
import { type Exchange, Lab } from '../kernel/lab.test.js';
import { DEFAULT_LIMITS, type Limits } from '../limits/limits.js';
import { createMemory } from '../limits/memory.js';

const WATCH = 1_300;
const uris = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `lab://room/${from + n}`);

function open(changed: Partial<Limits> = {}) {
  const limits = { ...DEFAULT_LIMITS, ...changed };
  const memory = createMemory(limits);
  const rooms = template({
    uriTemplate: 'lab://room/{name}',
    name: 'room',
    read: () => 'room',
    checkWatch: () => {},
  });
  const watched = new Set<string>();
  const watch = (uri: string) => {
    watched.add(uri);
    return () => watched.delete(uri);
  };
  const world = { events: new WorldEvents(), templates: [rooms], watch };
  const lab = new Lab(world, { limits, environment: { memory } });
  const listen = (resourceSubscriptions: string[], principal = 'ada'): Exchange =>
    lab.send(lab.caller(REVISION_2026_07_28, {}, principal), 'subscriptions/listen', {
      notifications: { resourceSubscriptions },
    });
  return { lab, memory: memory.subscriptions, watched, listen };
}

describe('the memory of subscriptions', () => {
  it('counts each subscription of a session once, until it ends', async () => {
    const { lab, memory } = open();
    const session = lab.session('2025-11-25', {}, 'ada');
    for (const uri of [...uris(3), ...uris(3)]) await lab.ask(session, 'resources/subscribe', { uri });
    const three = memory.held('ada');
    expect(three).toBeGreaterThan(3 * 1_024);
    for (let n = 0; n < 2; n++) await lab.ask(session, 'resources/unsubscribe', { uri: 'lab://room/0' });
    expect(memory.held('ada')).toBe((three / 3) * 2);
    lab.kernel.sessions.end(session, 'enough');
    expect(memory.total).toBe(0);
  });

  it('counts a listener with its URIs until either side ends it', async () => {
    const { lab, memory, listen } = open();
    const [left, stopped] = [listen(uris(10)), listen(uris(10))];
    expect(memory.held('ada')).toBeGreaterThan(20 * 1_024);
    left.call?.cancel('enough');
    left.call?.cancel('enough');
    const one = memory.held('ada');
    expect(one).toBeGreaterThan(10 * 1_024);
    await lab.kernel.close();
    await stopped.answer();
    expect(memory.total).toBe(0);
  });

  it('refuses one more of a principal that holds its part, says what to do, and watches nothing for it', async () => {
    const { lab, memory, watched, listen } = open({ subscriptionBytes: 20 * WATCH });
    const sessions = [lab.session('2025-11-25', {}, 'ada'), lab.session('2025-11-25', {}, 'ada')];
    const refused = { code: -32603, data: { kind: 'Busy' } };
    const words = /Your subscriptions use \d+ of \d+ bytes.*Unsubscribe from resources/;
    const answers = [];
    for (const [n, uri] of uris(20).entries())
      answers.push(await lab.ask(sessions[n % 2] as never, 'resources/subscribe', { uri }));
    const errors = answers.flatMap(({ error }) => (error === undefined ? [] : [error]));
    expect(errors.length).toBeGreaterThan(5);
    expect(errors[0]).toMatchObject(refused);
    expect(errors[0]?.message).toMatch(words);
    const listening = listen(uris(5, 100));
    expect((await listening.answer()).error).toMatchObject(refused);
    expect(listening.sent).toEqual([]);
    expect(watched.size).toBe(answers.length - errors.length);
    expect(memory.held('ada')).toBeLessThanOrEqual(memory.limits.perPrincipal);
    expect(
      (await lab.ask(lab.session('2025-11-25', {}, 'bob'), 'resources/subscribe', { uri: 'lab://room/0' }))
        .result,
    ).toEqual({});
  });

  it('refuses one more of a principal where all is held and no other holds more than it would', async () => {
    const { lab, memory } = open({ subscriptionBytes: 4 * WATCH });
    const answers = [];
    for (const principal of ['ada', 'bob', 'eve', 'dan', 'fay']) {
      const session = lab.session('2025-11-25', {}, principal);
      answers.push(await lab.ask(session, 'resources/subscribe', { uri: 'lab://room/0' }));
    }
    expect(answers.at(-1)?.error.message).toMatch(/subscriptions of all clients.*Try again later/);
    expect(memory.total).toBeLessThanOrEqual(memory.limits.total);
  });

  it('is not shut to a newcomer by listeners that hold all: the oldest of the largest principal ends', async () => {
    const measured = open();
    measured.listen(uris(1));
    const { lab, memory, listen } = open({ subscriptionBytes: 4 * measured.memory.total });
    const [oldest] = ['ada', 'ada', 'bob', 'bob'].map(principal => listen(uris(1), principal));
    expect(memory.total).toBe(memory.limits.total);
    const newcomer = listen(uris(1), 'eve');
    expect(newcomer.sent).toHaveLength(1);
    expect((await oldest?.answer())?.result).toBeDefined();
    expect(['ada', 'bob', 'eve'].map(name => memory.held(name) / measured.memory.total)).toEqual([1, 2, 1]);
    await lab.kernel.close();
  });

  it('is not shut to a newcomer by sessions that hold all: the quietest of the largest principal ends', async () => {
    const { lab, memory } = open({ subscriptionBytes: 20 * WATCH });
    const sessions = ['ada', 'ada', 'bob', 'bob'].map(principal => lab.session('2025-11-25', {}, principal));
    const unsubscribed = lab.session('2025-11-25', {}, 'ada');
    for (const uri of uris(5)) {
      for (const session of sessions) await lab.ask(session, 'resources/subscribe', { uri });
    }
    for (const session of sessions) session.lastSeen += 1;
    const eve = lab.session('2025-11-25', {}, 'eve');
    for (const uri of uris(4))
      expect((await lab.ask(eve, 'resources/subscribe', { uri })).result).toEqual({});
    expect(sessions.filter(({ closed }) => closed)).toHaveLength(1);
    expect(unsubscribed.closed).toBe(false);
    expect(memory.held('eve')).toBeGreaterThan(4 * 1_024);
  });

  it('takes nothing for a listener that cannot be answered', async () => {
    const { lab, memory } = open();
    const caller = lab.caller(REVISION_2026_07_28);
    const params = { notifications: { resourceSubscriptions: uris(3) } };
    const { error } = await lab.ask(caller, 'subscriptions/listen', params, { streams: false });
    expect(error.code).toBe(-32600);
    expect(memory.total).toBe(0);
  });
});
