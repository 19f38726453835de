import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { describe, expect, it } from 'vitest';
import type { OperationName, ParamsOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { SourceState, UnrealSource } from '../port/unreal-source.js';
import { openSample } from './open-sample.js';
import { Bench, harbour, quietLog, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

describe('the sample', () => {
  it('is ready from the beginning, and says that it is a sample', async () => {
    const { source } = bench;
    expect(source.provenance).toBe('sample');
    expect(source.state).toEqual({ status: 'ready', since: '2026-01-01T00:00:00.000Z' });
    const project = await bench.call('project.describe', {});
    expect(project).toMatchObject({ name: 'Saltmere', engineVersion: expect.stringMatching(/^5\.4/) });
    expect(project.description).toContain('sample');
    expect(project.plugins.map(({ name }) => name)).toContain('RemoteControl');
    expect(project.modules[0]).toMatchObject({ name: 'Saltmere', type: 'Runtime' });
  });

  it('has settings that name assets which are there', async () => {
    const { settings = {} } = await bench.call('project.describe', {});
    const maps = settings['/Script/EngineSettings.GameMapsSettings'] ?? {};
    for (const path of Object.values(maps)) await bench.call('asset.describe', { path });
    expect(Object.keys(maps)).toContain('GameDefaultMap');
  });

  it('answers every operation, and nothing else', async () => {
    const params: { readonly [Name in OperationName]: ParamsOf<Name> } = {
      'project.describe': {},
      'asset.list': {},
      'asset.describe': { path: '/Game/Maps/Harbour' },
      'asset.contents': { path: '/Game/Maps/Harbour', format: 'json' },
      'asset.references': { path: '/Game/Maps/Harbour' },
      'asset.picture': { path: '/Game/Textures/T_Stone' },
      'level.list': {},
      'level.open': { path: '/Game/Maps/Harbour' },
      'actor.list': {},
      'actor.get': { path: harbour('Note_0') },
      'actor.spawn': { class: 'Note' },
      'actor.transform': { path: harbour('Note_0'), location: { x: 0, y: 0, z: 0 } },
      'property.read': { object: harbour('Note_0') },
      'property.write': { object: harbour('Note_0'), property: 'Text', value: 'x' },
      'function.call': { object: harbour('Note_0'), function: 'GetActorLabel', arguments: {} },
      'selection.get': {},
      'selection.set': { paths: [] },
      'actor.destroy': { path: harbour('Note_0') },
      'log.tail': { lines: 1 },
      'log.write': { message: 'x', verbosity: 'log' },
      'console.run': { command: 'help' },
      'python.run': { code: '1', mode: 'evaluate' },
      'screenshot.take': {},
    };
    for (const [name, each] of Object.entries(params) as [OperationName, object][]) {
      if (name === 'python.run') expect((await bench.refusal(name, each as never)).kind).toBe('unsupported');
      else expect(await bench.call(name, each as never)).toBeDefined();
    }
    for (const name of ['actor.fly', 'toString', '__proto__']) {
      expect(await bench.refusal(name as OperationName, {} as never)).toMatchObject({ kind: 'unsupported' });
    }
  });

  it('forgets everything when it is opened again', async () => {
    await bench.call('property.write', {
      object: '/Game/Blueprints/BP_Door.Default__BP_Door_C',
      property: 'OpenAngle',
      value: 1,
    });
    await bench.call('property.write', {
      object: '/Game/Materials/M_Wood',
      property: 'TwoSided',
      value: true,
    });
    const other = await Bench.open(bench.engine);
    expect(await other.read('/Game/Blueprints/BP_Door.Default__BP_Door_C', 'OpenAngle')).toBe(95);
    expect(await other.read('/Game/Materials/M_Wood', 'TwoSided')).toBe(false);
    await other.source.close();
  });

  it('applies writes one after another, each finding what the one before left', async () => {
    const path = harbour('Note_0');
    const moves = await Promise.all(
      Array.from({ length: 20 }, (_, x) =>
        bench.call('actor.transform', { path, location: { x, y: 0, z: 0 } }),
      ),
    );
    const found = moves.map(({ before }) => before.location.x);
    expect(found.slice(1)).toEqual(Array.from({ length: 19 }, (_, x) => x));
  });

  it('goes on after a write that failed', async () => {
    const failed = bench.refusal('actor.destroy', { path: harbour('Nobody') });
    const done = bench.call('actor.destroy', { path: harbour('Note_0') });
    expect((await failed).kind).toBe('not-found');
    expect((await done).destroyed.name).toBe('Note_0');
  });
});

describe('listeners', () => {
  it('hear until they stop, and watching changes nothing for them', async () => {
    const heard: string[] = [];
    const listener = ({ kind }: { readonly kind: string }) => heard.push(kind);
    const [stop, stopAgain] = [bench.source.listen(listener), bench.source.listen(listener)];
    const unwatch = bench.source.watch(harbour('Note_0'));
    await bench.call('log.write', { message: 'one', verbosity: 'log' });
    unwatch();
    stop();
    await bench.call('log.write', { message: 'two', verbosity: 'log' });
    stopAgain();
    await bench.call('log.write', { message: 'three', verbosity: 'log' });
    expect(heard).toEqual(['log', 'log', 'log']);
  });
});

describe('a caller who no longer waits', () => {
  const location = { x: 77, y: 0, z: 0 };
  const path = harbour('Note_0');

  it('before it begins changes nothing', async () => {
    const gone = AbortSignal.abort(new Error('never mind'));
    const call = bench.source.call('actor.transform', { path, location }, { signal: gone });
    await expect(call).rejects.toThrow('never mind');
    expect((await bench.call('actor.get', { path })).location?.x).not.toBe(77);
  });

  it('while others have their turn changes nothing', async () => {
    const controller = new AbortController();
    const first = bench.call('actor.transform', { path, location: { x: 1, y: 0, z: 0 } });
    const second = bench.source.call('actor.transform', { path, location }, { signal: controller.signal });
    controller.abort(new Error('never mind'));
    await expect(second).rejects.toThrow('never mind');
    await first;
    expect((await bench.call('actor.get', { path })).location?.x).toBe(1);
  });

  it('because of a deadline is told whether it may have been done', async () => {
    const stalling = new StallingEngine(bench.engine);
    const { source } = await Bench.open(stalling);
    stalling.stalled = true;
    const options = { signal: new AbortController().signal, deadline: 5 };
    const read = source.call('actor.list', {}, options);
    await expect(read).rejects.toMatchObject({ kind: 'timeout', unsure: false });
    const write = source.call('actor.transform', { path, location }, options);
    await expect(write).rejects.toMatchObject({ kind: 'timeout', unsure: true });
  });
});

describe('closing', () => {
  it('takes the levels off the engine and leaves the engine open', async () => {
    const count = async () => (await bench.engine.call('object.list', { limit: 0 })).total;
    const before = await count();
    const other = await Bench.open(bench.engine);
    expect(await count()).toBeGreaterThan(before);
    await Promise.all([other.source.close(), other.source.close()]);
    expect(await count()).toBe(before);
    expect(bench.engine.state.status).not.toBe('gone');
    expect(await other.refusal('actor.list', {})).toMatchObject({ kind: 'gone' });
  });

  it('succeeds when the engine is gone already', async () => {
    const own = await Bench.engine();
    const { source } = await Bench.open(own);
    await own.close();
    expect(source.state.status).toBe('gone');
    await source.close();
  });

  it('is not even begun where the engine is gone at the start', async () => {
    const own = await Bench.engine();
    await own.close();
    const opening = openSample({ engine: own, log: quietLog, now: () => 0 });
    await expect(opening).rejects.toBeInstanceOf(UnrealError);
    await expect(opening).rejects.toMatchObject({ kind: 'gone' });
  });
});

describe('when the scene behind it', () => {
  it('dies, the sample is gone and comes back as it was in the beginning', async () => {
    const own = await openEmbedded({ scene: 'Menu', memoryMb: 128, patienceMs: 2_000 });
    const other = await Bench.open(own);
    const back = stateOf(other.source, 'back');
    const path = harbour('Note_0');
    await other.call('actor.transform', { path, location: { x: 1, y: 1, z: 1 } });
    await other.call('selection.set', { paths: [path] });
    const code = 'const all = []; for (;;) all.push(new Array(1e5).fill(1.5))';
    const killed = own.call('code.run', { code }, { deadline: 20_000 });
    await expect(killed).rejects.toMatchObject({ kind: 'timeout' });
    expect(await other.refusal('actor.get', { path })).toMatchObject({ kind: 'gone' });
    expect((await back).reason).toContain('started again');
    const states = other.events.flatMap(event => (event.kind === 'state' ? [event.state.status] : []));
    expect(states.filter(status => status !== 'throttled').slice(-4)).toEqual([
      'gone',
      'connecting',
      'back',
      'ready',
    ]);
    expect(other.source.state.status).toBe('ready');
    expect((await other.call('actor.get', { path })).location).toEqual({ x: -470, y: -420, z: 100 });
    expect(await other.call('selection.get', {})).toEqual([]);
    await other.source.close();
    await own.close();
  });

  it('is replaced, the levels are put onto the new one', async () => {
    const back = stateOf(bench.source, 'back');
    await bench.engine.call('scene.load', { name: 'Menu', mode: 'single' });
    expect((await back).reason).toContain('replaced');
    expect((await bench.call('actor.list', { class: 'BP_Door' })).total).toBe(2);
  });
});

/** An engine that can stop answering. */
class StallingEngine implements Engine {
  stalled = false;

  constructor(readonly inner: Engine) {}

  get state() {
    return this.inner.state;
  }

  get process() {
    return this.inner.process;
  }

  call: Engine['call'] = (name, params, options) =>
    this.stalled ? new Promise(() => {}) : this.inner.call(name, params, options);

  listen(listener: Parameters<Engine['listen']>[0]): () => void {
    return this.inner.listen(listener);
  }

  async close(): Promise<void> {}
}

function stateOf(source: UnrealSource, status: string): Promise<SourceState> {
  return new Promise(resolve => {
    const stop = source.listen(event => {
      if (event.kind !== 'state' || event.state.status !== status) return;
      stop();
      resolve(event.state);
    });
  });
}
