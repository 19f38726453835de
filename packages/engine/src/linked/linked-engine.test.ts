import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine, EngineEvent } from '../port/engine.js';
import { BridgeStandIn, eventOf, until } from '../testing/index.js';
import { LinkedEngine, type LinkedEngineOptions } from './index.js';

let scene: Engine;
let linked: LinkedEngine;
let bridge: BridgeStandIn;
let minted = 0;

function linkedEngine(options: Partial<LinkedEngineOptions> = {}): LinkedEngine {
  const engine = new LinkedEngine({ now: () => new Date(), mint: () => `minted-${++minted}`, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

beforeAll(async () => {
  scene = await openEmbedded();
  return () => scene.close();
});
beforeEach(async () => {
  linked = new LinkedEngine({ now: () => new Date(), mint: () => `minted-${++minted}` });
  bridge = await BridgeStandIn.of(scene, 'first process');
});
afterEach(() => linked.close());

const another = (instance: string) => BridgeStandIn.of(scene, instance);
const crates = async () => (await scene.call('object.list', { name: 'Linked crate', limit: 100 })).total;

describe('before an engine has linked', () => {
  it('says that it waits, and refuses at once', async () => {
    expect(linked.link).toMatchObject({ status: 'waiting', reason: expect.stringContaining('bridge') });
    await expect(linked.call('scene.list', {})).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('the engine is waiting since'),
    });
  });

  it.each([
    [{ capabilities: [1] }, 'engine.capabilities'],
    [{ capabilities: [], name: 'x' }, 'engine.version'],
    [{ capabilities: [], name: 'x', version: '1', project: 'p', instance: '' }, 'engine.instance'],
    [
      { capabilities: [], name: 'x', version: '1', project: 'p', instance: 'i', firstId: 0.5 },
      'engine.firstId',
    ],
    ['text', 'engine.name'],
  ])('does not take in a bridge that does not say what it is: %j', (hello, complaint) => {
    const channel = { remote: '', heard: 0, send: () => true, onMessage() {}, onClose() {}, close() {} };
    expect(() => linked.join(hello, channel)).toThrow(complaint);
    expect(linked.link.status).toBe('waiting');
  });
});

describe('what a bridge says for people', () => {
  it('is legible: its hello, its reasons, its errors and its lines', async () => {
    const channel = {
      remote: '',
      heard: 0,
      send: () => true,
      onMessage: (listener: (message: unknown) => void) => {
        say = listener;
      },
      onClose() {},
      close() {},
    };
    let say: (message: unknown) => void = () => {};
    const hello = { name: 'G\u202eame', version: '1\u001b', project: 'p\u200b', capabilities: [] };
    linked.join(hello, channel);
    expect(linked.link.engine).toMatchObject({
      name: 'G\\u202eame',
      version: '1\\u001b',
      project: 'p\\u200b',
    });
    const events: EngineEvent[] = [];
    linked.listen(event => events.push(event));
    const params = { kind: 'log', message: 'one\n\u001b[2Jtwo', source: 's\u2066' };
    say({ method: 'engine.event', params });
    expect(events[0]).toMatchObject({ message: 'one\n\\u001b[2Jtwo', source: 's\\u2066' });
    say({ method: 'engine.event', params: { kind: 'log', message: 'x'.repeat(1_000_000) } });
    expect((events[1] as { message: string }).message).toHaveLength(4_001);
    say({ method: 'engine.state', params: { status: 'loading', reason: 'busy\u202e' } });
    expect(linked.state.reason).toBe('busy\\u202e');
  });
});

describe('an engine that is lost and does not come back', () => {
  it('is given up after its time, also where the clock was set back', async () => {
    let now = Date.UTC(2026, 0, 1);
    const engine = linkedEngine({ now: () => new Date(now), graceMs: 20 });
    bridge.dial(engine);
    await engine.call('scene.list', {});
    bridge.hangUp();
    // Parked until its time is over.
    await expect(engine.call('scene.list', {}, { deadline: 60_000 })).rejects.toMatchObject({
      kind: 'not-ready',
    });
    now -= 3_600_000;
    await expect(engine.call('scene.list', {}, { deadline: 60_000 })).rejects.toMatchObject({
      kind: 'not-ready',
    });
  });
});

describe('somebody who knows why no engine is there', () => {
  it('is quoted to callers until one links', async () => {
    linked.explain('the engine command ended once');
    expect(linked.link).toMatchObject({ status: 'waiting', reason: 'the engine command ended once' });
    await expect(linked.call('scene.list', {})).rejects.toMatchObject({
      message: expect.stringContaining('the engine command ended once'),
    });
    bridge.dial(linked);
    linked.explain('too late');
    expect(linked.link).toMatchObject({ status: 'linked' });
    expect(linked.link.reason).toBeUndefined();
  });
});

describe('while an engine is linked', () => {
  it('says who it is, answers, and passes on what happens', async () => {
    bridge.dial(linked);
    expect(linked.link).toMatchObject({
      status: 'linked',
      remote: 'test',
      engine: { name: 'Stand-in', version: '1', project: 'Tests' },
    });
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
    const heard = eventOf(linked, 'log', ({ message }) => message === 'hello');
    bridge.say({ method: 'engine.event', params: { kind: 'log', level: 'warning', message: 'hello' } });
    expect(await heard).toMatchObject({ level: 'warning', source: 'engine' });
  });

  it('ignores what means nothing', async () => {
    bridge.dial(linked);
    const events: EngineEvent[] = [];
    linked.listen(event => events.push(event));
    for (const nonsense of [
      null,
      7,
      [],
      {},
      { id: 'x', result: 1 },
      { id: 99, result: 1 },
      { method: 'engine.event' },
    ])
      bridge.say(nonsense as object);
    bridge.say({ method: 'engine.state', params: { status: 'dancing' } });
    expect(events).toEqual([]);
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('has a place for one engine', async () => {
    bridge.dial(linked);
    const second = await another('second process');
    expect(() => second.dial(linked)).toThrow('linked already');
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('gives every write a key, and reads none', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    const { id } = await linked.call('object.create', { name: 'Linked crate' });
    await linked.call('object.destroy', { id }, { key: 'mine' });
    const keys = bridge.heard.map(({ params }) => (params as { _meta: object })._meta);
    expect(keys).toEqual([
      { deadlineMs: 5000 },
      { deadlineMs: 5000, 'worldwire/operationKey': expect.stringContaining('minted-') },
      { deadlineMs: 5000, 'worldwire/operationKey': 'mine' },
    ]);
  });

  it('lets the engine say why it does not have something', async () => {
    bridge.dial(linked);
    await expect(linked.call('view.capture', {})).rejects.toMatchObject({
      kind: 'unsupported',
      message: 'the embedded scene draws no pictures',
    });
  });

  it('takes an unknown method for unsupported and any other error for a failure', async () => {
    bridge.dial(linked);
    bridge.mute = true;
    const errors: [object, string][] = [
      [{ code: -32601, message: 'no' }, 'unsupported'],
      [{ code: -32000, message: 'no', data: { kind: 'not-found' } }, 'not-found'],
      [{ code: -32000, message: '', data: { kind: 'dancing' } }, 'failed'],
      [{}, 'failed'],
    ];
    for (const [error, kind] of errors) {
      const call = linked.call('scene.list', {});
      const { id } = await until(async () => bridge.heard.pop());
      bridge.say({ id, error });
      await expect(call).rejects.toMatchObject({ kind, message: expect.stringMatching(/./) });
    }
  });
});

describe('while an engine is busy', () => {
  it('says so once, however often the engine does', () => {
    bridge.dial(linked);
    const states: string[] = [];
    linked.listen(event => event.kind === 'state' && states.push(event.state.status));
    for (const status of ['ready', 'ready', 'loading', 'loading', 'throttled', 'throttled', 'ready'])
      bridge.say({ method: 'engine.state', params: { status } });
    expect(states).toEqual(['loading', 'throttled', 'ready']);
  });

  it('keeps so many characters of calls and refuses the next', async () => {
    bridge.dial(linked);
    bridge.say({ method: 'engine.state', params: { status: 'loading' } });
    const run = (length: number) => linked.call('code.run', { code: 'x'.repeat(length) });
    const parked = Promise.allSettled([run(7_500_000), run(7_500_000)]);
    await expect(run(30_000_000)).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('those that wait for it already are too long'),
    });
    await linked.close();
    await parked;
  });

  it('parks calls and makes them when it is done', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.heard.length = 0;
    bridge.say({ method: 'engine.state', params: { status: 'loading', reason: 'a level' } });
    expect(linked.state).toMatchObject({ status: 'loading', reason: 'a level' });
    const call = linked.call('scene.list', {});
    expect(bridge.heard).toEqual([]);
    bridge.say({ method: 'engine.state', params: { status: 'ready' } });
    expect((await call).length).toBeGreaterThan(0);
    expect(linked.link.status).toBe('linked');
  });

  it('refuses with the state what waited too long, and never makes that call', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.heard.length = 0;
    bridge.say({ method: 'engine.state', params: { status: 'loading' } });
    const call = linked.call('object.create', { name: 'Linked crate' }, { deadline: 20 });
    await expect(call).rejects.toMatchObject({ kind: expect.stringMatching(/not-ready/) });
    bridge.say({ method: 'engine.state', params: { status: 'ready' } });
    await linked.call('scene.list', {});
    expect(bridge.heard.map(({ method }) => method)).toEqual(['scene.list']);
  });

  it('never makes a call whose caller went while it was parked, or before', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.heard.length = 0;
    bridge.say({ method: 'engine.state', params: { status: 'loading' } });
    const caller = new AbortController();
    const { signal } = caller;
    const parked = linked.call('object.create', { name: 'Linked crate' }, { signal });
    caller.abort();
    await expect(parked).rejects.toMatchObject({ kind: 'not-ready' });
    bridge.say({ method: 'engine.state', params: { status: 'ready' } });
    const late = linked.call('object.create', { name: 'Linked crate' }, { signal });
    await expect(late).rejects.toMatchObject({ kind: 'not-ready' });
    await linked.call('scene.list', {});
    expect(bridge.heard.map(({ method }) => method)).toEqual(['scene.list']);
  });

  it('makes a write with a key for those who still wait for it', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.say({ method: 'engine.state', params: { status: 'loading' } });
    const caller = new AbortController();
    const crate = { name: 'Linked crate' };
    const both = [
      linked.call('object.create', crate, { key: 'k', signal: caller.signal }),
      linked.call('object.create', crate, { key: 'k' }),
    ];
    caller.abort();
    bridge.say({ method: 'engine.state', params: { status: 'ready' } });
    const ids = new Set((await Promise.all(both)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    for (const id of ids) await linked.call('object.destroy', { id });
  });

  it('makes a call to its end once the engine has it, whether the caller stays or not', async () => {
    bridge.dial(linked);
    const caller = new AbortController();
    const call = linked.call('object.create', { name: 'Linked crate' }, { signal: caller.signal });
    await until(async () => bridge.heard.some(({ method }) => method === 'object.create'));
    caller.abort();
    const { id } = await call;
    await linked.call('object.destroy', { id });
  });

  it('parks so many and refuses the next at once', async () => {
    const narrow = linkedEngine({ parked: 2 });
    bridge.dial(narrow);
    bridge.say({ method: 'engine.state', params: { status: 'loading' } });
    const parked = [narrow.call('scene.list', {}), narrow.call('scene.list', {})];
    await expect(narrow.call('scene.list', {})).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('the engine is busy since'),
    });
    bridge.say({ method: 'engine.state', params: { status: 'ready' } });
    await Promise.all(parked);
  });
});

describe('when a link is lost', () => {
  it('does not ask again for an answer that could not be read', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    bridge.heard.length = 0;
    const call = linked.call('scene.list', {});
    await until(async () => bridge.heard.length === 1);
    bridge.babble('A frame of 20000000 bytes is over the limit.');
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining('over the limit') });
    bridge.mute = false;
    bridge.dial(linked);
    await linked.call('scene.list', {});
    expect(bridge.heard.map(({ method }) => method)).toEqual(['scene.list', 'scene.list']);
  });

  it('says so, and that it is back', async () => {
    bridge.dial(linked);
    bridge.hangUp();
    expect(linked.link).toMatchObject({ status: 'lost', reason: 'the connection was lost' });
    expect(linked.state.status).toBe('gone');
    bridge.dial(linked);
    expect(linked.link).toMatchObject({ status: 'back' });
    expect(linked.state.status).toBe('ready');
  });

  it('applies a write once whose answer was lost, when the same process dials again', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    const before = await crates();
    bridge.mute = true;
    const call = linked.call('object.create', { name: 'Linked crate' });
    const { id, params } = await until(async () =>
      bridge.heard.find(({ method }) => method === 'object.create'),
    );
    expect(id).toBeGreaterThan(0);
    // It is done, but nobody hears of it.
    bridge.mute = false;
    bridge.hangUp();
    bridge.dial(linked);
    await call;
    expect(await crates()).toBe(before + 1);
    const again = bridge.heard.filter(({ method }) => method === 'object.create');
    expect(again.map(each => each.params)).toEqual([params, params]);
  });

  it('keeps the numbers of the same process, and gives others to the next', async () => {
    bridge.dial(linked);
    expect(bridge.firstId).toBe(1);
    bridge.hangUp();
    bridge.dial(linked);
    expect(bridge.firstId).toBe(1);
    bridge.hangUp();
    const next = await another('second process');
    next.dial(linked);
    expect(next.firstId).toBe(1_000_000_001);
    next.hangUp();
    const third = await another('third process');
    third.dial(linked);
    expect(third.firstId).toBe(2_000_000_001);
  });

  it('takes back what an earlier server has given, however far that has come', () => {
    const later = linkedEngine({ ids: { next: 2 ** 52 + 2_000_000_000, keep: () => {} } });
    bridge.firstId = 2 ** 52 + 1_000_000_000;
    bridge.dial(later);
    expect(bridge.firstId).toBe(2 ** 52 + 1_000_000_000);
  });

  it('begins behind the ids of the engines of an earlier server', () => {
    const kept: number[] = [];
    const later = linkedEngine({ ids: { next: 3_000_000_001, keep: next => kept.push(next) } });
    bridge.dial(later);
    expect(bridge.firstId).toBe(3_000_000_001);
    expect(kept).toEqual([4_000_000_001]);
    bridge.hangUp();
    bridge.dial(later);
    expect(kept).toEqual([4_000_000_001]);
  });

  it('takes in a bridge that names no process, as another one each time', async () => {
    const channel = () => {
      let close: (reason: string) => void = () => {};
      return {
        remote: '',
        heard: 0,
        send: () => true,
        onMessage() {},
        onClose(listener: (reason: string) => void) {
          close = listener;
        },
        close: (reason: string) => close(reason),
      };
    };
    const hello = { name: 'Plain', version: '1', project: 'p', capabilities: { 'scene.list': true } };
    const first = channel();
    expect(linked.join(hello, first)).toEqual({ firstId: 1 });
    first.close('gone');
    expect(linked.join(hello, channel())).toEqual({ firstId: 1_000_000_001 });
  });

  it('does not take in a process with the numbers of another', async () => {
    bridge.dial(linked);
    bridge.hangUp();
    const other = await another('second process');
    other.firstId = 1;
    expect(() => other.dial(linked)).toThrow('belong to an engine that was here before');
    bridge.dial(linked);
    expect(bridge.firstId).toBe(1);
  });

  it('lets a process keep its numbers that another server gave it', async () => {
    bridge.firstId = 5_000_000_001;
    bridge.dial(linked);
    bridge.hangUp();
    const next = await another('second process');
    next.dial(linked);
    expect(next.firstId).toBe(6_000_000_001);
  });

  it('takes back a process with whatever numbers it was given itself', async () => {
    bridge.firstId = 2 ** 52;
    bridge.dial(linked);
    bridge.hangUp();
    const next = await another('second process');
    next.dial(linked);
    expect(next.firstId).toBeGreaterThan(2 ** 52);
    next.hangUp();
    next.dial(linked);
    expect(linked.link.status).toBe('back');
    next.hangUp();
    const third = await another('third process');
    third.firstId = 2 ** 52 + 10 * 1_000_000_000;
    expect(() => third.dial(linked)).toThrow('engine.firstId');
  });

  it('gives up what was under way when another process links', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    const calls = [linked.call('scene.list', {}), linked.call('object.create', { name: 'Linked crate' })];
    const outcomes = Promise.allSettled(calls);
    await until(async () => bridge.heard.length === 3);
    bridge.hangUp();
    (await another('second process')).dial(linked);
    expect(await outcomes).toMatchObject([
      { reason: { kind: 'not-ready' } },
      { reason: { kind: 'timeout', message: expect.stringContaining('unknown') } },
    ]);
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('gives up what was under way when nobody comes back in time', async () => {
    const impatient = linkedEngine({ graceMs: 30 });
    bridge.dial(impatient);
    bridge.mute = true;
    const call = impatient.call('scene.list', {});
    const lost = expect(call).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('did not come back'),
    });
    await until(async () => bridge.heard.length > 0);
    bridge.hangUp();
    await lost;
    await until(async () => Date.parse(impatient.link.since) + 30 < Date.now());
    await expect(impatient.call('scene.list', {})).rejects.toMatchObject({
      message: expect.stringContaining('the engine is lost since'),
    });
  });

  it('asks an engine that owes an answer, and gives it up when it stays silent', async () => {
    const impatient = linkedEngine({
      askMs: { owing: 250, idle: 5000 },
      silentMs: { owing: 750, idle: 5000, busy: 5000 },
    });
    bridge.dial(impatient);
    bridge.mute = true;
    const key = 'asked again';
    const call = impatient.call('code.run', { code: 'while (true) {}' }, { deadline: 100, key });
    await expect(call).rejects.toMatchObject({
      kind: 'timeout',
      message: 'code.run was not answered within 100 ms; what became of code.run is unknown',
      hint: 'look before trying again',
    });
    const again = impatient.call('code.run', { code: 'while (true) {}' }, { deadline: 20_000, key });
    await expect(again).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('said nothing'),
    });
    expect(new Set(bridge.heard.map(({ method }) => method))).toEqual(new Set(['code.run', 'engine.ping']));
    expect(impatient.link.status).toBe('lost');
  });

  it('hears an answer that arrives in parts', async () => {
    const impatient = linkedEngine({
      askMs: { owing: 250, idle: 250 },
      silentMs: { owing: 750, idle: 750, busy: 750 },
    });
    bridge.dial(impatient);
    bridge.mute = true;
    const call = impatient.call('scene.list', {}, { deadline: 500 });
    await expect(call).rejects.toMatchObject({ kind: 'timeout' });
    const asked = () => bridge.heard.filter(({ method }) => method === 'engine.ping').length;
    for (let word = 1; word <= 5; word++) {
      await until(async () => asked() >= word);
      bridge.mumble();
    }
    expect(impatient.link.status).toBe('linked');
  });

  it('gives a call again that another connection was given, once the engine has loaded', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    const call = linked.call('object.create', { name: 'Linked crate' });
    await until(async () => bridge.heard.length === 2);
    bridge.mute = false;
    bridge.hangUp();
    bridge.dial(linked);
    bridge.say({ method: 'engine.state', params: { status: 'loading' } });
    await new Promise(resolve => setImmediate(resolve));
    expect(bridge.heard).toHaveLength(2);
    bridge.say({ method: 'engine.state', params: { status: 'ready' } });
    await call;
  });

  it('asks the next connection, too, after one that fell silent', async () => {
    const impatient = linkedEngine({
      askMs: { owing: 250, idle: 250 },
      silentMs: { owing: 750, idle: 750, busy: 750 },
    });
    bridge.mute = true;
    bridge.dial(impatient);
    await until(async () => impatient.link.status === 'lost');
    bridge.mute = false;
    bridge.heard.length = 0;
    bridge.dial(impatient);
    await until(async () => bridge.heard.filter(({ method }) => method === 'engine.ping').length >= 4);
    expect(impatient.link.status).toBe('back');
  });

  it('does not give up an engine that answers when it is asked', async () => {
    const impatient = linkedEngine({
      askMs: { owing: 250, idle: 250 },
      silentMs: { owing: 750, idle: 750, busy: 750 },
    });
    bridge.dial(impatient);
    await until(async () => bridge.heard.filter(({ method }) => method === 'engine.ping').length >= 5);
    expect(impatient.link.status).toBe('linked');
  });
});
