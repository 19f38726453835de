import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, type Facts, factsOf, items, json, pages, pngSize, refusal } from './answers.js';
import { DOOR_T3D } from './fake-editor/index.js';
import { type LiveChain, startChain } from './live-chain.js';

const DOOR_CLASS = '/Game/Doors/BP_Door';
const HALL = '/Game/Maps/Hall';
const DOOR = `${HALL}.Hall:PersistentLevel.Door_1`;
const LIGHT = `${HALL}.Hall:PersistentLevel.PointLight_1`;

describe.each(ERAS)('%s works with a running editor', (_era, visit) => {
  let chain: LiveChain;
  let client: Visitor;
  beforeAll(async () => {
    chain = await startChain({ manyActors: 30 });
    client = await visit(chain.server.url);
  });
  afterAll(async () => {
    await client.close();
    await chain.close();
  });

  it('and gets its version, its open level and its gates', async () => {
    const state = await answer(client, 'get_editor_state');
    expect(state).toMatchObject({
      provenance: 'live',
      project: { name: 'Demo', engineVersion: expect.stringMatching(/^5\.5/) },
      level: HALL,
      sources: [
        { provenance: 'live', status: 'ready' },
        { provenance: 'disk', status: 'ready' },
      ],
    });
    const [live] = state.sources as { gates?: { name: string; state: string; opens: Facts }[] }[];
    expect(live?.gates?.map(({ name }) => name)).toEqual(['functions', 'python', 'console', 'passphrase']);
    expect(live?.gates?.find(({ name }) => name === 'python')).toMatchObject({
      state: 'open',
      opens: { line: expect.stringContaining('bEnableRemotePythonExecution') },
    });
  });

  it('reads assets, Blueprints, references and pictures as the editor has them', async () => {
    const listed = await answer(client, 'list_assets', { path: '/Game/Doors' });
    expect(listed.provenance).toBe('live');
    expect(each(listed, 'path')).toEqual([DOOR_CLASS, '/Game/Doors/T_Wood']);
    const described = await answer(client, 'describe_asset', { path: DOOR_CLASS });
    expect(described).toMatchObject({
      provenance: 'live',
      blueprint: { functions: [expect.objectContaining({ name: 'Open' })] },
    });
    const { text } = await client.read(`unreal://blueprint${DOOR_CLASS}`);
    expect(text.trim()).toBe(DOOR_T3D.trim());
    expect(await answer(client, 'get_references', { path: DOOR_CLASS })).toMatchObject({
      references: expect.arrayContaining([
        { path: '/Game/Doors/T_Wood', soft: false },
        { path: '/Game/Props/M_Iron', soft: true },
      ]),
      referencers: [{ path: HALL, soft: false }],
      provenance: 'live',
    });
    const { blob } = await client.read('unreal://texture/Game/Doors/T_Wood');
    expect(pngSize(blob)).toEqual({ width: 4, height: 2 });
  });

  it('gets an error for missing assets, and for actors of an asset that is not a level', async () => {
    expect(await refusal(client, 'list_assets', { path: '/Nope' })).toMatch(/^NotFound: .*\n.*\/Game/);
    expect(await refusal(client, 'list_actors', { path: DOOR_CLASS })).toMatch(
      /^InvalidArgument: .*Blueprint/,
    );
  });

  it('reads settings of the editor without secrets', async () => {
    const object = '/Script/RemoteControlCommon.Default__RemoteControlSettings';
    const all = await answer(client, 'get_property', { object });
    expect(all.value).toMatchObject({
      bEnableRemotePythonExecution: true,
      Passphrases: expect.stringContaining('masked'),
    });
    const one = await answer(client, 'get_property', { object, property: 'Passphrases' });
    expect(one.value).toMatch(/masked/);
    expect(await refusal(client, 'get_actor', { path: object })).toMatch(/^NotFound: .* is not an actor/);
  });

  it('reads settings only where they are masked', async () => {
    const object = '/Script/RemoteControlCommon.Default__RemoteControlSettings';
    chain.editor.project.addAsset({
      path: object,
      class: '/Script/RemoteControlCommon.RemoteControlSettings',
    });
    chain.editor.project.texts.set('Default__RemoteControlSettings', 'Passphrases(0)=(Passphrase="hunter2")');
    const spelled = [object, ` ${object}`, object.slice(1), `Object'${object}'`, object.toLowerCase()];
    for (const path of [...spelled, `${object}:Inner.Part`, object.replace('.', ':')]) {
      for (const tool of ['describe_asset', 'get_blueprint_contents', 'get_references', 'list_actors'])
        expect(await refusal(client, tool, { path })).toMatch(
          /^NotFound: .* is not an asset.*\n.*get_property/,
        );
      expect(await refusal(client, 'get_actor', { path })).toMatch(/^NotFound: .* is not an actor/);
    }
    for (const kind of ['asset', 'blueprint', 'texture', 'level', 'actor'])
      await expect(client.read(`unreal://${kind}${object}`)).rejects.toThrow(/is not an (asset|actor)/);
  });

  it('reads actors page by page, and one with its components', async () => {
    const all = await pages(client, 'list_actors', { limit: 10 });
    expect(all.flatMap(items)).toHaveLength(33);
    expect(new Set(all.map(({ provenance }) => provenance))).toEqual(new Set(['live']));
    expect(await answer(client, 'get_actor', { path: DOOR })).toMatchObject({
      label: 'The red door',
      level: HALL,
      components: [expect.objectContaining({ name: 'RootComponent0' })],
    });
    expect(each(await answer(client, 'list_actors', { query: 'red door' }), 'path')).toEqual([DOOR]);
    expect(each(await answer(client, 'get_selection'), 'path')).toEqual([DOOR]);
  });

  it('writes, and the editor has the new values', async () => {
    const lamp = `${LIGHT}.LightComponent0`;
    expect(
      await answer(client, 'set_property', { object: lamp, property: 'Intensity', value: 750.5 }),
    ).toMatchObject({ before: 5_000, after: 750.5, provenance: 'live' });
    expect(chain.editor.project.find(lamp)?.all().Intensity).toBe(750.5);
    const moved = await answer(client, 'set_actor_transform', { path: DOOR, location: [1, 2, 3] });
    expect(moved.after).toMatchObject({ location: { x: 1, y: 2, z: 3 }, scale: { x: 1, y: 1, z: 1 } });
    expect(chain.editor.project.actor(DOOR).all().RelativeLocation).toEqual({ X: 1, Y: 2, Z: 3 });
    const { after } = await answer(client, 'spawn_actor', { class: DOOR_CLASS, name: 'Back door' });
    const { path } = after as { path: string };
    expect(chain.editor.project.actor(path).all().ActorLabel).toBe('Back door');
    await answer(client, 'select_actors', { paths: [path, LIGHT] });
    expect(new Set(chain.editor.project.selection.map(each => each.path))).toEqual(new Set([path, LIGHT]));
    await answer(client, 'destroy_actor', { path });
    expect(chain.editor.project.findActor(path)).toBeUndefined();
    expect(chain.editor.project.transactions.length).toBeGreaterThan(0);
  });

  it('runs code and commands, writes to the log and reads it', async () => {
    expect(await answer(client, 'execute_python', { code: 'print("hello")\nprint("again")' })).toMatchObject({
      output: [{ text: 'hello' }, { text: 'again' }],
      provenance: 'live',
    });
    await answer(client, 'run_console_command', { command: 'stat unit' });
    expect(chain.editor.project.commands).toContain('stat unit');
    await answer(client, 'log_message', { message: 'from a client', verbosity: 'error' });
    const { lines } = await answer(client, 'tail_log', { query: 'from a client' });
    expect(lines).toMatchObject([{ verbosity: 'Error', text: 'from a client' }]);
  });

  it('takes a screenshot of the viewport', async () => {
    const result = await client.call('take_screenshot', { width: 32, height: 16 });
    expect(factsOf('take_screenshot', result)).toMatchObject({ width: 32, height: 16, provenance: 'live' });
    expect(result.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
  });

  it('gets an error when the editor kept another value', async () => {
    const root = `${DOOR}.RootComponent0`;
    const text = await refusal(client, 'set_property', { object: root, property: 'bVisible', value: 'x' });
    expect(text).toMatch(/^Conflict: The editor kept true instead of "x"/);
    const { items: writes } = await json(client, 'unreal://journal');
    expect((writes as Facts[])[0]).toMatchObject({ outcome: 'failed', before: true, after: true });
  });

  it('opens another level', async () => {
    const cellar = '/Game/Maps/Cellar';
    expect(await answer(client, 'open_level', { path: cellar })).toMatchObject({
      before: HALL,
      after: cellar,
    });
    expect(await answer(client, 'get_editor_state')).toMatchObject({ level: cellar });
    expect(await refusal(client, 'open_level', { path: '/Game/Maps/Moon' })).toMatch(/^NotFound: /);
  });
});

const PYTHON = '/Script/PythonScriptPlugin.Default__PythonScriptLibrary';
const SYSTEM = '/Script/Engine.Default__KismetSystemLibrary';
const SETTINGS = '/Script/RemoteControlCommon.Default__RemoteControlSettings';

/** Writes that would run code, or allow others to. */
const DETOURS = [
  ['call_function', { object: PYTHON, function: 'ExecutePythonCommand', arguments: { PythonCommand: '1' } }],
  ['call_function', { object: SYSTEM, function: 'ExecuteConsoleCommand', arguments: { Command: 'quit' } }],
  ['call_function', { object: SYSTEM, function: 'k2_execute_console_command', arguments: {} }],
  ['set_property', { object: SETTINGS, property: 'bEnableRemotePythonExecution', value: true }],
] as const;

describe.each(ERAS)('%s may write and not run code', (_era, visit) => {
  it('and cannot run code through a write: the editor gets no request', async () => {
    const chain = await startChain({}, { grants: { writes: true } });
    const client = await visit(chain.server.url);
    await answer(client, 'log_message', { message: 'this is a write' });
    for (const [name, args] of DETOURS) {
      expect(await refusal(client, name, args)).toMatch(/^PermissionDenied: [\s\S]*--allow eval/);
    }
    const asked = chain.editor.requests.map(({ body }) => JSON.stringify(body ?? ''));
    expect(asked.filter(text => /ExecutePythonCommand"|"quit"|execute_console|WRITE/.test(text))).toEqual([]);
    expect((await json(client, 'unreal://journal')).revision).toBe(2);
    await client.close();
    await chain.close();
  });
});
