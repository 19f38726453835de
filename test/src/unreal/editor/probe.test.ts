import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeEditor, type FakeOptions, json } from '../fake-editor/index.js';
import { type FakeBench, openFake } from './open-bench.js';
import { type EditorProbe, type Gate, probeEditor } from './source.js';

const SECTION = '[/Script/RemoteControlCommon.RemoteControlSettings]';
const NEW = 'Config/DefaultRemoteControl.ini';
const OLD = 'Config/DefaultWebRemoteControl.ini';

let editor: FakeEditor | undefined;
let opened: FakeBench | undefined;
afterEach(async () => {
  await editor?.stop();
  await opened?.close();
  [editor, opened] = [undefined, undefined];
});

async function probe(fake: Partial<FakeOptions> = {}, passphrase?: string): Promise<EditorProbe> {
  editor = await FakeEditor.start(fake);
  return probeEditor(editor.url, fetch, {
    now: Date.now,
    ...(passphrase === undefined ? {} : { passphrase }),
  });
}

function gate(found: EditorProbe, name: Gate['name']): Gate {
  return found.gates.find(each => each.name === name) as Gate;
}

const digest = (text: string) => createHash('md5').update(text).digest('hex');

describe('a probe', () => {
  it('finds the version, the routes, the open gates and the latency', async () => {
    const found = await probe();
    expect(found).toMatchObject({ reachable: true, engineVersion: '5.5.1-1234567+++UE5+Release-5.5' });
    expect(found.routes).toContainEqual({ path: '/remote/search/assets', verb: 'PUT', description: '' });
    expect(found.gates.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open']);
    expect(found.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('of an address without a server fails with a hint', async () => {
    const stopped = await FakeEditor.start();
    await stopped.stop();
    const { url } = stopped;
    const found = await probeEditor(url, fetch, { now: Date.now });
    expect(found).toMatchObject({ url, reachable: false, reason: `No editor answers at ${url}.` });
    expect(found.gates.every(({ state }) => state === 'unknown')).toBe(true);
  });

  it('of an editor that does not answer in time is a timeout', async () => {
    await probe();
    editor?.fail('hang');
    const found = await probeEditor(editor?.url as string, fetch, { now: Date.now, limits: { callMs: 30 } });
    expect(found).toMatchObject({ reachable: false, reason: 'The editor did not answer within 30 ms.' });
  });

  it('of another program says that it is not an editor', async () => {
    await probe();
    for (const answer of [json({ hello: 1 }), { status: 200, type: 'text/html', body: Buffer.from('<p>') }]) {
      editor?.heal();
      editor?.fail(answer);
      const found = await probeEditor(editor?.url as string, fetch, { now: Date.now });
      expect(found).toMatchObject({
        reachable: false,
        reason: expect.stringMatching(/not the Remote Control/),
      });
    }
  });

  it('ends when it is cancelled', async () => {
    await probe();
    editor?.fail('hang');
    const stop = new AbortController();
    const arrived = editor?.received(() => true);
    const probing = probeEditor(editor?.url as string, fetch, { now: Date.now, signal: stop.signal });
    await arrived;
    stop.abort();
    await expect(probing).rejects.toThrow(/cancelled/);
  });

  it('changes nothing and runs nothing in the editor', async () => {
    for (const fake of [{}, { version: '5.8', settingsReadable: false }, { version: '4.26' }] as const) {
      await probe(fake);
      const { project, requests } = editor as FakeEditor;
      expect([project.transactions, project.commands, project.log]).toEqual([[], [], []]);
      expect(requests.length).toBeGreaterThan(0);
      for (const { body } of requests) {
        const asked = body as { access?: string; functionName?: string; parameters?: object } | undefined;
        expect(asked?.access ?? 'READ_ACCESS').toBe('READ_ACCESS');
        expect(asked?.functionName ?? '').not.toMatch(/ExecuteConsoleCommand|ExecutePython/);
      }
      await editor?.stop();
    }
  });

  it('works with an editor that does not list its routes', async () => {
    const found = await probe({ withoutRoutes: ['/remote/info'] });
    expect(found.reachable).toBe(true);
    expect(found.routes).toBeUndefined();
    expect(found.engineVersion).toMatch(/^5\.5/);
  });
});

describe('the gates', () => {
  it.each([
    ['4.26', OLD],
    ['4.27', `${NEW} (or ${OLD}, by version)`],
    ['5.0', NEW],
    ['5.8', NEW],
  ] as const)('of %s are opened in %s', async (version, file) => {
    const found = await probe({ version });
    expect(found.gates.length).toBeGreaterThan(0);
    for (const { opens } of found.gates) expect(opens).toMatchObject({ file, section: SECTION });
  });

  it.each([true, false])(
    'of 5.8 are closed by default, with or without readable settings (%s)',
    async readable => {
      const found = await probe({
        version: '5.8',
        functions: false,
        python: false,
        console: false,
        settingsReadable: readable,
      });
      expect(found.reachable).toBe(true);
      expect(found.engineVersion).toBeUndefined();
      const functions = gate(found, 'functions');
      expect(functions.state).toBe('closed');
      expect(functions.reason).toMatch(/not allowed by remote control settings/);
      expect(functions.opens).toEqual({
        file: NEW,
        section: SECTION,
        line: 'bAllowAnyRemoteFunctionCall=True',
      });
      expect(gate(found, 'python').state).toBe('closed');
      expect(gate(found, 'console').state).toBe(readable ? 'closed' : 'unknown');
    },
  );

  it('of an editor that lists Python alone allow Python, which then returns the version', async () => {
    for (const variant of ['a', 'b'] as const) {
      const found = await probe({ version: '5.8', functions: ['PythonScriptLibrary'], variant });
      expect(found.engineVersion).toMatch(/^5\.8\.1/);
      expect(gate(found, 'functions').state).toBe('closed');
      expect(gate(found, 'python').state).toBe('open');
      await editor?.stop();
    }
  });

  it('allow Python when only its execution is listed', async () => {
    const listed = ['PythonScriptLibrary ExecutePythonCommandEx'];
    const found = await probe({ version: '5.8', functions: listed });
    expect(gate(found, 'python').state).toBe('open');
  });

  it('name the function to list when Python is allowed but not listed', async () => {
    const found = await probe({ version: '5.8', functions: ['KismetSystemLibrary'] });
    expect(gate(found, 'functions').state).toBe('closed');
    expect(gate(found, 'python')).toMatchObject({
      state: 'closed',
      opens: {
        line: '+CustomAllowedRemoteFunctionCalls=(ClassPath="/Script/PythonScriptPlugin.PythonScriptLibrary",FunctionName="ExecutePythonCommandEx",bAllowChildClasses=False)',
      },
    });
  });

  it.each([true, false])('are closed for Python by its setting, readable or not (%s)', async readable => {
    const found = await probe({ python: false, settingsReadable: readable });
    expect(gate(found, 'python')).toMatchObject({
      state: 'closed',
      opens: { line: 'bEnableRemotePythonExecution=True' },
    });
  });

  it('are closed for Python when its plugin is off, and name the plugin', async () => {
    const found = await probe({ pythonPlugin: false });
    const { state, reason, opens } = gate(found, 'python');
    expect(state).toBe('closed');
    expect(reason).toMatch(/PythonScriptPlugin is not enabled/);
    expect(opens.line).toContain('PythonScriptPlugin');
  });

  it('of the console are not tested: without readable settings they are unknown from 5.5 on', async () => {
    expect(gate(await probe({ settingsReadable: false }), 'console').state).toBe('unknown');
    await editor?.stop();
    expect(gate(await probe({ version: '5.3', settingsReadable: false }), 'console').state).toBe('open');
  });

  it('need a passphrase, whose digest is sent and never the text', async () => {
    const found = await probe({ passphraseDigest: digest('open sesame') });
    expect(gate(found, 'passphrase')).toMatchObject({
      state: 'closed',
      reason: 'Given Passphrase is not correct!',
      opens: { line: expect.stringMatching(/^\+Passphrases=/) },
    });
    const answered = await probeEditor(editor?.url as string, fetch, {
      now: Date.now,
      passphrase: 'open sesame',
    });
    expect(gate(answered, 'passphrase').state).toBe('open');
    expect(JSON.stringify(editor?.requests)).not.toContain('sesame');
  });
});

describe('a source behind closed gates', () => {
  it('without the passphrase is gone, and every error has the setting', async () => {
    opened = await openFake({ fake: { passphraseDigest: digest('open sesame') } });
    const { bench } = opened;
    expect(bench.source.state.status).toBe('gone');
    const error = await bench.fails('closed', bench.call('level.list', {}));
    expect(error.enable).toMatch(/\+Passphrases=/);
    expect(bench.gate('passphrase').state).toBe('closed');
    expect(bench.states).toEqual(['gone']);
  });

  it('writes neither the passphrase nor its digest into the log', async () => {
    opened = await openFake({
      fake: { passphraseDigest: digest('open sesame') },
      source: { passphrase: 'open sesame' },
    });
    const { bench, editor: fake, logged } = opened;
    await bench.call('actor.list', {});
    await fake.stop();
    await bench.until('gone');
    await fake.comeBack({ passphraseDigest: digest('another') });
    await bench.event(event => event.kind === 'state' && /Passphrase/.test(event.state.reason ?? ''));
    const text = JSON.stringify([logged, bench.events, bench.source.probe]);
    expect(text).not.toContain('sesame');
    expect(text).not.toContain(digest('open sesame'));
  });

  it('on 5.8 names the setting and the line for the function', async () => {
    opened = await openFake({ fake: { version: '5.8', functions: false } });
    const { bench } = opened;
    const error = await bench.fails('closed', bench.call('actor.list', {}));
    expect(error.enable).toContain('bAllowAnyRemoteFunctionCall=True');
    expect(error.enable).toContain(
      '+CustomAllowedRemoteFunctionCalls=(ClassPath="/Script/UnrealEd.EditorActorSubsystem",FunctionName="GetAllLevelActors",bAllowChildClasses=False)',
    );
    expect(error.enable).toContain(`under ${SECTION} in ${NEW}`);
  });

  it('on 5.8 still lists and describes assets, reads and writes properties, and moves actors', async () => {
    opened = await openFake({ fake: { version: '5.8', functions: false } });
    const { bench } = opened;
    const lamp = '/Game/Maps/Hall.Hall:PersistentLevel.PointLight_1';
    expect((await bench.call('asset.list', { class: 'Texture2D' })).items).toHaveLength(1);
    const door = await bench.call('asset.describe', { path: '/Game/Doors/BP_Door' });
    expect(door.blueprint?.variables.map(({ name }) => name)).toContain('IsOpen');
    expect(door.notes?.[0]).toMatch(/CustomAllowedRemoteFunctionCalls/);
    const target = { object: `${lamp}.LightComponent0`, property: 'Intensity' };
    expect((await bench.call('property.write', { ...target, value: 5 })).after).toBe(5);
    const wanted = { location: { x: 1, y: 2, z: 3 }, scale: { x: 2, y: 2, z: 2 } };
    const moved = await bench.call('actor.transform', { path: lamp, ...wanted });
    expect(moved.after).toMatchObject(wanted);
    const actor = await bench.call('actor.get', { path: lamp });
    expect(actor.components).toEqual([
      { path: target.object, name: 'LightComponent0', class: 'PointLightComponent' },
    ]);
  });

  it('learns from an error that a gate is closed', async () => {
    opened = await openFake({ fake: { console: false, settingsReadable: false } });
    const { bench } = opened;
    expect(bench.gate('console').state).toBe('unknown');
    const error = await bench.fails('closed', bench.call('console.run', { command: 'stat fps' }));
    expect(error.enable).toContain('bAllowConsoleCommandRemoteExecution=True');
    expect(bench.gate('console').state).toBe('closed');
  });
});
