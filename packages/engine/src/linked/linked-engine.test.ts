import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine, EngineEvent } from '../port/engine.js';
import { eventOf, FakeBridge, until } from '../testing/index.js';
import { LinkedEngine, type LinkedEngineOptions } from './index.js';

let scene: Engine;
let linked: LinkedEngine;
let bridge: FakeBridge;
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
  bridge = await FakeBridge.of(scene, 'first process');
});
afterEach(() => linked.close());

const another = (instance: string) => FakeBridge.of(scene, instance);
const crates = async () => (await scene.call('object.list', { name: 'Linked crate', limit: 100 })).total;

describe('before an engine has linked', () => {
  it('reports that it waits, and fails calls at once', async () => {
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
  ])('refuses a bridge whose hello is not valid: %j', (hello, complaint) => {
    const channel = { remote: '', received: 0, send: () => true, onMessage() {}, onClose() {}, close() {} };
    expect(() => linked.join(hello, channel)).toThrow(complaint);
    expect(linked.link.status).toBe('waiting');
  });
});

describe('text of a bridge', () => {
  it('has hidden characters escaped: in its hello, reasons, errors and log lines', async () => {
    const channel = {
      remote: '',
      received: 0,
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
  it('is lost after the grace period, also if the clock was set back', async () => {
    let now = Date.UTC(2026, 0, 1);
    const engine = linkedEngine({ now: () => new Date(now), graceMs: 20 });
    bridge.dial(engine);
    await engine.call('scene.list', {});
    bridge.disconnect();
    // Parked until the grace period is over.
    await expect(engine.call('scene.list', {}, { deadline: 60_000 })).rejects.toMatchObject({
      kind: 'not-ready',
    });
    now -= 3_600_000;
    await expect(engine.call('scene.list', {}, { deadline: 60_000 })).rejects.toMatchObject({
      kind: 'not-ready',
    });
  });
});

describe('a reason why no engine is linked', () => {
  it('is reported to callers until an engine links', async () => {
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
  it('reports the engine, answers calls and emits its events', async () => {
    bridge.dial(linked);
    expect(linked.link).toMatchObject({
      status: 'linked',
      remote: 'test',
      engine: { name: 'Fake', version: '1', project: 'Tests' },
    });
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
    const heard = eventOf(linked, 'log', ({ message }) => message === 'hello');
    bridge.send({ method: 'engine.event', params: { kind: 'log', level: 'warning', message: 'hello' } });
    expect(await heard).toMatchObject({ level: 'warning', source: 'engine' });
  });

  it('ignores unknown messages', async () => {
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
      bridge.send(nonsense as object);
    bridge.send({ method: 'engine.state', params: { status: 'dancing' } });
    expect(events).toEqual([]);
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('refuses a second engine', async () => {
    bridge.dial(linked);
    const second = await another('second process');
    expect(() => second.dial(linked)).toThrow('linked already');
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('sends a key with every write, and none with reads', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    const { id } = await linked.call('object.create', { name: 'Linked crate' });
    await linked.call('object.destroy', { id }, { key: 'mine' });
    const keys = bridge.requests.map(({ params }) => (params as { _meta: object })._meta);
    expect(keys).toEqual([
      { deadlineMs: 5000 },
      { deadlineMs: 5000, 'worldwire/operationKey': expect.stringContaining('minted-') },
      { deadlineMs: 5000, 'worldwire/operationKey': 'mine' },
    ]);
  });

  it('returns the reason of the engine for an unsupported operation', async () => {
    bridge.dial(linked);
    await expect(linked.call('view.captured' as 'view.capture', {})).rejects.toMatchObject({
      kind: 'unsupported',
      message: 'there is no operation view.captured',
      hint: 'did you mean view.capture?',
    });
  });

  it('reads an unknown method as unsupported and any other error as failed', async () => {
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
      const { id } = await until(async () => bridge.requests.pop());
      bridge.send({ id, error });
      await expect(call).rejects.toMatchObject({ kind, message: expect.stringMatching(/./) });
    }
  });
});

describe('a call', () => {
  it.each([
    ['without a key', {}],
    ['with a key', { key: 'k' }],
  ])('has one timer, %s', async (_, options) => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const call = linked.call('code.run', { code: '1' }, options);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5000);
    await expect(call).rejects.toMatchObject({ kind: 'timeout' });
    // The outcome of a write with a key stays open for a retry.
    expect(vi.getTimerCount()).toBe('key' in options ? 1 : 0);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind once it is answered', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await linked.call('code.run', { code: '1' }, { key: 'answered' });
    await new Promise(resolve => setImmediate(resolve));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('while an engine is busy', () => {
  it('emits one event per change of state', () => {
    bridge.dial(linked);
    const states: string[] = [];
    linked.listen(event => event.kind === 'state' && states.push(event.state.status));
    for (const status of ['ready', 'ready', 'loading', 'loading', 'throttled', 'throttled', 'ready'])
      bridge.send({ method: 'engine.state', params: { status } });
    expect(states).toEqual(['loading', 'throttled', 'ready']);
  });

  it('limits the characters of parked calls', async () => {
    bridge.dial(linked);
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    const run = (length: number) => linked.call('code.run', { code: 'x'.repeat(length) });
    const parked = Promise.allSettled([run(7_500_000), run(7_500_000)]);
    await expect(run(30_000_000)).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('the calls that wait for it are too long'),
    });
    await linked.close();
    await parked;
  });

  it('parks calls and sends them when it is ready', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.requests.length = 0;
    bridge.send({ method: 'engine.state', params: { status: 'loading', reason: 'a level' } });
    expect(linked.state).toMatchObject({ status: 'loading', reason: 'a level' });
    const call = linked.call('scene.list', {});
    expect(bridge.requests).toEqual([]);
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    expect((await call).length).toBeGreaterThan(0);
    expect(linked.link.status).toBe('linked');
  });

  it('fails a parked call at its deadline, and never sends it', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.requests.length = 0;
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    const call = linked.call('object.create', { name: 'Linked crate' }, { deadline: 20 });
    await expect(call).rejects.toMatchObject({ kind: expect.stringMatching(/not-ready/) });
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    await linked.call('scene.list', {});
    expect(bridge.requests.map(({ method }) => method)).toEqual(['scene.list']);
  });

  it('never sends a call that was cancelled while it was parked, or before', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.requests.length = 0;
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    const caller = new AbortController();
    const { signal } = caller;
    const parked = linked.call('object.create', { name: 'Linked crate' }, { signal });
    caller.abort();
    await expect(parked).rejects.toMatchObject({ kind: 'not-ready' });
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    const late = linked.call('object.create', { name: 'Linked crate' }, { signal });
    await expect(late).rejects.toMatchObject({ kind: 'not-ready' });
    await linked.call('scene.list', {});
    expect(bridge.requests.map(({ method }) => method)).toEqual(['scene.list']);
  });

  it('sends a cancelled write with a key if another caller waits for it', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    const caller = new AbortController();
    const crate = { name: 'Linked crate' };
    const both = [
      linked.call('object.create', crate, { key: 'k', signal: caller.signal }),
      linked.call('object.create', crate, { key: 'k' }),
    ];
    caller.abort();
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    const ids = new Set((await Promise.all(both)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    for (const id of ids) await linked.call('object.destroy', { id });
  });

  it('finishes a call that was sent, although the caller has cancelled', async () => {
    bridge.dial(linked);
    const caller = new AbortController();
    const call = linked.call('object.create', { name: 'Linked crate' }, { signal: caller.signal });
    await until(async () => bridge.requests.some(({ method }) => method === 'object.create'));
    caller.abort();
    const { id } = await call;
    await linked.call('object.destroy', { id });
  });

  it('limits the number of parked calls', async () => {
    const narrow = linkedEngine({ maxParked: 2 });
    bridge.dial(narrow);
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    const parked = [narrow.call('scene.list', {}), narrow.call('scene.list', {})];
    await expect(narrow.call('scene.list', {})).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('the engine is busy since'),
    });
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    await Promise.all(parked);
  });
});

describe('when a link is lost', () => {
  it('does not send a call again whose answer could not be read', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    bridge.requests.length = 0;
    const call = linked.call('scene.list', {});
    await until(async () => bridge.requests.length === 1);
    bridge.disconnectUnreadable('A frame of 20000000 bytes is over the limit.');
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining('over the limit') });
    bridge.mute = false;
    bridge.dial(linked);
    await linked.call('scene.list', {});
    expect(bridge.requests.map(({ method }) => method)).toEqual(['scene.list', 'scene.list']);
  });

  it('reports that it is lost, and that it is back', async () => {
    bridge.dial(linked);
    bridge.disconnect();
    expect(linked.link).toMatchObject({ status: 'lost', reason: 'the connection was lost' });
    expect(linked.state.status).toBe('gone');
    bridge.dial(linked);
    expect(linked.link).toMatchObject({ status: 'back' });
    expect(linked.state.status).toBe('ready');
  });

  it('applies a write once if its answer was lost and the same process dials again', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    const before = await crates();
    bridge.mute = true;
    const call = linked.call('object.create', { name: 'Linked crate' });
    const { id, params } = await until(async () =>
      bridge.requests.find(({ method }) => method === 'object.create'),
    );
    expect(id).toBeGreaterThan(0);
    // The engine does it, and the answer is lost.
    bridge.mute = false;
    bridge.disconnect();
    bridge.dial(linked);
    await call;
    expect(await crates()).toBe(before + 1);
    const again = bridge.requests.filter(({ method }) => method === 'object.create');
    expect(again.map(each => each.params)).toEqual([params, params]);
  });

  it('keeps the ids of the same process, and gives other ids to the next', async () => {
    bridge.dial(linked);
    expect(bridge.firstId).toBe(1);
    bridge.disconnect();
    bridge.dial(linked);
    expect(bridge.firstId).toBe(1);
    bridge.disconnect();
    const next = await another('second process');
    next.dial(linked);
    expect(next.firstId).toBe(1_000_000_001);
    next.disconnect();
    const third = await another('third process');
    third.dial(linked);
    expect(third.firstId).toBe(2_000_000_001);
  });

  it('says of the id of an earlier process that the engine was restarted', async () => {
    bridge.dial(linked);
    bridge.disconnect();
    const next = await another('second process');
    next.dial(linked);
    const id = 'obj:999999999';
    for (const call of [() => linked.call('object.get', { id }), () => linked.call('object.destroy', { id })])
      await expect(call()).rejects.toMatchObject({
        kind: 'not-found',
        message: `${id} is an id of an earlier process: the engine was restarted, and its ids begin at obj:1000000001 now`,
      });
    const later = linked.call('object.get', { id: 'obj:1999999999' });
    await expect(later).rejects.not.toMatchObject({ message: expect.stringContaining('restarted') });
  });

  it('accepts the ids that an earlier server gave, also above the limit', () => {
    const later = linkedEngine({ ids: { next: 2 ** 52 + 2_000_000_000, keep: () => {} } });
    bridge.firstId = 2 ** 52 + 1_000_000_000;
    bridge.dial(later);
    expect(bridge.firstId).toBe(2 ** 52 + 1_000_000_000);
  });

  it('begins after the ids of an earlier server', () => {
    const kept: number[] = [];
    const later = linkedEngine({ ids: { next: 3_000_000_001, keep: next => kept.push(next) } });
    bridge.dial(later);
    expect(bridge.firstId).toBe(3_000_000_001);
    expect(kept).toEqual([4_000_000_001]);
    bridge.disconnect();
    bridge.dial(later);
    expect(kept).toEqual([4_000_000_001]);
  });

  it('takes a bridge without an instance for a new process each time', async () => {
    const channel = () => {
      let close: (reason: string) => void = () => {};
      return {
        remote: '',
        received: 0,
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

  it('refuses a process with the ids of another', async () => {
    bridge.dial(linked);
    bridge.disconnect();
    const other = await another('second process');
    other.firstId = 1;
    expect(() => other.dial(linked)).toThrow('belong to an engine that was linked before');
    bridge.dial(linked);
    expect(bridge.firstId).toBe(1);
  });

  it('lets a process keep the ids of another server', async () => {
    bridge.firstId = 5_000_000_001;
    bridge.dial(linked);
    bridge.disconnect();
    const next = await another('second process');
    next.dial(linked);
    expect(next.firstId).toBe(6_000_000_001);
  });

  it('accepts a process again with the ids it was given', async () => {
    bridge.firstId = 2 ** 52;
    bridge.dial(linked);
    bridge.disconnect();
    const next = await another('second process');
    next.dial(linked);
    expect(next.firstId).toBeGreaterThan(2 ** 52);
    next.disconnect();
    next.dial(linked);
    expect(linked.link.status).toBe('back');
    next.disconnect();
    const third = await another('third process');
    third.firstId = 2 ** 52 + 10 * 1_000_000_000;
    expect(() => third.dial(linked)).toThrow('engine.firstId');
  });

  it('fails calls under way if another process links', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    const calls = [linked.call('scene.list', {}), linked.call('object.create', { name: 'Linked crate' })];
    const outcomes = Promise.allSettled(calls);
    await until(async () => bridge.requests.length === 3);
    bridge.disconnect();
    (await another('second process')).dial(linked);
    expect(await outcomes).toMatchObject([
      { reason: { kind: 'not-ready' } },
      { reason: { kind: 'timeout', message: expect.stringContaining('unknown') } },
    ]);
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('fails calls under way after the grace period', async () => {
    const impatient = linkedEngine({ graceMs: 30 });
    bridge.dial(impatient);
    bridge.mute = true;
    const call = impatient.call('scene.list', {});
    const lost = expect(call).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('did not come back'),
    });
    await until(async () => bridge.requests.length > 0);
    bridge.disconnect();
    await lost;
    await until(async () => Date.parse(impatient.link.since) + 30 < Date.now());
    await expect(impatient.call('scene.list', {})).rejects.toMatchObject({
      message: expect.stringContaining('the engine is lost since'),
    });
  });

  it('pings an engine with pending calls, and drops it if it stays silent', async () => {
    const impatient = linkedEngine({
      pingMs: { pending: 250, idle: 5000 },
      timeoutMs: { pending: 750, idle: 5000, busy: 5000 },
    });
    bridge.dial(impatient);
    bridge.mute = true;
    const key = 'asked again';
    const call = impatient.call('code.run', { code: 'while (true) {}' }, { deadline: 100, key });
    await expect(call).rejects.toMatchObject({
      kind: 'timeout',
      message: 'code.run was not answered within 100 ms; the outcome of code.run is unknown',
      hint: 'it may hang: engine.describe tells whether it is ready, and the log what it did last. If it is ready, read the value before you retry',
    });
    const again = impatient.call('code.run', { code: 'while (true) {}' }, { deadline: 20_000, key });
    await expect(again).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('sent nothing'),
    });
    expect(new Set(bridge.requests.map(({ method }) => method))).toEqual(
      new Set(['code.run', 'engine.ping']),
    );
    expect(impatient.link.status).toBe('lost');
  });

  it('keeps an engine whose answer arrives in parts', async () => {
    const impatient = linkedEngine({
      pingMs: { pending: 250, idle: 250 },
      timeoutMs: { pending: 750, idle: 750, busy: 750 },
    });
    bridge.dial(impatient);
    bridge.mute = true;
    const call = impatient.call('scene.list', {}, { deadline: 500 });
    await expect(call).rejects.toMatchObject({ kind: 'timeout' });
    const asked = () => bridge.requests.filter(({ method }) => method === 'engine.ping').length;
    for (let word = 1; word <= 5; word++) {
      await until(async () => asked() >= word);
      bridge.sendPart();
    }
    expect(impatient.link.status).toBe('linked');
  });

  it('sends a call again on the next connection once the engine has loaded', async () => {
    bridge.dial(linked);
    await linked.call('scene.list', {});
    bridge.mute = true;
    const call = linked.call('object.create', { name: 'Linked crate' });
    await until(async () => bridge.requests.length === 2);
    bridge.mute = false;
    bridge.disconnect();
    bridge.dial(linked);
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    await new Promise(resolve => setImmediate(resolve));
    expect(bridge.requests).toHaveLength(2);
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    await call;
  });

  it('pings the next connection too', async () => {
    const impatient = linkedEngine({
      pingMs: { pending: 250, idle: 250 },
      timeoutMs: { pending: 750, idle: 750, busy: 750 },
    });
    bridge.mute = true;
    bridge.dial(impatient);
    await until(async () => impatient.link.status === 'lost');
    bridge.mute = false;
    bridge.requests.length = 0;
    bridge.dial(impatient);
    await until(async () => bridge.requests.filter(({ method }) => method === 'engine.ping').length >= 4);
    expect(impatient.link.status).toBe('back');
  });

  it('keeps an engine that answers pings', async () => {
    const impatient = linkedEngine({
      pingMs: { pending: 250, idle: 250 },
      timeoutMs: { pending: 750, idle: 750, busy: 750 },
    });
    bridge.dial(impatient);
    await until(async () => bridge.requests.filter(({ method }) => method === 'engine.ping').length >= 5);
    expect(impatient.link.status).toBe('linked');
  });
});
