import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { MemoryBytes, openPackage } from '@worldwire/uasset';
import { readFixture, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AssetFilter } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { openProject } from './project-source.js';
import { NOW, type OpenedProject, TempProject } from './temp-project.test.js';

const VERSIONS = ['UE410', 'UE414', 'UE418', 'UE422', 'UE425', 'UE427', 'UE50', 'UE52', 'UE54', 'UE56'];
const ROOT = '/Game/SimpleRefs/SimpleRefsRoot';
const DEFAULTS = '/Game/SimpleRefs/SimpleRefsDefaultsRef';
const GRAPH = '/Game/SimpleRefs/SimpleRefsGraphRef';
const SOFT = '/Game/SimpleRefs/SimpleRefsSoftRef';

/** Some of every kind. */
async function mixed(): Promise<TempProject> {
  const project = new TempProject();
  await project.simpleRefs('UE54');
  await project.fixture('ue-shed/Authoring/DT_Scalars.uasset', 'Content/Data/DT_Scalars.uasset');
  await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Plugins/Jump/Content/IA_Jump.uasset');
  await project.fixture('cesium-unreal/SingleCube.umap', 'Content/Maps/SingleCube.umap');
  project.write('Plugins/Jump/Jump.uplugin', '{}');
  project.write('Content/Broken.uasset', '\0his is no package');
  return project;
}

describe('a project on disk', () => {
  it('is ready at once, and answers from disk', async () => {
    const { source } = await (await mixed()).open();
    expect(source.provenance).toBe('disk');
    expect(source.state).toEqual({ status: 'ready', since: new Date(NOW).toISOString() });
  });

  it('cannot be opened without a project file', async () => {
    const { root, log } = new TempProject();
    const opened = openProject({ folder: `${root}/Content`, log, now: () => NOW });
    await expect(opened).rejects.toMatchObject({
      kind: 'invalid',
      enable: expect.stringContaining('.uproject'),
    });
  });

  it.each([
    ['console.run', { command: 'stat fps' }],
    ['python.run', { code: '1', mode: 'evaluate' }],
    ['screenshot.take', {}],
    ['selection.get', {}],
    ['selection.set', { paths: [] }],
    ['level.open', { path: '/Game/Maps/SingleCube' }],
    ['actor.spawn', { class: 'PointLight' }],
    ['actor.destroy', { path: '/Game/A.A:PersistentLevel.B' }],
    ['actor.transform', { path: '/Game/A.A:PersistentLevel.B' }],
    ['property.write', { object: ROOT, property: 'A', value: 1 }],
    ['function.call', { object: ROOT, function: 'F', arguments: {} }],
    ['log.write', { message: 'm', verbosity: 'log' }],
  ] as const)('leaves %s to an editor, and says how to have one', async (name, params) => {
    const project = await new TempProject().open();
    await expect(project.call(name, params)).rejects.toMatchObject({
      kind: 'unsupported',
      // Clients know tools, and not operations of sources.
      message: 'This needs a running editor: the files of a project are read-only.',
      enable: expect.stringContaining('--editor'),
    });
  });

  it('without a level says what lists its content', async () => {
    const project = await new TempProject().open();
    await expect(project.call('actor.list', {})).rejects.toMatchObject({
      message: 'The project has no level.',
      enable: 'list_assets lists what the project has.',
    });
  });

  it('does not answer after an abort or a close', async () => {
    const project = await (await mixed()).open();
    const left = { signal: AbortSignal.abort(new Error('left')) };
    await expect(project.call('asset.list', {}, left)).rejects.toThrow('left');
    await project.source.close();
    await expect(project.call('asset.list', {})).rejects.toMatchObject({ kind: 'gone' });
    await project.source.close();
  });

  it('stops pending work on close', async () => {
    const project = await (await mixed()).open();
    const list = project.call('asset.list', {});
    const failed = expect(list).rejects.toMatchObject({ kind: 'gone' });
    await project.source.close();
    await failed;
  });

  it('has a deadline', async () => {
    const project = await (await mixed()).open();
    await expect(project.call('asset.list', {}, { deadline: 0 })).rejects.toMatchObject({ kind: 'timeout' });
    expect(await project.call('asset.list', {}, { deadline: 60_000 })).toHaveProperty('total');
  });

  it('keeps its index in the given folder, and starts from it', async () => {
    const project = await mixed();
    const cacheFolder = project.at('cache');
    const first = await project.open({ cacheFolder });
    const list = await first.call('asset.list', { path: '/' });
    await first.source.close();
    const second = await project.open({ cacheFolder });
    const reads: number[] = [];
    expect(await second.call('asset.list', { path: '/' }, { progress: done => reads.push(done) })).toEqual(
      list,
    );
    expect(reads).toEqual([]);
  });
});

describe('the list of assets', () => {
  const paths = async (project: OpenedProject, filter: AssetFilter) =>
    (await project.call('asset.list', filter)).items.map(({ path }) => path);

  it('has class and size of each, and reports progress', async () => {
    const project = await (await mixed()).open();
    const steps: (number | undefined)[][] = [];
    const page = await project.call(
      'asset.list',
      {},
      { progress: (done, total) => steps.push([done, total]) },
    );
    expect(page).toEqual({
      items: [
        { path: '/Game/Broken', name: 'Broken', class: 'Unreadable', size: 18 },
        { path: '/Game/Data/DT_Scalars', name: 'DT_Scalars', class: 'DataTable', size: 2463 },
        { path: '/Game/Maps/SingleCube', name: 'SingleCube', class: 'World', size: 10424 },
        { path: DEFAULTS, name: 'SimpleRefsDefaultsRef', class: 'Blueprint', size: 6017 },
        { path: GRAPH, name: 'SimpleRefsGraphRef', class: 'Blueprint', size: 8184 },
        { path: ROOT, name: 'SimpleRefsRoot', class: 'Blueprint', size: 27810 },
        { path: SOFT, name: 'SimpleRefsSoftRef', class: 'Blueprint', size: 5512 },
        { path: '/Jump/IA_Jump', name: 'IA_Jump', class: 'InputAction', size: expect.any(Number) },
      ],
      total: 8,
    });
    expect(steps.at(-1)).toEqual([8, 8]);
  });

  it.each<[AssetFilter, string[]]>([
    [{ path: '/Game/Data' }, ['/Game/Data/DT_Scalars']],
    [{ path: '/game/data/' }, ['/Game/Data/DT_Scalars']],
    [{ path: '/Game/Data/DT_Scalars' }, ['/Game/Data/DT_Scalars']],
    [{ path: '/Jump' }, ['/Jump/IA_Jump']],
    [{ path: '/Game', query: 'a_jump' }, []],
    [{ query: 'a_jump' }, ['/Jump/IA_Jump']],
    [{ path: '/', query: 'a_' }, ['/Jump/IA_Jump']],
    [{ class: 'World' }, ['/Game/Maps/SingleCube']],
    [{ class: 'world' }, ['/Game/Maps/SingleCube']],
    [{ class: '/Script/Engine.World' }, ['/Game/Maps/SingleCube']],
    [{ class: '/Script/Other.World' }, []],
    [{ query: 'SOFT' }, [SOFT]],
    [{ query: 'data/' }, ['/Game/Data/DT_Scalars']],
    [{ class: 'Unreadable' }, ['/Game/Broken']],
  ])('can be narrowed down: %j', async (filter, wanted) => {
    expect(await paths(await (await mixed()).open(), filter)).toEqual(wanted);
  });

  it('has pages that stay valid while files are added and removed', async () => {
    const project = new TempProject();
    for (const name of 'BDFHJ')
      await project.fixture('ue-shed/Input/IA_Jump.uasset', `Content/${name}.uasset`);
    const opened = await project.open();
    const first = await opened.call('asset.list', { limit: 2 });
    expect(first).toMatchObject({ total: 5, nextCursor: '/Game/D' });
    unlinkSync(project.at('Content/D.uasset'));
    await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Content/A.uasset');
    await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Content/E.uasset');
    const second = await opened.call('asset.list', { limit: 2, cursor: '/Game/D' });
    expect(second.items.map(({ name }) => name)).toEqual(['E', 'F']);
    const third = await opened.call('asset.list', { limit: 2, cursor: second.nextCursor as string });
    expect(third.items.map(({ name }) => name)).toEqual(['H', 'J']);
    expect(third.nextCursor).toBeUndefined();
  });

  it.each([0, 1_001, 1.5, -1])('refuses a page of %s', async limit => {
    const project = await new TempProject().open();
    await expect(project.call('asset.list', { limit })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('is empty without content', async () => {
    const opened = await new TempProject().open();
    expect(await opened.call('asset.list', {})).toEqual({ items: [], total: 0 });
    expect(await opened.call('asset.list', { path: '/Game' })).toEqual({ items: [], total: 0 });
  });

  it.each([
    ['/Nope', '/ contains /Game, /Jump.'],
    ['/Game/Dat', '/Game contains /Game/Data, /Game/Broken, /Game/Maps, /Game/SimpleRefs.'],
    ['/Game/Maps/SingleCub', '/Game/Maps contains /Game/Maps/SingleCube.'],
    ['/Engine/BasicShapes', '/ contains /Game, /Jump.'],
  ])('of %s, where nothing is, is none, and the error says what is there', async (path, enable) => {
    const opened = await (await mixed()).open();
    for (const more of [{}, { class: 'World' }, { query: 'cube' }]) {
      await expect(opened.call('asset.list', { path, ...more })).rejects.toMatchObject({
        kind: 'not-found',
        message: expect.stringContaining(path),
        enable,
      });
    }
  });

  it('of a folder without packages is empty, and so is a page after the last of a deleted folder', async () => {
    const project = new TempProject();
    mkdirSync(project.at('Content/Later'));
    mkdirSync(project.at('Content/Old'));
    project.write('Content/Old/notes.txt', '');
    project.write('Plugins/Tools/Tools.uplugin', '{}');
    mkdirSync(project.at('Plugins/Tools/Content/Empty'), { recursive: true });
    symlinkSync(project.at('Content/Old'), project.at('Content/Link'));
    const opened = await project.open();
    expect(await opened.call('asset.list', { path: '/Game/Later' })).toEqual({ items: [], total: 0 });
    expect(await opened.call('asset.list', { path: '/Game/Old' })).toEqual({ items: [], total: 0 });
    for (const path of ['/game/later', '/GAME/OLD', '/tools', '/TOOLS/empty'])
      expect(await opened.call('asset.list', { path })).toEqual({ items: [], total: 0 });
    await expect(opened.call('asset.list', { path: '/Game/Old/notes.txt' })).rejects.toThrow(
      /neither a package/,
    );
    await expect(opened.call('asset.list', { path: '/Game/Link' })).rejects.toThrow(/neither a package/);
    const beyond = await opened.call('asset.list', { path: '/Game/Gone', cursor: '/Game/Gone/A' });
    expect(beyond.items).toEqual([]);
  });

  it('has a note if content is behind links, which are not followed', async () => {
    const [project, other] = [new TempProject(), await mixed()];
    rmSync(project.at('Content'), { recursive: true });
    symlinkSync(other.at('Content'), project.at('Content'));
    project.write('Plugins/Own/Own.uplugin', '{}');
    symlinkSync(other.at('Content'), project.at('Plugins/Own/Content'));
    symlinkSync(other.at('Plugins/Jump'), project.at('Plugins/Jump'));
    symlinkSync(other.at('Demo.uproject'), project.at('Plugins/Demo.uproject'));
    symlinkSync(other.at('Nowhere'), project.at('Plugins/Nowhere'));
    const opened = await project.open();
    const notes = ['Content', 'Plugins/Own/Content', 'Plugins/Jump'].map(
      name => `${name} is a link, which is not followed: its content is not shown.`,
    );
    expect(await opened.call('asset.list', {})).toEqual({ items: [], total: 0, notes });
    expect(await opened.call('asset.list', { path: '/Game' })).toMatchObject({ items: [], notes });
    expect(await opened.call('project.describe', {})).toMatchObject({ hidden: notes });
    for (const asked of [
      () => opened.call('asset.list', { path: '/Game/SimpleRefs' }),
      () => opened.call('asset.describe', { path: ROOT }),
    ])
      await expect(asked()).rejects.toMatchObject({
        kind: 'not-found',
        enable: expect.stringContaining(notes[0]!),
      });
    for (const link of ['Content', 'Plugins/Own/Content', 'Plugins/Jump']) unlinkSync(project.at(link));
    await project.simpleRefs('UE54');
    expect(await opened.call('asset.list', {})).toMatchObject({ total: 4 });
    expect(await opened.call('asset.list', {})).not.toHaveProperty('notes');
    expect(await opened.call('project.describe', {})).not.toHaveProperty('hidden');
  });

  it('has a note if its plugins are behind a link', async () => {
    const [project, other] = [new TempProject(), await mixed()];
    symlinkSync(other.at('Plugins'), project.at('Plugins'));
    expect((await (await project.open()).call('asset.list', {})).notes).toEqual([
      'Plugins is a link, which is not followed: its content is not shown.',
    ]);
  });

  it('survives unreadable files', async () => {
    const project = await mixed();
    chmodSync(project.at('Content/Data/DT_Scalars.uasset'), 0);
    const { total } = await (await project.open()).call('asset.list', {});
    expect(total).toBe(8);
  });
});

const hard = (path: string) => ({ path, soft: false });
const soft = (path: string) => ({ path, soft: true });

describe('references between assets', () => {
  it.each(VERSIONS)('are hard and soft, as %s saved them', async version => {
    const project = new TempProject();
    await project.simpleRefs(version);
    const opened = await project.open();
    expect(await opened.call('asset.references', { path: ROOT })).toEqual({
      references: [hard(DEFAULTS), hard(GRAPH), soft(SOFT)],
      referencers: [],
    });
    for (const path of [DEFAULTS, GRAPH]) {
      const { referencers } = await opened.call('asset.references', { path });
      expect(referencers).toEqual([hard(ROOT)]);
    }
    expect(await opened.call('asset.references', { path: SOFT.toLowerCase() })).toMatchObject({
      referencers: [soft(ROOT)],
    });
  });

  it('have a note if packages cannot be read', async () => {
    const project = new TempProject();
    await project.simpleRefs('UE54');
    const whole = await readFixture('uasset-rs/UE54/SimpleRefs/SimpleRefsRoot.uasset');
    project.write('Content/Bad/Trunc.uasset', whole.subarray(0, 3_000));
    const opened = await project.open();
    expect(await opened.call('asset.references', { path: '/Game/Bad/Trunc' })).toEqual({
      references: [],
      referencers: [],
      notes: [
        '/Game/Bad/Trunc cannot be read, so that its references are unknown. describe_asset reports why.',
      ],
    });
    const one = ['1 package could not be read; its references are not included.'];
    expect(await opened.call('asset.references', { path: ROOT })).toMatchObject({ notes: one });
    project.write('Content/Bad/Text.uasset', '\0no package');
    const two = ['2 packages could not be read; their references are not included.'];
    expect(await opened.call('asset.references', { path: ROOT })).toMatchObject({ notes: two });
    expect((await opened.call('asset.references', { path: '/Game/Bad/Text' })).notes).toEqual([
      expect.stringContaining('/Game/Bad/Text cannot be read'),
      ...one,
    ]);
    rmSync(project.at('Content/Bad'), { recursive: true });
    expect(await opened.call('asset.references', { path: ROOT })).not.toHaveProperty('notes');
  });

  it('have the note, too, from a kept index, and if only the soft ones are unreadable', async () => {
    const project = new TempProject();
    const bytes = writePackage({
      exports: [{ name: 'Door', isAsset: true }],
      imports: [{ name: '/Game/Hinge', className: 'Package', classPackage: '/Script/CoreUObject' }],
      softReferences: ['/Game/Soft/Handle'],
    });
    const { count, offset } = (await openPackage(new MemoryBytes(bytes))).summary.softPackageReferences;
    expect(count).toBe(1);
    // A missing name, or an endless text.
    new DataView(bytes.buffer).setInt32(offset, 0x7fffffff, true);
    project.write('Content/Door.uasset', bytes);
    for (const cacheFolder of [project.at('Saved/Index'), project.at('Saved/Index')]) {
      const opened = await project.open({ cacheFolder });
      expect(await opened.call('asset.references', { path: '/Game/Door' })).toEqual({
        references: [{ ...hard('/Game/Hinge'), missing: 'no such package in the project' }],
        referencers: [],
        notes: ['Some references of /Game/Door could not be read. describe_asset reports why.'],
      });
      await opened.source.close();
    }
  });

  it.each(VERSIONS)('do not go to the original of a copy, as %s saved it', async version => {
    const project = new TempProject();
    await project.simpleRefs(version);
    await project.fixture(
      `uasset-rs/${version}/SimpleRefs/SimpleRefsRoot.uasset`,
      'Content/Copies/Copy.uasset',
    );
    const opened = await project.open();
    expect(await opened.call('asset.references', { path: '/Game/Copies/Copy' })).toEqual({
      references: [hard(DEFAULTS), hard(GRAPH), soft(SOFT)],
      referencers: [],
    });
    expect(await opened.call('asset.references', { path: ROOT })).toMatchObject({ referencers: [] });
  });

  it('can go in both directions', async () => {
    const project = new TempProject();
    for (const name of 'AB') {
      const file = `DirectCycle/DirectCycle${name}.uasset`;
      await project.fixture(`uasset-rs/UE54/${file}`, `Content/${file}`);
    }
    const opened = await project.open();
    const b = '/Game/DirectCycle/DirectCycleB';
    expect(await opened.call('asset.references', { path: '/Game/DirectCycle/DirectCycleA' })).toMatchObject({
      references: [hard(b)],
      referencers: [hard(b)],
    });
  });

  it('can be hard in one direction and soft in the other', async () => {
    const project = new TempProject();
    const imports = [{ name: '/Game/B', className: 'Package', classPackage: '/Script/CoreUObject' }];
    project.write('Content/A.uasset', writePackage({ exports: [{ name: 'A', isAsset: true }], imports }));
    const softReferences = ['/Game/A'];
    const b = writePackage({ exports: [{ name: 'B', isAsset: true }], softReferences });
    project.write('Content/B.uasset', b);
    const opened = await project.open();
    expect(await opened.call('asset.references', { path: '/Game/A' })).toEqual({
      references: [hard('/Game/B')],
      referencers: [soft('/Game/B')],
    });
    expect(await opened.call('asset.references', { path: '/Game/B' })).toEqual({
      references: [soft('/Game/A')],
      referencers: [hard('/Game/A')],
    });
  });

  it('follow the files, also if a referenced file is deleted', async () => {
    const project = new TempProject();
    await project.simpleRefs('UE54');
    const opened = await project.open();
    await opened.call('asset.list', {});
    unlinkSync(project.at('Content/SimpleRefs/SimpleRefsDefaultsRef.uasset'));
    expect(await opened.call('asset.references', { path: DEFAULTS })).toEqual({
      references: [],
      referencers: [hard(ROOT)],
      notes: [expect.stringContaining(`${DEFAULTS} itself is referred to: no such package`)],
    });
    unlinkSync(project.at('Content/SimpleRefs/SimpleRefsRoot.uasset'));
    await expect(opened.call('asset.references', { path: DEFAULTS })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await opened.call('asset.references', { path: SOFT })).toMatchObject({ referencers: [] });
  });
});

describe('no path', () => {
  const operations = [
    'asset.describe',
    'asset.contents',
    'asset.picture',
    'asset.references',
    'actor.get',
  ] as const;
  const ask = (project: OpenedProject, path: string) => [
    ...operations.map(name => () => project.call(name, { path, format: 'json' })),
    () => project.call('property.read', { object: path }),
    () => project.call('actor.list', { level: path }),
  ];

  it('leads outside the content', async () => {
    const project = await mixed();
    const outside = new TempProject();
    await outside.fixture('ue-shed/Input/IA_Jump.uasset', 'Content/Secret.uasset');
    await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Secret.uasset');
    symlinkSync(outside.at('Content'), project.at('Content/Out'));
    symlinkSync(outside.at('Content/Secret.uasset'), project.at('Content/Link.uasset'));
    const opened = await project.open();
    for (const path of [
      '/Game/Out/Secret',
      '/Game/Link',
      '/Game/../Secret',
      '/Game/Data/../../Secret',
      '/Game/%2e%2e/Secret',
      `${project.root}/Secret`,
      `${outside.root}/Content/Secret`,
      '/etc/passwd',
      '/Game/Data/DT_Scalars\0',
      '\\Game\\Data\\DT_Scalars',
      '/Secret',
      '/Game',
      '',
      `/Game/${'x'.repeat(300)}`,
    ]) {
      for (const asked of ask(opened, path)) {
        await expect(asked(), path).rejects.toMatchObject({
          kind: expect.stringMatching(/^(invalid|not-found)$/),
        });
      }
    }
  });

  it('that fails always has a hint if there is one', async () => {
    const opened = await (await mixed()).open();
    const missing = (path: string) =>
      opened.call('asset.describe', { path }).catch((thrown: UnrealError) => thrown);
    expect(await missing('/Game/Elsewhere/dt_scalars')).toMatchObject({
      kind: 'not-found',
      enable: expect.stringContaining('/Game/Data/DT_Scalars'),
    });
    expect(await missing('/Engine/Cube')).toMatchObject({
      enable: expect.stringMatching(/\/Game.*\/Jump|\/Jump.*\/Game/),
    });
  });
});

describe('watching', () => {
  it('reports added, changed and removed assets', async () => {
    const project = await mixed();
    const opened = await project.open();
    const events: object[] = [];
    let enough: (() => boolean) | undefined;
    let heard: (() => void) | undefined;
    const until = (done: () => boolean) =>
      new Promise<void>(resolve => {
        enough = done;
        heard = resolve;
      });
    const stop = opened.source.listen(event => {
      events.push(event);
      if (enough?.()) heard?.();
    });
    await opened.call('asset.list', {});
    const changed = until(() => events.length >= 1);
    writeFileSync(project.at('Content/Broken.uasset'), 'still none');
    await changed;
    expect(events).toEqual([{ kind: 'asset', path: '/Game/Broken' }]);
    const came = until(() => events.length >= 3);
    await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Content/New/IA.uasset');
    await came;
    expect(events.slice(1)).toEqual([{ kind: 'asset', path: '/Game/New/IA' }, { kind: 'assets' }]);
    const went = until(() => events.length >= 5);
    unlinkSync(project.at('Content/New/IA.uasset'));
    await went;
    expect(events.slice(3)).toEqual([{ kind: 'asset', path: '/Game/New/IA' }, { kind: 'assets' }]);
    stop();
  });

  it('reports watched actors when their level changes, and no others', async () => {
    const project = await mixed();
    const opened = await project.open();
    const actor = '/Game/Maps/SingleCube.SingleCube:PersistentLevel.StaticMeshActor_1';
    const stop = opened.source.watch(actor);
    opened.source.watch('/Game/Maps/SingleCube');
    await opened.call('asset.list', {});
    const events: object[] = [];
    const heard = new Promise<void>(resolve => {
      opened.source.listen(event => {
        events.push(event);
        if (event.kind === 'asset' && event.path === '/Game/Broken') resolve();
      });
    });
    await project.fixture('cesium-unreal/SingleCube.umap', 'Content/Maps/SingleCube.umap');
    await opened.call('asset.list', {});
    expect(events).toEqual([
      { kind: 'asset', path: '/Game/Maps/SingleCube' },
      { kind: 'actor', path: actor },
    ]);
    stop();
    stop();
    writeFileSync(project.at('Content/Broken.uasset'), 'still none');
    await heard;
    expect(events.at(-1)).toEqual({ kind: 'asset', path: '/Game/Broken' });
  });

  it('reports the log while it is watched', async () => {
    const project = new TempProject();
    const log = project.write('Saved/Logs/Demo.log', 'LogTemp: one\n');
    const { source } = await project.open();
    const stop = source.watch('log');
    const heard = new Promise(resolve => source.listen(resolve));
    const write = setInterval(() => writeFileSync(log, 'more\n', { flag: 'a' }), 50);
    expect(await heard).toEqual({ kind: 'log' });
    clearInterval(write);
    stop();
  });

  it('refuses a resource that cannot be watched', async () => {
    const { source } = await new TempProject().open();
    expect(() => source.watch('/Game/../x')).toThrow(UnrealError);
  });

  it('leaves nothing behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const project = await mixed();
    const before = watchedFolders();
    const opened = await project.open();
    await opened.call('asset.list', {}, { deadline: 60_000 });
    opened.source.watch('log');
    opened.source.watch('/Game/Broken');
    writeFileSync(project.at('Content/Broken.uasset'), 'changed');
    await opened.call('asset.list', {});
    expect(watchedFolders()).toBeGreaterThan(before);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await opened.source.close();
    opened.source.watch('log');
    opened.source.watch('/Game/Broken');
    expect(watchedFolders()).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** As the system counts. */
function watchedFolders(): number {
  const folder = '/proc/self/fdinfo';
  const lines = readdirSync(folder).flatMap(name => {
    try {
      return readFileSync(`${folder}/${name}`, 'utf8').split('\n');
    } catch {
      // The one that was opened for the list.
      return [];
    }
  });
  return lines.filter(line => line.startsWith('inotify')).length;
}
