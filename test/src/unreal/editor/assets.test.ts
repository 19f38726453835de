import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls, DOOR_T3D, encoded, type FakeRequest, givenIn, json, refusal } from '../fake-editor/index.js';
import { type FakeBenchOptions, open, QUICK } from './open-bench.js';
import type { SourceEvent } from './source.js';

const DOOR = '/Game/Doors/BP_Door';

const searches = ({ path }: { path: string }) => path === '/remote/search/assets';
const scripts = (name: string) => (request: FakeRequest) =>
  calls('ExecutePythonCommandEx')(request) && codeOf(request).startsWith(`# worldwire ${name}\n`);
const codeOf = ({ body }: FakeRequest) =>
  String((body as { parameters: { PythonCommand?: string } }).parameters.PythonCommand);

it('describes the asset of the given path, and not another one in the package', async () => {
  const { bench, editor } = await open();
  const path = '/Game/Props/M_Iron.Extra';
  await bench.fails('not-found', bench.call('asset.describe', { path }));
  editor.project.addAsset({ path, class: '/Script/Engine.Material' });
  expect(await bench.call('asset.describe', { path })).toMatchObject({ path, name: 'Extra' });
});

describe('a list of assets', () => {
  it.each([
    { version: '5.5', variant: 'b' },
    { version: '4.26' },
    { version: '4.26', python: false },
  ] as const)('has all of them, in pages, from %o', async fake => {
    const { bench } = await open({ fake: { ...fake, manyAssets: 250 } });
    const names = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await bench.call('asset.list', { limit: 60, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(255);
      expect(page.items.every(({ class: name }) => /^\w+$/.test(name))).toBe(true);
      for (const { path } of page.items) names.add(path);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names.size).toBe(255);
  });

  it('continues after the last page, although assets were added and removed', async () => {
    const { bench, editor } = await open({ fake: { manyAssets: 4 } });
    const first = await bench.call('asset.list', { path: '/Game/Many', limit: 2 });
    editor.project.registry.delete('/Game/Many/M_Many_0001.M_Many_0001');
    editor.project.addAsset({ path: '/Game/Many/A.A', class: '/Script/Engine.Material' });
    const second = await bench.call('asset.list', { path: '/Game/Many', cursor: first.nextCursor as string });
    expect(second.items.map(({ name }) => name)).toEqual(['M_Many_0003', 'M_Many_0004']);
    expect(second.nextCursor).toBeUndefined();
  });

  it.each([{}, { version: '4.26', pythonPlugin: false }] as const)(
    'is read once for all of its pages, and again for a new first page (%o)',
    async fake => {
      const { bench, editor } = await open({ fake: { ...fake, manyAssets: 6 } });
      const lists = () =>
        editor.requests.filter(request => searches(request) || calls('ListAssets')(request)).length;
      const folder = { path: '/Game/Many', limit: 2 };
      const first = await bench.call('asset.list', folder);
      const before = lists();
      const second = await bench.call('asset.list', { ...folder, cursor: first.nextCursor as string });
      const third = await bench.call('asset.list', { ...folder, cursor: second.nextCursor as string });
      expect([lists(), third.items.length, third.nextCursor]).toEqual([before, 2, undefined]);
      const other = { ...folder, query: 'many', cursor: first.nextCursor as string };
      expect((await bench.call('asset.list', other)).items).toEqual(second.items);
      expect(lists()).toBe(before + 1);
      editor.project.addAsset({ path: '/Game/Many/A.A', class: '/Script/Engine.Material' });
      expect((await bench.call('asset.list', folder)).total).toBe(7);
    },
  );

  it('is not that of the editor before a restart', async () => {
    const { bench, editor } = await open({ fake: { manyAssets: 6 } });
    const first = await bench.call('asset.list', { limit: 2 });
    const [gone, back] = [bench.event(isState('gone')), bench.event(isState('ready'))];
    await editor.stop();
    await gone;
    await editor.comeBack({ manyAssets: 20 });
    await back;
    const second = await bench.call('asset.list', { limit: 2, cursor: first.nextCursor as string });
    expect(second.total).toBe(25);
  });

  it('sends class paths to the editor from 5.1 on, and short names before', async () => {
    for (const [version, asked] of [
      ['5.0', 'World'],
      ['5.3', '/Script/Engine.World'],
    ] as const) {
      const { bench, editor, close } = await open({ fake: { version } });
      await bench.call('asset.list', { class: 'World' });
      const { Filter } = (editor.requests.findLast(searches) as FakeRequest).body as {
        Filter: { ClassNames: string[] };
      };
      expect(Filter.ClassNames).toEqual([asked]);
      await close();
    }
  });

  it('is filtered by the source for a class of an unknown module', async () => {
    const { bench, editor } = await open();
    editor.project.addAsset({ path: '/Game/UI/W_Menu.W_Menu', class: '/Script/UMGEditor.WidgetBlueprint' });
    const { items } = await bench.call('asset.list', { class: 'WidgetBlueprint' });
    expect(items).toEqual([{ path: '/Game/UI/W_Menu', name: 'W_Menu', class: 'WidgetBlueprint' }]);
  });

  it('has the one asset of a given package', async () => {
    const { bench } = await open();
    const { items } = await bench.call('asset.list', { path: DOOR });
    expect(items.map(({ path }) => path)).toEqual([DOOR]);
  });

  it('is requested without a limit when the editor refuses one', async () => {
    const { bench, editor } = await open();
    const withLimit = ({ body }: FakeRequest) => 'Limit' in (body as object);
    editor.fail(
      refusal('Unable to deserialize the request.'),
      request => searches(request) && withLimit(request),
    );
    expect((await bench.call('asset.list', {})).total).toBe(5);
  });

  it('is made without the search when the editor refuses its own search route', async () => {
    const { bench, editor } = await open();
    editor.fail(
      json({ errorCode: 'errors.com.epicgames.httpserver.route_handler_not_found' }, 404),
      searches,
    );
    expect((await bench.call('asset.list', {})).total).toBe(5);
  });

  it('is refused when each of too many classes would take a request', async () => {
    const fake = { version: '4.26', pythonPlugin: false, manyAssets: 50 } as const;
    const { bench } = await open({ fake, source: { limits: { questions: 40 } } });
    const error = await bench.fails('unsupported', bench.call('asset.list', { class: 'Material' }));
    expect(error.enable).toMatch(/narrower/);
  });
});

describe('a description of an asset', () => {
  it('has the graphs, variables and components of a Blueprint when Python is allowed', async () => {
    const { bench } = await open();
    const { blueprint, class: className, notes, tags } = await bench.call('asset.describe', { path: DOOR });
    expect([className, notes]).toEqual(['Blueprint', undefined]);
    expect(tags?.ParentClass).toContain('Engine.Actor');
    expect(blueprint).toMatchObject({
      parent: 'Actor',
      generatedClass: 'BP_Door_C',
      variables: [
        { name: 'IsOpen', type: 'bool', default: 'false', category: 'Door' },
        { name: 'Grüße', type: 'Array<object StaticMesh>' },
      ],
      functions: [{ name: 'Open', graph: 'Open' }],
      components: [
        { name: 'Hinge', class: 'SceneComponent' },
        { name: 'Leaf', class: 'StaticMeshComponent', parent: 'Hinge' },
      ],
    });
    expect(blueprint?.graphs[0]).toEqual({
      name: 'EventGraph',
      nodes: [
        { name: 'K2Node_Event_0', class: 'K2Node_Event', title: 'ReceiveBeginPlay' },
        { name: 'K2Node_CallFunction_0', class: 'K2Node_CallFunction', title: 'Open' },
      ],
    });
  });

  it('has the results of reflection, and a note on the rest, when Python is blocked', async () => {
    const { bench } = await open({ fake: { python: false } });
    const { blueprint, notes } = await bench.call('asset.describe', { path: DOOR });
    expect(blueprint).toMatchObject({
      parent: 'Actor',
      generatedClass: 'BP_Door_C',
      functions: [{ name: 'Open' }, { name: 'ReceiveBeginPlay' }],
      graphs: [],
    });
    expect(notes?.[0]).toMatch(/bEnableRemotePythonExecution=True/);
  });

  it('has the size and the format of a texture', async () => {
    const { bench } = await open();
    const { texture } = await bench.call('asset.describe', { path: '/Game/Doors/T_Wood.T_Wood' });
    expect(texture).toEqual({ width: 64, height: 32, format: 'DXT1' });
  });

  it('notes what the editor did not return', async () => {
    const { bench, editor } = await open();
    editor.fail(refusal('Not now.'), ({ path }) => path === '/remote/object/property');
    const detail = await bench.call('asset.describe', { path: '/Game/Props/M_Iron' });
    expect(detail).toMatchObject({ class: 'Material', notes: ['Its properties were not read: Not now.'] });
  });
});

describe('the text of an asset', () => {
  it.each(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'] as const)('is read from %s', async encoding => {
    const { bench } = await open({ fake: { encoding } });
    expect(await bench.call('asset.contents', { path: DOOR, format: 't3d' })).toEqual({ text: DOOR_T3D });
  });

  it('is read from the file on the same machine, which is then deleted', async () => {
    const { bench, editor } = await open();
    await bench.call('asset.contents', { path: DOOR, format: 't3d' });
    const [request] = editor.requests.filter(scripts('export')) as [FakeRequest];
    expect(existsSync(join(tmpdir(), String(givenIn(codeOf(request)).file)))).toBe(false);
    expect(editor.requests.some(scripts('read'))).toBe(false);
  });

  it('is read by Python in pieces when the editor runs on another machine', async () => {
    const progress: (number | undefined)[][] = [];
    const { bench, editor } = await open({ fake: { encoding: 'utf-16le' }, ...elsewhere() });
    const long = `Begin Object Name="Long"\n   Text="${'ü'.repeat(300_000)}"\nEnd Object\n`;
    const told = await bench.call('asset.contents', { path: DOOR, format: 't3d' });
    expect(told).toEqual({ text: DOOR_T3D });
    expect(editor.requests.some(scripts('read'))).toBe(true);
    editor.project.texts.set('BP_Door', long);
    const options = { progress: (done: number, total?: number) => void progress.push([done, total]) };
    expect(await bench.call('asset.contents', { path: DOOR, format: 't3d' }, options)).toEqual({
      text: long,
    });
    const size = encoded(long, 'utf-16le').length;
    expect(progress).toHaveLength(Math.ceil(size / (192 * 1024)));
    expect(progress.at(-1)).toEqual([size, size]);
  });

  it('is never read from a file of this machine that a remote editor names', async () => {
    const { bench, editor } = await open(elsewhere());
    await bench.call('asset.contents', { path: DOOR, format: 't3d' });
    expect(editor.requests.filter(scripts('read'))).toHaveLength(1);
  });

  it('is refused when it is larger than allowed, and its file is deleted', async () => {
    const { bench, editor } = await open({ source: { intervals: QUICK, limits: { exportBytes: 100 } } });
    const error = await bench.fails('failed', bench.call('asset.contents', { path: DOOR, format: 't3d' }));
    expect(error.message).toMatch(/the limit is 100/);
    expect(editor.requests.filter(scripts('remove'))).toHaveLength(1);
  });

  it('has its file deleted when the source is closed meanwhile', async () => {
    const { bench, editor } = await open(elsewhere());
    editor.fail('hang', scripts('read'));
    const arrived = editor.received(scripts('read'));
    const reading = bench.fails('gone', bench.call('asset.contents', { path: DOOR, format: 't3d' }));
    await arrived;
    await bench.source.close();
    await reading;
    const [request] = editor.requests.filter(scripts('export')) as [FakeRequest];
    expect(editor.requests.filter(scripts('remove'))).toHaveLength(1);
    expect(existsSync(join(tmpdir(), String(givenIn(codeOf(request)).file)))).toBe(false);
  });

  it('has its file deleted by this process when the editor does not delete it', async () => {
    const { bench, editor, logged } = await open();
    editor.fail(refusal('Not now.'), scripts('remove'));
    await bench.call('asset.contents', { path: DOOR, format: 't3d' });
    const [request] = editor.requests.filter(scripts('export')) as [FakeRequest];
    expect(existsSync(join(tmpdir(), String(givenIn(codeOf(request)).file)))).toBe(false);
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('has its file deleted when the caller has gone', async () => {
    const { bench, editor } = await open(elsewhere());
    editor.fail('hang', scripts('read'));
    const [arrived, removed] = [editor.received(scripts('read')), editor.received(scripts('remove'))];
    const stop = new AbortController();
    const reading = bench.call('asset.contents', { path: DOOR, format: 't3d' }, { signal: stop.signal });
    await arrived;
    stop.abort();
    expect((await bench.fails('failed', reading)).unsure).toBe(false);
    await removed;
  });

  it("fails with the editor's reason when it is not exported", async () => {
    const { bench } = await open();
    const contents = bench.call('asset.contents', { path: '/Game/Props/M_Iron', format: 't3d' });
    expect((await bench.fails('failed', contents)).message).toMatch(/No exporter for it/);
  });

  it('as objects is refused when the text is incomplete', async () => {
    const { bench, editor } = await open();
    editor.project.texts.set('BP_Door', DOOR_T3D.slice(0, -20));
    const contents = bench.call('asset.contents', { path: DOOR, format: 'json' });
    expect((await bench.fails('failed', contents)).message).toMatch(/cannot be read/);
  });
});

describe('references of an asset', () => {
  it('are listed in both directions, with soft ones marked', async () => {
    const { bench } = await open();
    expect(await bench.call('asset.references', { path: DOOR })).toEqual({
      references: [
        { path: '/Game/Doors/T_Wood', soft: false },
        { path: '/Game/Props/M_Iron', soft: true },
      ],
      referencers: [{ path: '/Game/Maps/Hall', soft: false }],
    });
  });

  it('can be hard in one direction and soft in the other', async () => {
    const { bench, editor } = await open();
    const chair = '/Game/Props/Chair';
    const blueprint = '/Script/Engine.Blueprint';
    editor.project.addAsset({ path: '/Game/Props/Desk.Desk', class: blueprint, hard: [chair] });
    editor.project.addAsset({ path: `${chair}.Chair`, class: blueprint, soft: ['/Game/Props/Desk'] });
    expect(await bench.call('asset.references', { path: '/Game/Props/Desk' })).toEqual({
      references: [{ path: chair, soft: false }],
      referencers: [{ path: chair, soft: true }],
    });
  });

  it('need Python, and the error has the line that allows it', async () => {
    const { bench } = await open({ fake: { python: false } });
    const error = await bench.fails('closed', bench.call('asset.references', { path: DOOR }));
    expect(error.enable).toContain('bEnableRemotePythonExecution=True');
  });
});

describe('a picture of an asset', () => {
  it('has the type of its bytes', async () => {
    for (const [thumbnail, expected] of [
      ['png', { mimeType: 'image/png', width: 4, height: 2 }],
      ['svg-as-png', { mimeType: 'image/svg+xml' }],
    ] as const) {
      const { bench, close } = await open({ fake: { thumbnail } });
      const { data: _, ...picture } = await bench.call('asset.picture', { path: DOOR });
      expect(picture).toEqual(expected);
      await close();
    }
  });

  it('is left to other sources when there are no bytes or no route', async () => {
    const { bench, editor } = await open({ fake: { thumbnail: 'nothing' } });
    await bench.fails('unsupported', bench.call('asset.picture', { path: DOOR }));
    editor.options = { ...editor.options, withoutRoutes: ['/remote/object/thumbnail'] };
    await bench.fails('unsupported', bench.call('asset.picture', { path: DOOR }));
  });
});

describe('texts from callers', () => {
  const hostile = [
    `/Game/A"); import os; os.remove("x`,
    `/Game/B'''\\`,
    `/Game/C\\u0022);x`,
    '/Game/Ünïcode 😀 \u2028',
    '/Game/{given}%s%d',
  ];

  it.each(hostile)('reach Python as data: %s', async path => {
    const { bench, editor } = await open();
    await bench.fails('not-found', bench.call('asset.references', { path }));
    const request = editor.requests.findLast(scripts('references')) as FakeRequest;
    expect(givenIn(codeOf(request)).path).toBe(path.split('.')[0]);
    const lines = codeOf(request).split('\n');
    expect(lines.filter(line => line.includes('json.loads('))).toHaveLength(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing but printable ASCII is allowed
    expect(codeOf(request)).toMatch(/^[\x0a\x20-\x7e]*$/);
    expect(codeOf(request)).not.toContain('.py');
  });

  it('reach the log as one line', async () => {
    const { bench, editor } = await open();
    const message = `"quoted" \\ back 😀\r\nLogTemp: Error: forged\u2028`;
    const { line } = await bench.call('log.write', { message, verbosity: 'error' });
    expect(line).toBe(`"quoted" \\ back 😀 LogTemp: Error: forged `);
    expect(editor.project.log.at(-1)).toBe(`LogPython: Error: ${line}`);
  });
});

function isState(status: string) {
  return (event: SourceEvent) => event.kind === 'state' && event.state.status === status;
}

/** A source whose editor has the name of another machine. */
function elsewhere(): FakeBenchOptions {
  let url = '';
  const there: typeof fetch = (input, init) =>
    fetch(String(input).replace('http://editor.example', url), init);
  return {
    sameHost: false,
    source: { url: 'http://editor.example', fetch: there, intervals: QUICK },
    onStart: started => {
      url = started;
    },
  };
}
