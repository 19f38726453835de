import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine, EngineEvent } from '../port/engine.js';
import type { EngineError } from '../port/engine-error.js';
import { FakeBridge, until } from '../testing/index.js';
import { LinkedEngine } from './index.js';

let scene: Engine;
let linked: LinkedEngine;
let bridge: FakeBridge;

beforeAll(async () => {
  scene = await openEmbedded();
  return () => scene.close();
});
beforeEach(async () => {
  linked = new LinkedEngine({ now: () => new Date(), mint: () => 'minted' });
  bridge = await FakeBridge.of(scene, 'first process');
  bridge.dial(linked);
  bridge.mute = true;
});
afterEach(() => linked.close());

describe('an engine that sends invalid answers', () => {
  /** Waits for the request of a call and answers it. */
  const answered = async <Result>(call: Promise<Result>, answer: object): Promise<Result> => {
    const { id } = await until(async () => bridge.requests.pop());
    bridge.send({ id, ...answer });
    return call;
  };

  it.each([
    [{}, 'result is missing'],
    [{ result: {} }, 'result.id is missing'],
    [{ result: 'obj:1' }, 'result is "obj:1" and must be an object'],
    [{ result: [null] }, 'result is a list'],
    [{ result: null, error: null }, 'result is null'],
  ])('gives one error, and the link stays open: %j', async (answer, complaint) => {
    const call = answered(linked.call('object.get', { id: 'obj:1' }), answer);
    await expect(call).rejects.toMatchObject({
      name: 'EngineError',
      kind: 'failed',
      message: expect.stringContaining(`the bridge sent an invalid answer to object.get: ${complaint}`),
      hint: 'update the bridge in the engine',
    });
    bridge.mute = false;
    expect((await linked.call('scene.list', {})).length).toBeGreaterThan(0);
    expect(linked.link.status).toBe('linked');
  });

  it('cannot send more items than the limit', async () => {
    const { items } = await scene.call('object.list', { limit: 2 });
    const call = answered(linked.call('object.list', { limit: 1 }), { result: { total: 9, items } });
    await expect(call).rejects.toThrow('result.items has 2 entries and must have 1 at most');
  });

  it('does not get a write again under the same key', async () => {
    const destroy = () => linked.call('object.destroy', { id: 'obj:1' }, { key: 'once' });
    const wrong = { kind: 'failed', hint: expect.stringContaining('it may have been done') };
    await expect(answered(destroy(), { result: true })).rejects.toMatchObject(wrong);
    await expect(destroy()).rejects.toMatchObject(wrong);
    expect(bridge.requests).toEqual([]);
  });

  it('may send error: null beside a result', async () => {
    const result = { type: 'float', text: '1', json: 1 };
    const read = linked.call('member.read', { object: 'obj:1', type: 'T', name: 'n' });
    expect(await answered(read, { result, error: null })).toEqual(result);
  });

  it('has only its first answer accepted', async () => {
    const read = linked.call('hook.source.get', { signature: 's' });
    const { id } = await until(async () => bridge.requests.pop());
    bridge.send({ id, result: { source: 'first' } });
    bridge.send({ id, result: { source: 'second' } });
    bridge.send({ id, error: { message: 'third' } });
    expect(await read).toEqual({ source: 'first' });
    expect(linked.pending).toBe(0);
  });

  it('cannot answer a call that was not sent yet', async () => {
    await answered(linked.call('hook.source.get', { signature: 's' }), { result: { source: '' } });
    bridge.send({ method: 'engine.state', params: { status: 'loading' } });
    const parked = linked.call('hook.source.get', { signature: 's' });
    for (let id = 1; id < 9; id++) bridge.send({ id, result: { source: 'guessed' } });
    bridge.send({ method: 'engine.state', params: { status: 'ready' } });
    expect(await answered(parked, { result: { source: 'asked' } })).toEqual({ source: 'asked' });
  });

  it('has its error text cut', async () => {
    const words = 'x'.repeat(1_000_000);
    const call = answered(linked.call('scene.list', {}), {
      error: { message: words, data: { hint: words } },
    });
    const error = await call.then(
      () => undefined,
      (thrown: EngineError) => thrown,
    );
    expect((error?.message.length ?? 0) + (error?.hint?.length ?? 0)).toBeLessThan(10_000);
  });

  it.each([
    [{ kind: 'log', message: { toString: 1 } }, '"log" event: params.message is an object'],
    [{ kind: 'log' }, '"log" event: params.message is missing'],
    [{ kind: 'scenes', added: 'scn:1' }, '"scenes" event: params.added is "scn:1" and must be a list'],
    [{ kind: 'scenes', added: [], removed: [7] }, '"scenes" event: params.removed[0] is 7'],
    [{ kind: 'destroyed', ids: ['obj:1', null] }, '"destroyed" event: params.ids[1] is null'],
    [{ kind: 'destroyed' }, '"destroyed" event: params.ids is missing'],
  ])('gives a warning in the log for an invalid event: %j', (params, complaint) => {
    const events: EngineEvent[] = [];
    linked.listen(event => events.push(event));
    bridge.send({ method: 'engine.event', params });
    expect(events).toEqual([
      {
        kind: 'log',
        level: 'warning',
        message: expect.stringContaining(`the bridge sent an invalid ${complaint}`),
        source: 'link',
        at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('may leave out fields that have defaults', () => {
    const events: EngineEvent[] = [];
    linked.listen(event => events.push(event));
    bridge.send({
      method: 'engine.event',
      params: { kind: 'log', message: 'm', level: 'trace', at: '1 May 2024 UTC' },
    });
    bridge.send({ method: 'engine.event', params: { kind: 'scenes', added: ['scn:1'] } });
    expect(events).toEqual([
      { kind: 'log', level: 'info', message: 'm', source: 'engine', at: '2024-05-01T00:00:00.000Z' },
      { kind: 'scenes', added: ['scn:1'], removed: [] },
    ]);
  });
});
