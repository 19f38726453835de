import { describe, expect, it } from 'vitest';
import type { OperationName, ParamsOf } from '../port/operations.js';
import { Bench, harbour, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

describe('the sample', () => {
  it('is ready at once, and describes itself as a sample', async () => {
    const { source } = bench;
    expect(source.provenance).toBe('sample');
    expect(source.state).toEqual({ status: 'ready', since: '2026-01-01T00:00:00.000Z' });
    const project = await bench.call('project.describe', {});
    expect(project).toMatchObject({ name: 'Saltmere', engineVersion: expect.stringMatching(/^5\.4/) });
    expect(project.description).toContain('sample');
    expect(project.plugins.map(({ name }) => name)).toContain('RemoteControl');
    expect(project.modules[0]).toMatchObject({ name: 'Saltmere', type: 'Runtime' });
  });

  it('has settings that name existing assets', async () => {
    const { settings = {} } = await bench.call('project.describe', {});
    const maps = settings['/Script/EngineSettings.GameMapsSettings'] ?? {};
    for (const path of Object.values(maps)) await bench.call('asset.describe', { path });
    expect(Object.keys(maps)).toContain('GameDefaultMap');
  });

  it('supports every operation', async () => {
    const params: { readonly [Name in OperationName]: ParamsOf<Name> } = {
      'project.describe': {},
      'asset.list': {},
      'asset.describe': { path: '/Game/Maps/Harbour' },
      'asset.contents': { path: '/Game/Maps/Harbour', format: 'json' },
      'asset.references': { path: '/Game/Maps/Harbour' },
      'asset.reach': { path: '/Game/Maps/Harbour', direction: 'dependencies', depth: 2 },
      'asset.unused': {},
      'asset.search': { query: 'Open', kind: 'any', offset: 0, limit: 5 },
      'class.describe': { path: '/Script/Saltmere.Ferry' },
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
      'write.plan': { write: 'level.open', params: { path: '/Game/Maps/Harbour' } },
    };
    for (const [name, each] of Object.entries(params) as [OperationName, object][]) {
      if (name === 'python.run' || name === 'class.describe')
        expect((await bench.refusal(name, each as never)).kind).toBe('unsupported');
      else expect(await bench.call(name, each as never)).toBeDefined();
    }
    for (const name of ['actor.fly', 'toString', '__proto__']) {
      expect(await bench.refusal(name as OperationName, {} as never)).toMatchObject({ kind: 'unsupported' });
    }
  });

  it('starts without earlier changes', async () => {
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
    const other = new Bench();
    expect(await other.read('/Game/Blueprints/BP_Door.Default__BP_Door_C', 'OpenAngle')).toBe(95);
    expect(await other.read('/Game/Materials/M_Wood', 'TwoSided')).toBe(false);
    await other.source.close();
  });

  it('applies writes in order, each after the one before', async () => {
    const path = harbour('Note_0');
    const moves = await Promise.all(
      Array.from({ length: 20 }, (_, x) =>
        bench.call('actor.transform', { path, location: { x, y: 0, z: 0 } }),
      ),
    );
    const found = moves.map(({ before }) => before.location.x);
    expect(found.slice(1)).toEqual(Array.from({ length: 19 }, (_, x) => x));
  });

  it('works after a failed write', async () => {
    const failed = bench.refusal('actor.destroy', { path: harbour('Missing') });
    const done = bench.call('actor.destroy', { path: harbour('Note_0') });
    expect((await failed).kind).toBe('not-found');
    expect((await done).destroyed.name).toBe('Note_0');
  });
});

describe('listeners', () => {
  it('get events until they unsubscribe, watched or not', async () => {
    const kinds: string[] = [];
    const listener = ({ kind }: { readonly kind: string }) => kinds.push(kind);
    const [stop, stopAgain] = [bench.source.listen(listener), bench.source.listen(listener)];
    const unwatch = bench.source.watch(harbour('Note_0'));
    await bench.call('log.write', { message: 'one', verbosity: 'log' });
    unwatch();
    stop();
    await bench.call('log.write', { message: 'two', verbosity: 'log' });
    stopAgain();
    await bench.call('log.write', { message: 'three', verbosity: 'log' });
    expect(kinds).toEqual(['log', 'log', 'log']);
  });
});

describe('a caller that does not wait', () => {
  const location = { x: 77, y: 0, z: 0 };
  const path = harbour('Note_0');

  it('before the start changes nothing', async () => {
    const gone = AbortSignal.abort(new Error('never mind'));
    const call = bench.source.call('actor.transform', { path, location }, { signal: gone });
    await expect(call).rejects.toThrow('never mind');
    expect((await bench.call('actor.get', { path })).location?.x).not.toBe(77);
  });

  it('after the start gets the complete write', async () => {
    const controller = new AbortController();
    const move = bench.source.call('actor.transform', { path, location }, { signal: controller.signal });
    controller.abort(new Error('never mind'));
    expect((await move).after.location).toEqual(location);
    expect((await bench.call('actor.get', { path })).location).toEqual(location);
  });

  it('because of a deadline gets a timeout, and the work stops', async () => {
    const { signal } = new AbortController();
    const size = { width: 4_096, height: 4_096 };
    const late = bench.source.call('screenshot.take', size, { signal, deadline: 1 });
    await expect(late).rejects.toMatchObject({ kind: 'timeout', unsure: false });
    expect((await bench.call('log.tail', { lines: 100, query: 'A map of' })).lines).toEqual([]);
  });

  it('gets its own reason, also before a deadline', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, deadline: 60_000 };
    const shot = bench.source.call('screenshot.take', {}, options);
    controller.abort(new Error('never mind'));
    await expect(shot).rejects.toThrow('never mind');
  });
});

describe('closing', () => {
  it('ends answers and events', async () => {
    await Promise.all([bench.source.close(), bench.source.close()]);
    expect(await bench.refusal('actor.list', {})).toMatchObject({ kind: 'gone' });
    expect(bench.events()).toEqual([]);
  });
});
