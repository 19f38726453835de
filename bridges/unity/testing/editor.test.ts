import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent } from '@worldwire/engine';
import { Bench, ContractRun, editorContract, eventOf, until } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenUnity, openUnity } from './open-unity.js';
import { EDITOR_LACKS, UNITY_SAMPLE } from './sample.js';
import { startUnityEditor } from './start-unity.js';

const SCENES = ['Assets/Scenes/Arena.unity', 'Assets/Scenes/Menu.unity'] as const;
const SAMPLE = {
  ...UNITY_SAMPLE,
  editor: {
    scenes: SCENES,
    member: { path: '/Arena/Turret', type: 'Demo.Health', name: 'current', values: [12, 34.5] },
  },
} as const;

// Unity's editor cannot run here: this is the bridge in Mono on a shim of the types of the editor. Each reload of scripts is a new AppDomain.
describe('the bridge for the editor of Unity on its shim', () => {
  const project = mkdtempSync(join(tmpdir(), 'worldwire-unity-editor-'));
  let unity: OpenUnity;
  beforeAll(async () => {
    unity = await openUnity({}, options => startUnityEditor(project, options));
  });
  afterAll(() => unity?.engine.close());
  const call: OpenUnity['engine']['call'] = (...args) => unity.engine.call(...args);
  const bench = () => new Bench(unity.engine, SAMPLE, async () => unity.engine);

  /** The compiler of the shim reads its messages from a file. Without an error it reloads the scripts. */
  const compile = (messages: readonly string[]) => {
    writeFileSync(join(project, 'compiled.tmp'), messages.join('\n'));
    renameSync(join(project, 'compiled.tmp'), join(project, 'compile.txt'));
  };
  const reload = async () => {
    const reloading = eventOf(unity.engine, 'state', ({ state }) => state.status !== 'ready');
    compile([]);
    const { state } = await reloading;
    await until(async () => unity.engine.state.status === 'ready');
    return state;
  };

  const run = new ContractRun({
    engine: 'Unity editor (bridge on a shim)',
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
    cases: editorContract,
    lacks: EDITOR_LACKS,
    bench,
  });
  for (const { claim, check } of run.tests) it(claim, check);

  it('names each step of undo after the operation, and undoes a creation, a move, a switch and a destruction', async () => {
    await call('editor.open', { path: SCENES[0] });
    const { id: parent } = await bench().at('/Arena/Turret');
    const exists = async (id: string) =>
      (await call('object.list', { limit: 1000 })).items.some(each => each.id === id);
    const made = await call('object.create', {
      name: 'Undone',
      components: [{ type: 'UnityEngine.BoxCollider' }],
    });
    expect((await call('editor.get', {})).undo).toBe('Worldwire: object.create Undone');
    await call('object.reparent', { id: made.id, parent });
    await call('editor.undo', {});
    expect((await call('object.get', { id: made.id })).parent).toBe(null);
    await call('object.activate', { id: made.id, active: false });
    expect((await call('editor.undo', {})).step).toBe('Worldwire: object.activate Undone');
    expect((await call('object.get', { id: made.id })).activeSelf).toBe(true);
    await call('object.destroy', { id: made.id });
    expect(await exists(made.id)).toBe(false);
    expect((await call('editor.undo', {})).step).toBe('Worldwire: object.destroy Undone');
    expect((await call('object.list', { name: 'Undone' })).total).toBe(1);
    await call('editor.undo', {});
    expect((await call('object.list', { name: 'Undone' })).total).toBe(0);
    const before = (await call('editor.get', {})).undo;
    await call('object.list', {});
    await call('object.destroy', { id: parent, dryRun: true });
    expect((await call('editor.get', {})).undo).toBe(before);
  });

  it('keeps a scene with changes open when another is opened, and loses nothing', async () => {
    await call('editor.open', { path: SCENES[0] });
    const { id: object } = await bench().at('/Arena/Turret');
    await call('member.write', { object, type: 'Demo.Health', name: 'lives', value: 8 });
    const { openScenes, unsaved, scene } = await call('editor.open', { path: SCENES[1] });
    expect([scene, [...openScenes].sort(), unsaved]).toEqual([SCENES[1], [...SCENES].sort(), [SCENES[0]]]);
    expect((await call('member.read', { object, type: 'Demo.Health', name: 'lives' })).json).toBe(8);
    expect(await call('editor.save', { all: true })).toEqual({ saved: [SCENES[0]] });
  });

  it('is the same process after a reload of scripts: ids of scene objects stay valid, others are reported as destroyed', async () => {
    await call('editor.open', { path: SCENES[0] });
    const turret = await bench().at('/Arena/Turret');
    const temporary = await call('object.create', { name: 'Not saved' });
    const { process } = unity.engine;
    const gone = eventOf(unity.engine, 'destroyed', ({ ids }) => ids.includes(temporary.id));
    const { reason } = await reload();
    expect(reason).toContain('reloading: scripts were compiled');
    await gone;
    expect(unity.engine.process).toBe(process);
    expect((await call('object.get', { id: turret.id })).path).toBe('/Arena/Turret');
    await bench().fails('not-found', call('object.get', { id: temporary.id }));
    const next = await call('object.create', { name: 'Later' });
    expect(Number(next.id.slice(4))).toBeGreaterThan(Number(temporary.id.slice(4)));
  });

  it('reports errors of the compiler with file, line and column, and starts no game with them', async () => {
    const events: EngineEvent[] = [];
    const stop = unity.engine.listen(event => events.push(event));
    const told = eventOf(unity.engine, 'log', ({ problem }) => problem?.kind === 'compile');
    compile(['error|Assets/Scripts/Door.cs|12|7|CS1002: ; expected']);
    expect(await told).toMatchObject({
      level: 'error',
      message: 'CS1002: ; expected',
      problem: { kind: 'compile', file: 'Assets/Scripts/Door.cs', line: 12, column: 7 },
    });
    stop();
    const refused = await bench().fails('failed', call('editor.play', { scene: SCENES[0] }));
    expect(refused.message).toContain('do not compile');
    const checked = eventOf(unity.engine, 'checked', () => true);
    await reload();
    expect(await checked).toMatchObject({ files: ['Assets/Scripts/Door.cs'] });
  });

  it('serves the running game at the same link, and leaves the scene of the editor as it was', async () => {
    await call('editor.open', { path: SCENES[0] });
    const { id: object } = await bench().at('/Arena/Turret');
    const lives = { object, type: 'Demo.Health', name: 'lives' };
    const { json: before } = await call('member.read', lives);
    await bench().fails('not-ready', call('input.send', { steps: [{ kind: 'key', key: 'Space' }] }));
    await bench().fails('not-ready', call('scene.load', { name: 'Menu', mode: 'single' }));
    await call('editor.play', { scene: SCENES[0] });
    await until(
      async () =>
        (await call('editor.get', {})).playing === SCENES[0] && (await call('time.get', {})).frame > 2,
    );
    const { frame } = await call('time.get', {});
    await until(async () => (await call('time.get', {})).frame > frame + 5);
    const { id: running } = await bench().at('/Arena/Turret');
    await call('member.write', { ...lives, object: running, value: 77 });
    await bench().fails('not-ready', call('editor.open', { path: SCENES[1] }));
    await bench().fails('not-ready', call('editor.save', {}));
    expect(
      (await call('input.send', { steps: [{ kind: 'key', key: 'Space' }] }, { deadline: 10_000 })).held,
    ).toEqual([]);
    await call('editor.stop', {}, { deadline: 10_000 });
    const { id: edited } = await bench().at('/Arena/Turret');
    expect((await call('member.read', { ...lives, object: edited })).json).toBe(before);
  });
});
