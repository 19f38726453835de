import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine, EngineEvent } from '../port/engine.js';
import { eventOf, FakeBridge } from '../testing/index.js';
import { MAX_EVENTS } from './event-budget.js';
import { LinkedEngine } from './linked-engine.js';

const TOOL = { name: 'give_hint', description: 'Helps.', input: { type: 'object' }, access: 'read' };
const OFFERS = { tools: [TOOL], resources: [], events: [] };
const NONE = { tools: [], resources: [], events: [] };

let scene: Engine;
let linked: LinkedEngine;
let bridge: FakeBridge;
let events: EngineEvent[];

beforeEach(async () => {
  scene = await openEmbedded();
  linked = new LinkedEngine({ now: () => new Date(0), mint: () => 'minted', graceMs: 20 });
  bridge = await FakeBridge.of(scene, 'process-1');
  events = [];
  linked.listen(event => events.push(event));
  bridge.dial(linked);
  events.length = 0;
});
afterEach(async () => {
  await linked.close();
  await scene.close();
});

function offer(offers: object = OFFERS): void {
  bridge.send({ method: 'engine.offers', params: offers });
}

describe('a problem of a log line', () => {
  function problemOf(problem: unknown): unknown {
    bridge.send({ method: 'engine.event', params: { kind: 'log', level: 'error', message: 'm', problem } });
    const event = events.at(-1);
    return event?.kind === 'log' ? event.problem : undefined;
  }

  it('is passed on with its place', () => {
    const problem = { kind: 'script', file: 'res://a.gd', line: 12, column: 3, stack: ['f (res://a.gd:12)'] };
    expect(problemOf(problem)).toEqual(problem);
  });

  it('loses fields that are not valid, and the line stays', () => {
    expect(problemOf({ kind: 'strange', file: 7, line: -1, stack: 'f' })).toEqual({ kind: 'engine' });
    expect(problemOf('text')).toBeUndefined();
    expect(events).toHaveLength(2);
    const long = problemOf({ kind: 'script', stack: Array(100).fill('x\u202e') }) as { stack: string[] };
    expect(long.stack).toHaveLength(32);
    expect(long.stack[0]).toBe('x\\u202e');
  });
});

describe('an event of files that were checked', () => {
  it('is passed on with visible names', () => {
    const params = { kind: 'checked', files: ['res://a.gd', 'res://\u202eb.gd'] };
    bridge.send({ method: 'engine.event', params });
    expect(events).toEqual([{ kind: 'checked', files: ['res://a.gd', 'res://\\u202eb.gd'] }]);
  });

  it.each([[{}], [{ files: 'res://a.gd' }], [{ files: [7] }]])(
    'without a list of names becomes a warning: %j',
    params => {
      bridge.send({ method: 'engine.event', params: { kind: 'checked', ...params } });
      expect(events).toMatchObject([{ kind: 'log', level: 'warning' }]);
    },
  );
});

describe('an event of the game', () => {
  it('is passed on with its data', () => {
    bridge.send({ method: 'engine.event', params: { kind: 'own', name: 'coin_taken', data: { left: 2 } } });
    expect(events).toEqual([{ kind: 'own', name: 'coin_taken', data: { left: 2 } }]);
  });

  it.each([
    ['a wrong name', { name: 'a b' }, 'params.name'],
    ['too much data', { name: 'coin', data: 'x'.repeat(17_000) }, 'params.data has 17002 characters'],
  ])('with %s becomes a warning', (_, params, complaint) => {
    bridge.send({ method: 'engine.event', params: { kind: 'own', ...params } });
    expect(events).toEqual([
      expect.objectContaining({ kind: 'log', level: 'warning', message: expect.stringContaining(complaint) }),
    ]);
  });
});

describe('what a game registers', () => {
  it('is told to listeners and replaces what it registered before', async () => {
    offer();
    expect(events).toEqual([{ kind: 'offers', offers: OFFERS }]);
    const told = eventOf(linked, 'offers', () => true);
    offer({ tools: [{ ...TOOL, name: 'other' }] });
    await told;
    expect(linked.offers.tools.map(({ name }) => name)).toEqual(['other']);
  });

  it('is warned about in the log if it is not valid', () => {
    offer({ tools: [{ ...TOOL, access: 'all' }] });
    expect(events[0]).toMatchObject({ kind: 'log', level: 'warning', source: 'link' });
    expect(events[1]).toEqual({ kind: 'offers', offers: NONE });
  });

  it('stays while the same process dials again', async () => {
    offer();
    bridge.disconnect();
    expect(linked.offers).toEqual(OFFERS);
    bridge.dial(linked);
    expect(linked.offers).toEqual(OFFERS);
  });

  it('ends when the engine does not come back within the grace period', async () => {
    offer();
    bridge.disconnect();
    // Parked until the grace period is over.
    await expect(linked.call('scene.list', {}, { deadline: 60_000 })).rejects.toThrow('lost');
    expect(linked.offers).toEqual(NONE);
    expect(events.at(-1)).toEqual({ kind: 'offers', offers: NONE });
  });

  it('ends when a new process takes over', async () => {
    offer();
    bridge.disconnect();
    const next = await FakeBridge.of(scene, 'process-2');
    next.dial(linked);
    expect(linked.offers).toEqual(NONE);
    expect(events.some(event => event.kind === 'offers' && event.offers.tools.length === 0)).toBe(true);
  });
});

describe('the role of an engine', () => {
  it('is game unless the hello says editor', async () => {
    expect(linked.link.engine).toMatchObject({ role: 'game', instance: 'process-1' });
    bridge.disconnect();
    const hello = { name: 'x', version: '1', project: 'p', instance: 'i', capabilities: [] };
    const channel = { remote: '', received: 0, send: () => true, onMessage() {}, onClose() {}, close() {} };
    expect(() => linked.join({ ...hello, role: 'server' }, channel)).toThrow('engine.role');
    linked.join({ ...hello, role: 'editor' }, channel);
    expect(linked.link.engine).toMatchObject({ role: 'editor' });
  });
});

describe('more events than an engine may send in a second', () => {
  const sendOwn = () => bridge.send({ method: 'engine.event', params: { kind: 'own', name: 'tick' } });

  it('are dropped and counted, and events pass again in the next second', async () => {
    const warned = eventOf(linked, 'log', ({ source }) => source === 'link');
    for (let count = 0; count < MAX_EVENTS + 7; count++) sendOwn();
    // The scene behind the bridge may log a line meanwhile.
    expect(events.length).toBeGreaterThan(MAX_EVENTS - 5);
    expect(events.length).toBeLessThanOrEqual(MAX_EVENTS);
    const { message } = await warned;
    expect(message).toMatch(
      /^\d+ log lines and events of the game were dropped: it sent more than 1000 in a second$/,
    );
    expect(Number.parseInt(message, 10)).toBeGreaterThanOrEqual(7);
    events.length = 0;
    sendOwn();
    expect(events).toContainEqual({ kind: 'own', name: 'tick' });
  });

  it('do not stand in the way of scenes and destroyed objects', () => {
    for (let count = 0; count < MAX_EVENTS + 1; count++) sendOwn();
    bridge.send({ method: 'engine.event', params: { kind: 'scenes', added: ['scn:1'] } });
    expect(events.at(-1)).toMatchObject({ kind: 'scenes' });
  });
});
