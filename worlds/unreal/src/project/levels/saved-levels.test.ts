import { type WrittenExport, type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const MAPS = '[/Script/EngineSettings.GameMapsSettings]';
const CUBE = '/Game/Maps/SingleCube';
const PLACE = {
  location: { x: 0, y: 0, z: 0 },
  rotation: { pitch: 0, yaw: 0, roll: 0 },
  scale: { x: 1, y: 1, z: 1 },
};

async function cube(): Promise<TempProject> {
  const project = new TempProject();
  await project.fixture('cesium-unreal/SingleCube.umap', 'Content/Maps/SingleCube.umap');
  await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Content/IA_Jump.uasset');
  project.write('Config/DefaultEngine.ini', `${MAPS}\nGameDefaultMap=${CUBE}.SingleCube`);
  return project;
}

const engine = (...classes: string[]) => [
  { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
  ...classes.map(name => ({ name, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 })),
];
const label = (value: string): WrittenProperty => ({ name: 'ActorLabel', type: 'StrProperty', value });
const root = (value: number): WrittenProperty => ({ name: 'RootComponent', type: 'ObjectProperty', value });
const vector = (name: string, x: number, y: number, z: number): WrittenProperty => ({
  name,
  type: 'StructProperty(Vector)',
  value: writer => void writer.f32(x).f32(y).f32(z),
});

/** A level with some actors, in the format before or after the list of actors became plain. */
function level(actors: readonly WrittenExport[], owner: boolean, listed: readonly number[]): Uint8Array {
  return writePackage({
    customVersions: { '9C54D522A8264FBE9421074661B482D0': owner ? 2 : 3 },
    imports: engine('World', 'Level', 'Actor', 'SceneComponent', 'Model', 'WorldSettings'),
    exports: [
      { name: 'Hall', classIndex: -2, isAsset: true },
      {
        name: 'PersistentLevel',
        classIndex: -3,
        outer: 1,
        tail: writer => void writer.i32(...(owner ? [2] : []), listed.length, ...listed),
      },
      ...actors,
    ],
  });
}

const ACTORS: readonly WrittenExport[] = [
  { name: 'Door_2', classIndex: -4, outer: 2, properties: [label('Front door'), root(4)] },
  {
    name: 'Root',
    classIndex: -5,
    outer: 3,
    properties: [vector('RelativeLocation', 1, 2, 3), vector('RelativeScale3D', 2, 2, 2)],
  },
  { name: 'Model_1', classIndex: -6, outer: 2 },
  { name: 'Door_1', classIndex: -4, outer: 2, properties: [label('Door_1')] },
  { name: 'Settings', classIndex: -7, outer: 2 },
];

describe('levels', () => {
  it('are listed, and the startup level is open', async () => {
    const project = await cube();
    await project.fixture('cesium-unreal/SingleCube.umap', 'Content/Maps/Other.umap');
    project.write('Content/Broken.umap', '\0no package');
    const opened = await project.open();
    const list = [
      { path: '/Game/Broken', name: 'Broken', open: false },
      { path: '/Game/Maps/Other', name: 'Other', open: false },
      { path: CUBE, name: 'SingleCube', open: true },
    ];
    expect(await opened.call('level.list', {})).toEqual(list);
    project.write(
      'Config/DefaultEngine.ini',
      `${MAPS}\nEditorStartupMap=/game/maps/other\nGameDefaultMap=${CUBE}`,
    );
    expect((await opened.call('level.list', {})).find(({ open }) => open)?.name).toBe('Other');
    project.write('Config/DefaultEngine.ini', `${MAPS}\nEditorStartupMap=/Game/../../Other`);
    expect((await opened.call('level.list', {})).some(({ open }) => open)).toBe(false);
  });

  it('have actors with label, class and transform', async () => {
    const opened = await (await cube()).open();
    const page = await opened.call('actor.list', {});
    expect(page.total).toBe(3);
    expect(page.items[1]).toEqual({
      path: `${CUBE}.SingleCube:PersistentLevel.StaticMeshActor_1`,
      name: 'StaticMeshActor_1',
      label: 'Cube',
      class: 'StaticMeshActor',
      ...PLACE,
      location: { x: 100, y: 200, z: 300 },
      mesh: '/Engine/BasicShapes/Cube',
      materials: ['/Engine/BasicShapes/BasicShapeMaterial'],
    });
  });

  it('have actors with their place in the level, and that relative to the actor they are attached to', async () => {
    const project = new TempProject();
    const parent: WrittenProperty = { name: 'AttachParent', type: 'ObjectProperty', value: 4 };
    const attached: readonly WrittenExport[] = [
      ...ACTORS,
      { name: 'Knob', classIndex: -4, outer: 2, properties: [root(9)] },
      { name: 'Root', classIndex: -5, outer: 8, properties: [parent, vector('RelativeLocation', 10, 0, 0)] },
    ];
    project.write('Content/Hall.umap', level(attached, false, [3, 6, 8]));
    const { items } = await (await project.open()).call('actor.list', { level: '/Game/Hall' });
    expect(items.map(({ name, attachedTo }) => [name, attachedTo])).toEqual([
      ['Door_1', undefined],
      ['Door_2', undefined],
      ['Knob', '/Game/Hall.Hall:PersistentLevel.Door_2'],
    ]);
    expect(items[1]).not.toHaveProperty('relative');
    expect(items[2]).toMatchObject({
      location: { x: 21, y: 2, z: 3 },
      scale: { x: 2, y: 2, z: 2 },
      relative: { ...PLACE, location: { x: 10, y: 0, z: 0 } },
    });
  });

  it('have actors that can be read with their components and properties', async () => {
    const opened = await (await cube()).open();
    const path = `${CUBE}.SingleCube:PersistentLevel.StaticMeshActor_1`;
    const actor = await opened.call('actor.get', { path });
    expect(actor).toMatchObject({
      path,
      level: CUBE,
      components: [
        { path: `${path}.StaticMeshComponent0`, name: 'StaticMeshComponent0', class: 'StaticMeshComponent' },
      ],
      properties: { ActorLabel: 'Cube' },
    });
    expect(
      await opened.call('property.read', {
        object: `${path}.StaticMeshComponent0`,
        property: 'RelativeLocation',
      }),
    ).toMatchObject({
      value: { X: 100, Y: 200, Z: 300 },
    });
    for (const other of [
      `${CUBE}.SingleCube:PersistentLevel.Missing`,
      `${path}.StaticMeshComponent0`,
      CUBE,
    ]) {
      await expect(opened.call('actor.get', { path: other }), other).rejects.toMatchObject({
        kind: 'not-found',
      });
    }
  });

  it.each([
    ['of a version with an owner of the list', true, [3, 0, 6, 7]],
    ['of a version without', false, [3, 0, 6, 7]],
    ['whose list cannot be read', false, [3, 99]],
  ])('know their actors from what is no actor: %s', async (_what, owner, listed) => {
    const project = new TempProject();
    project.write('Content/Hall.umap', level(ACTORS, owner, listed));
    const opened = await project.open();
    const { items } = await opened.call('actor.list', {});
    expect(items.map(({ name }) => name)).toEqual(['Door_1', 'Door_2', 'Settings']);
    expect(items[1]).toEqual({
      path: '/Game/Hall.Hall:PersistentLevel.Door_2',
      name: 'Door_2',
      label: 'Front door',
      class: 'Actor',
      location: { x: 1, y: 2, z: 3 },
      rotation: PLACE.rotation,
      scale: { x: 2, y: 2, z: 2 },
    });
    expect(items[0]).not.toHaveProperty('label');
  });

  it('list their actors in pages, by class, name and label', async () => {
    const project = new TempProject();
    project.write('Content/Hall.umap', level(ACTORS, false, [3, 6, 7]));
    const opened = await project.open();
    const list = async (params: object) => {
      const { items, nextCursor } = await opened.call('actor.list', { level: '/Game/Hall', ...params });
      return [items.map(({ name }) => name), nextCursor];
    };
    const cursor = '/Game/Hall.Hall:PersistentLevel.Door_2';
    expect(await list({ limit: 2 })).toEqual([['Door_1', 'Door_2'], cursor]);
    expect(await list({ limit: 2, cursor })).toEqual([['Settings'], undefined]);
    expect(await list({ class: 'actor' })).toEqual([['Door_1', 'Door_2'], undefined]);
    expect(await list({ class: '/Script/Engine.WorldSettings' })).toEqual([['Settings'], undefined]);
    expect(await list({ query: 'FRONT' })).toEqual([['Door_2'], undefined]);
    expect(await list({ query: 'door', limit: 1 })).toEqual([
      ['Door_1'],
      '/Game/Hall.Hall:PersistentLevel.Door_1',
    ]);
  });

  it('must be named if there are several and none is the first', async () => {
    const project = new TempProject();
    for (const name of ['A', 'B']) project.write(`Content/${name}.umap`, level(ACTORS, false, [3]));
    project.write('Config/DefaultEngine.ini', `${MAPS}\nGameDefaultMap=/Engine/Maps/Entry`);
    const opened = await project.open();
    await expect(opened.call('actor.list', {})).rejects.toMatchObject({
      kind: 'invalid',
      enable: expect.stringContaining('/Game/A'),
    });
  });

  it('have all actors, also unreadable ones, with name and class', async () => {
    const project = new TempProject();
    // The last object is truncated.
    project.write('Content/Hall.umap', level(ACTORS, false, [3, 7]).slice(0, -12));
    const opened = await project.open();
    const { items } = await opened.call('actor.list', { level: '/Game/Hall' });
    expect(items[0]).toMatchObject({ name: 'Door_2', label: 'Front door', location: { x: 1 } });
    const path = '/Game/Hall.Hall:PersistentLevel.Settings';
    expect(items[1]).toEqual({ path, name: 'Settings', class: 'WorldSettings' });
    const contents = await opened.call('asset.contents', { path: '/Game/Hall', format: 't3d' });
    expect(contents).toMatchObject({ text: expect.stringMatching(/Front door.*Name="Settings"/s) });
  });

  it('that are missing, unreadable or not levels have no list of actors', async () => {
    const project = await cube();
    project.write('Content/Broken.umap', '\0no package');
    const opened = await project.open();
    for (const level of ['/Game/Nowhere', '/Game']) {
      await expect(opened.call('actor.list', { level })).rejects.toMatchObject({
        kind: 'not-found',
        message: `There is no level ${level}.`,
        enable: 'list_assets with class "World" returns the levels.',
      });
    }
    await expect(opened.call('actor.list', { level: '/Game/Broken' })).rejects.toMatchObject({
      kind: 'invalid',
      enable: expect.stringContaining('save it again'),
    });
    await expect(opened.call('actor.list', { level: '/Game/IA_Jump' })).rejects.toMatchObject({
      kind: 'invalid',
      message: '/Game/IA_Jump is not a level: its class is InputAction.',
      enable: expect.stringContaining('World'),
    });
  });
});

describe('actors in separate files', () => {
  const external = (name: string, of: string) =>
    writePackage({
      imports: [
        ...engine('PointLight', 'SceneComponent'),
        { name: of, className: 'Package', classPackage: '/Script/CoreUObject' },
        { name: 'Hall', className: 'World', classPackage: '/Script/Engine', outer: -4 },
        { name: 'PersistentLevel', className: 'Level', classPackage: '/Script/Engine', outer: -5 },
      ],
      exports: [
        { name, classIndex: -2, outer: -6, isAsset: true, properties: [label(`${name} label`), root(2)] },
        { name: 'Bulb', classIndex: -3, outer: 1, properties: [vector('RelativeLocation', 7, 8, 9)] },
      ],
    });

  async function hall(): Promise<TempProject> {
    const project = new TempProject();
    const folder = 'Content/__ExternalActors__/Maps/Hall/0';
    project.write('Content/Maps/Hall.umap', level(ACTORS, false, [3, 6]));
    project.write(`${folder}/AB/X1.uasset`, external('Lamp_1', '/Game/Maps/Hall'));
    project.write(`${folder}/AB/X2.uasset`, external('Lamp_2', '/Game/Maps/Hall'));
    project.write(`${folder}/AB/X3.uasset`, external('Lost', '/Game/Maps/Other'));
    return project;
  }
  const LAMP = '/Game/Maps/Hall.Hall:PersistentLevel.Lamp_1';

  it('belong to their level', async () => {
    const opened = await (await hall()).open();
    const { items, total } = await opened.call('actor.list', { level: '/Game/Maps/Hall' });
    expect(items.map(({ name }) => name)).toEqual(['Door_1', 'Door_2', 'Lamp_1', 'Lamp_2']);
    expect(total).toBe(4);
    expect(items[2]).toEqual({
      path: LAMP,
      name: 'Lamp_1',
      label: 'Lamp_1 label',
      class: 'PointLight',
      ...PLACE,
      location: { x: 7, y: 8, z: 9 },
    });
    const labelled = await opened.call('actor.list', { level: '/Game/Maps/Hall', query: 'lamp_2 LABEL' });
    expect(labelled.items.map(({ name }) => name)).toEqual(['Lamp_2']);
    expect(await opened.call('asset.describe', { path: '/Game/Maps/Hall' })).toMatchObject({
      level: { actors: 4 },
    });
  });

  it('are found by the path of their level, with their components', async () => {
    const opened = await (await hall()).open();
    expect(await opened.call('actor.get', { path: LAMP })).toMatchObject({
      path: LAMP,
      level: '/Game/Maps/Hall',
      components: [{ path: `${LAMP}.Bulb`, name: 'Bulb' }],
    });
    expect(
      await opened.call('property.read', { object: `${LAMP}.Bulb`, property: 'RelativeLocation' }),
    ).toMatchObject({ value: { X: 7, Y: 8, Z: 9 } });
    await expect(opened.call('actor.get', { path: `${LAMP}x` })).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('are not among the assets, except below their own folder', async () => {
    const opened = await (await hall()).open();
    expect(await opened.call('asset.list', {})).toMatchObject({ total: 1 });
    expect(await opened.call('asset.list', { path: '/Game/__ExternalActors__' })).toMatchObject({ total: 3 });
  });

  it('report changes of their own file to watchers', async () => {
    const project = await hall();
    const opened = await project.open();
    opened.source.watch(LAMP);
    await opened.call('asset.list', {});
    const heard = new Promise(resolve => {
      opened.source.listen(event => event.kind === 'actor' && resolve(event));
    });
    project.write(
      'Content/__ExternalActors__/Maps/Hall/0/AB/X1.uasset',
      external('Lamp_1', '/Game/Maps/Hall'),
    );
    expect(await heard).toEqual({ kind: 'actor', path: LAMP });
  });

  it('that cannot be read do not hide others', async () => {
    const project = await hall();
    const opened = await project.open();
    await opened.call('asset.list', {});
    project.write('Content/__ExternalActors__/Maps/Hall/0/AB/X1.uasset', '\0no package');
    const { items } = await opened.call('actor.list', { level: '/Game/Maps/Hall' });
    expect(items.map(({ name }) => name)).toEqual(['Door_1', 'Door_2', 'Lamp_2']);
  });
});
