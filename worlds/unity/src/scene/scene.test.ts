import {
  type Engine,
  EngineError,
  type EngineErrorKind,
  type EngineEvent,
  type EngineState,
} from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { Stage } from '../stage.test.js';

/** An engine that fails, or answers what it was told to. */
class FakeEngine implements Engine {
  state: EngineState = { status: 'ready', since: '2026-01-01T00:00:00.000Z' };
  process = 1;
  failure: EngineErrorKind | undefined;
  hint: string | undefined = 'try something else';
  readonly answers = new Map<string, unknown>();
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  async call(name: string): Promise<never> {
    if (this.failure !== undefined) throw new EngineError(this.failure, 'the engine says no', this.hint);
    return this.answers.get(name) as never;
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  get heard(): number {
    return this.#listeners.size;
  }

  async close(): Promise<void> {}
}

describe('an engine that fails', () => {
  it.each([
    ['unsupported', 'Unsupported', -32603],
    ['invalid', 'InvalidArgument', -32602],
    ['not-found', 'NotFound', -32004],
    ['not-ready', 'NotReady', -32002],
    ['timeout', 'Timeout', -32603],
    ['failed', 'Internal', -32603],
  ] as const)('with %s is told as %s', async (failure, kind, code) => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    engine.failure = failure;
    const answer = await stage.fail('ListScenes');
    const hint = expect.stringMatching(/^Try something else/);
    expect(answer).toEqual({ kind, message: 'The engine says no.', hint });
    expect(stage.events('tool_result').at(-1)).toMatchObject({ ok: false, error: { code, data: { kind } } });
  });

  it.each([
    ['unsupported', 'GetStatus'],
    ['invalid', 'ListScenes'],
    ['not-found', 'ListScenes'],
    ['not-ready', 'GetStatus'],
    ['timeout', 'try again'],
    ['failed', 'TailLogs'],
  ] as const)('with %s and without a hint gets one that names %s', async (failure, step) => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    engine.failure = failure;
    engine.hint = undefined;
    expect((await stage.fail('ListScenes')).hint).toContain(step);
  });

  it('and comes back as a new process makes a new revision', async () => {
    const engine = new FakeEngine();
    engine.answers.set('engine.describe', { name: 'x', version: '1', platform: 'p', runtime: 'r' });
    engine.answers.set('scene.list', []);
    const stage = await Stage.open({ engine });
    const { revision } = await stage.whole('GetStatus');
    engine.tell({ kind: 'state', state: engine.state });
    expect(await stage.whole('GetStatus')).toMatchObject({ revision });
    engine.process = 2;
    engine.tell({ kind: 'state', state: engine.state });
    expect(await stage.whole('GetStatus')).toMatchObject({ revision: revision + 1 });
    expect((await stage.entries())[0]).toMatchObject({ Tool: 'EngineRestart', Principal: null });
  });

  it('has a status while it is not ready', async () => {
    const engine = new FakeEngine();
    engine.state = { status: 'loading', since: '2026-01-01T00:00:00.000Z' };
    engine.failure = 'not-ready';
    const stage = await Stage.open({ engine });
    expect(await stage.call('GetStatus')).toMatchObject({ Ready: false, ScenesLoaded: 0, Selection: [] });
    expect(await stage.call('GetVersion')).toMatchObject({ UnityVersion: 'unknown' });
    expect(await stage.call('GetSelection')).toEqual({ ActiveId: null, Items: [] });
  });

  it.each(['timeout', 'not-ready'] as const)(
    'and hangs has a status with what is known of it: %s',
    async failure => {
      const engine = new FakeEngine();
      engine.answers.set('engine.describe', { name: 'x', version: '1', platform: 'p', runtime: 'r' });
      engine.answers.set('scene.list', []);
      const stage = await Stage.open({ engine });
      expect(await stage.call('GetStatus')).toMatchObject({ Ready: true });
      engine.failure = failure;
      const status = { Ready: false, UnityVersion: 'x 1', Runtime: 'r', ScenesLoaded: 0 };
      expect(await stage.call('GetStatus')).toMatchObject(status);
    },
  );

  it('is described again after a restart', async () => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    for (const name of ['One', 'Two']) {
      engine.answers.set('engine.describe', {
        name,
        version: '1.0',
        runtime: 'r',
        platform: 'p',
        operations: [],
      });
      expect(await stage.call('GetVersion')).toMatchObject({ UnityVersion: `${name} 1.0` });
      engine.process++;
    }
  });

  it('leaves no details of a bug with the client', async () => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    engine.answers.set('scene.list', 'nonsense');
    const { kind, message } = await stage.fail('ListScenes');
    expect({ kind, message }).toEqual({
      kind: 'Internal',
      message: 'The tool ListScenes failed unexpectedly.',
    });
  });

  it('is reported in the log until the world closes', async () => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    const state = { status: 'gone', since: '2026-01-01T00:00:00.000Z', reason: 'it crashed' } as const;
    engine.tell({ kind: 'state', state });
    engine.tell({ kind: 'log', level: 'warning', message: 'careful', source: 'Game', at: state.since });
    expect(stage.events('log')).toEqual([
      expect.objectContaining({ level: 'warning', message: 'The engine is gone: it crashed' }),
      { level: 'warning', message: 'careful', source: 'Game', t: state.since },
    ]);
    expect(stage.updated).toContain('unity://status');
    await stage.unity.close();
    expect(engine.heard).toBe(0);
  });

  it('reports a missing camera as <none>', async () => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    engine.answers.set('camera.get', null);
    const nowhere = { X: 0, Y: 0, Z: 0 };
    expect(await stage.call('GetCameraInfo')).toEqual({
      IsFreecam: false,
      Name: '<none>',
      Fov: 0,
      Pos: nowhere,
      Rot: nowhere,
    });
  });

  it('cuts long names of the scene', async () => {
    const engine = new FakeEngine();
    const stage = await Stage.open({ engine });
    const long = 'n'.repeat(10_000);
    engine.answers.set('member.read', { type: 'System.String', text: long, json: long });
    const args = { objectId: 'obj:1', componentType: 'T', name: 'm' };
    const value = await stage.call<{ valueText: string }>('ReadComponentMember', args);
    expect(value.valueText).toHaveLength(1_024);
    expect(value).not.toHaveProperty('valueJson');
    const card = {
      id: 'obj:1',
      name: long,
      path: long,
      tag: long,
      layer: 0,
      activeSelf: true,
      componentCount: 1,
    };
    engine.answers.set('object.get', card);
    const shown = await stage.call<{ Name: string; Path: string }>('GetObject', { id: 'obj:1' });
    expect([shown.Name.length, shown.Path.length]).toEqual([256, 1_024]);
  });
});
