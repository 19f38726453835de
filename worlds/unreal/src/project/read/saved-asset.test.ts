import { type ByteWriter, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import type { AssetDetail, Paging } from '../../port/operations.js';
import { TempProject } from '../temp-project.test.js';

const BLUEPRINTS = 'B0D832E41F894F0DACCF7EB736FD4AA2';
const FRAMEWORK = 'CFFC743F43B04480939114DF171D2073';
const NO_GUID = '0'.repeat(32);
const VERSIONS = ['UE410', 'UE414', 'UE418', 'UE422', 'UE425', 'UE427', 'UE50', 'UE52', 'UE54', 'UE56'];

async function described(fixture: string): Promise<AssetDetail> {
  const project = new TempProject();
  const name = fixture.slice(fixture.lastIndexOf('/') + 1);
  await project.fixture(fixture, `Content/${name}`);
  const opened = await project.open();
  return opened.call('asset.describe', { path: `/Game/${name.split('.', 1)[0]}` });
}

async function describedBytes(bytes: Uint8Array): Promise<AssetDetail> {
  const project = new TempProject();
  project.write('Content/BP_Door.uasset', bytes);
  return (await project.open()).call('asset.describe', { path: '/Game/BP_Door' });
}

/** A data table whose rows are as their struct has them by default. */
function dataTable(names: readonly string[]): Uint8Array {
  const tail = (writer: ByteWriter) => {
    writer.i32(names.length);
    for (const name of names) writer.name(name).name('None');
  };
  const properties = [{ name: 'RowStruct', type: 'ObjectProperty', value: -2 }];
  return writePackage({
    imports: [
      { name: 'DataTable', className: 'Class' },
      { name: 'DoorRow', className: 'ScriptStruct' },
    ],
    exports: [{ name: 'Table', classIndex: -1, isAsset: true, properties, tail }],
  });
}

function stringTable(keys: readonly string[]): Uint8Array {
  const tail = (writer: ByteWriter) => {
    writer.text('Doors').i32(keys.length);
    for (const key of keys) writer.text(key).text(`Text of ${key}`);
    writer.i32(0);
  };
  return writePackage({
    imports: [{ name: 'StringTable', className: 'Class' }],
    exports: [{ name: 'Table', classIndex: -1, isAsset: true, tail }],
  });
}

describe('the description of an asset', () => {
  it.each(VERSIONS)('is a Blueprint with variables, functions and graphs, as %s saved it', async version => {
    const detail = await described(`uasset-rs/${version}/SimpleRefs/SimpleRefsRoot.uasset`);
    expect(detail).toMatchObject({
      path: '/Game/SimpleRefsRoot',
      name: 'SimpleRefsRoot',
      class: 'Blueprint',
      savedBy: expect.stringMatching(/^[45]\.\d+\.\d+$/),
      tags: { ParentClass: expect.stringContaining('/Script/CoreUObject.Object') },
      blueprint: {
        parent: '/Script/CoreUObject.Object',
        generatedClass: '/Game/SimpleRefsRoot.SimpleRefsRoot_C',
        variables: [
          {
            name: 'VarHard',
            type: 'class of Object',
            default: '/Game/SimpleRefs/SimpleRefsDefaultsRef.SimpleRefsDefaultsRef_C',
            category: 'Default',
          },
          {
            name: 'VarSoft',
            type: 'soft class of Object',
            default: '/Game/SimpleRefs/SimpleRefsSoftRef.SimpleRefsSoftRef_C',
          },
        ],
        functions: [{ name: 'TestEvent' }],
      },
    });
    const titles = detail.blueprint?.graphs.flatMap(({ nodes }) => nodes.map(({ title }) => title));
    expect(titles).toEqual(expect.arrayContaining(['PrintString', 'TestEvent', 'Branch']));
    expect(detail.properties).toMatchObject({ ParentClass: '/Script/CoreUObject.Object' });
    expect(detail.notes).toBeUndefined();
    expect(detail.blueprint?.graphs[0]?.flow).toEqual([
      'custom event TestEvent',
      '  if SimpleRefsGraphRef_C defaults.Var',
      '    PrintString(InString = "Hello")',
    ]);
  });

  it('is a data table with its rows', async () => {
    const { dataTable } = await described('ue-shed/Authoring/DT_Scalars.uasset');
    expect(dataTable).toMatchObject({
      rowStruct: '/Script/UEShedFixture.UEShedFixtureScalarsRow',
      rows: {
        Scalar_Alpha: { Enabled: true, Count: 7, Ratio: 0.25, Key: 'Alpha' },
        Scalar_Beta: { Count: 42 },
      },
    });
    expect(dataTable?.total).toBe(Object.keys(dataTable?.rows ?? {}).length);
  });

  it('is a string table with its texts', async () => {
    expect((await described('ue-shed/Text/ST_Game.uasset')).stringTable).toMatchObject({
      namespace: 'Fixture.StringTable',
      entries: { PromptContinue: 'Continue' },
    });
  });

  it.each([
    ['data', dataTable],
    ['string', stringTable],
  ])('is a %s table in pages, with all rows and their number', async (_kind, table) => {
    const names = Array.from({ length: 1_207 }, (_, row) =>
      row % 3 === 0 ? `${2_000 - row}` : `Row_${row}x`,
    );
    const project = new TempProject();
    project.write('Content/Table.uasset', table(names));
    const opened = await project.open();
    const read: string[] = [];
    const sizes: number[] = [];
    for (let paging: Paging | undefined = {}; paging !== undefined; ) {
      const detail: AssetDetail = await opened.call('asset.describe', { path: '/Game/Table', ...paging });
      const rows = Object.keys(detail.dataTable?.rows ?? detail.stringTable?.entries ?? {});
      expect((detail.dataTable ?? detail.stringTable)?.total).toBe(names.length);
      read.push(...rows);
      sizes.push(rows.length);
      paging = detail.nextCursor === undefined ? undefined : { limit: 400, cursor: detail.nextCursor };
    }
    expect(sizes).toEqual([500, 400, 307]);
    expect(read.toSorted()).toEqual(names.toSorted());
    const beyond = await opened.call('asset.describe', { path: '/Game/Table', cursor: '5000' });
    expect(beyond).not.toHaveProperty('nextCursor');
    await expect(opened.call('asset.describe', { path: '/Game/Table', cursor: 'x' })).rejects.toThrow(
      /cursor/,
    );
    await expect(opened.call('asset.describe', { path: '/Game/Table', limit: 0 })).rejects.toThrow(/limit/);
  });

  it('is a texture with its size', async () => {
    expect(await described('ue-shed/Audits/Textures/T_Audit_UI_1024x512.uasset')).toMatchObject({
      class: 'Texture2D',
      texture: { width: 1024, height: 512, format: 'TSF_BGRA8' },
    });
  });

  it('is a level with a number of actors', async () => {
    expect(await described('cesium-unreal/SingleCube.umap')).toMatchObject({
      class: 'World',
      level: { actors: 3 },
    });
  });

  it('is a note on why it cannot be read', async () => {
    expect(await describedBytes(Buffer.from('\0this is no package'))).toEqual({
      path: '/Game/BP_Door',
      name: 'BP_Door',
      class: 'Unreadable',
      notes: [expect.stringContaining('/Game/BP_Door cannot be read.')],
    });
    const cooked = writePackage({
      unversioned: true,
      filtered: true,
      imports: [
        { name: '/Script/Engine' },
        { name: 'Blueprint', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
      ],
      exports: [{ name: 'BP_Door', classIndex: -2, isAsset: true }],
    });
    const detail = await describedBytes(cooked);
    expect(detail.notes?.[0]).toMatch(/cannot be read/);
  });
});

describe('a Blueprint', () => {
  it('has components, each under its parent, without the unused default root', async () => {
    const object = (name: string, value: number) => ({ name, type: 'ObjectProperty', value });
    const objects = (name: string, value: number[]) => ({
      name,
      type: 'ArrayProperty(ObjectProperty)',
      value,
    });
    const text = (name: string, value: string) => ({ name, type: 'NameProperty', value });
    const bytes = writePackage({
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        { name: 'Blueprint', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        { name: 'SCS_Node', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        {
          name: 'SimpleConstructionScript',
          className: 'Class',
          classPackage: '/Script/CoreUObject',
          outer: -1,
        },
        { name: 'SceneComponent', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        { name: 'StaticMeshComponent', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        { name: 'Actor', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
      ],
      exports: [
        { name: 'BP_Door', classIndex: -2, isAsset: true, properties: [object('ParentClass', -7)] },
        { name: 'SCS', classIndex: -4, outer: 1, properties: [objects('RootNodes', [3, 6])] },
        {
          name: 'SCS_Node_0',
          classIndex: -3,
          outer: 2,
          properties: [
            object('ComponentTemplate', 7),
            text('InternalVariableName', 'Frame'),
            objects('ChildNodes', [4]),
          ],
        },
        {
          name: 'SCS_Node_1',
          classIndex: -3,
          outer: 2,
          properties: [object('ComponentClass', -6), text('VariableName', 'Leaf')],
        },
        {
          name: 'SCS_Node_2',
          classIndex: -3,
          outer: 2,
          properties: [text('InternalVariableName', 'DefaultSceneRoot')],
        },
        {
          name: 'SCS_Node_3',
          classIndex: -3,
          outer: 2,
          properties: [object('ComponentTemplate', 7), text('ParentComponentOrVariableName', 'Mesh')],
        },
        { name: 'Frame_GEN_VARIABLE', classIndex: -5, outer: 1 },
      ],
    });
    expect((await describedBytes(bytes)).blueprint).toMatchObject({
      parent: '/Script/Engine.Actor',
      components: [
        { name: 'Frame', class: 'SceneComponent' },
        { name: 'Leaf', class: 'StaticMeshComponent', parent: 'Frame' },
        { name: 'Frame', class: 'SceneComponent', parent: 'Mesh' },
      ],
    });
  });

  it.each([
    ['K2Node_Knot', 2, { graphs: [{ name: 'EventGraph', nodes: [{ name: 'Good' }, { name: 'Bad' }] }] }],
    ['SCS_Node', 1, { components: [{ name: 'Bad', class: 'ActorComponent' }] }],
  ])('with a %s that is cut off has all the rest, and a note', async (className, outer, wanted) => {
    const names = ['Blueprint', 'EdGraph', 'K2Node_Knot', className];
    const bytes = writePackage({
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        ...names.map(name => ({ name, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 })),
      ],
      exports: [
        { name: 'BP_Door', classIndex: -2, isAsset: true },
        { name: 'EventGraph', classIndex: -3, outer: 1 },
        { name: 'Good', classIndex: -4, outer: 2 },
        { name: 'Bad', classIndex: -5, outer },
      ],
    }).slice(0, -12);
    const { blueprint, notes } = await describedBytes(bytes);
    expect(blueprint).toMatchObject(wanted);
    expect(notes).toEqual([expect.stringContaining('Bad cannot be read.')]);
  });

  it('with pins that cannot be read, or a wire that does not lead back, has a note for each', async () => {
    const [here, there] = ['1', '2'].map(digit => digit.repeat(32)) as [string, string];
    const pin = (owner: number, id: string, link?: readonly [number, string]) => (writer: ByteWriter) => {
      writer.i32(1, 0, owner).guid(id).i32(owner).guid(id).name('then');
      writer.i32(0).u8(0xff).text('').u8(1);
      writer.name('exec').name('None').i32(0).u8(0).i32(0, 0, 0).name('None').guid(NO_GUID).i32(0);
      writer.text('').text('').i32(0).i32(0).u8(0xff);
      writer.i32(link === undefined ? 0 : 1);
      if (link !== undefined) writer.i32(0, link[0]).guid(link[1]);
      writer.i32(0, 1, 1).guid(NO_GUID).i32(0);
    };
    const classes = ['Blueprint', 'EdGraph', 'K2Node_Event'];
    const bytes = writePackage({
      ue4: 516,
      customVersions: { [BLUEPRINTS]: 10, [FRAMEWORK]: 37 },
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        ...classes.map(name => ({
          name,
          className: 'Class',
          classPackage: '/Script/CoreUObject',
          outer: -1,
        })),
      ],
      exports: [
        { name: 'BP_Door', classIndex: -2, isAsset: true },
        { name: 'EventGraph', classIndex: -3, outer: 1 },
        { name: 'A', classIndex: -4, outer: 2, tail: pin(3, here, [4, there]) },
        { name: 'B', classIndex: -4, outer: 2, tail: pin(4, there) },
        { name: 'C', classIndex: -4, outer: 2, tail: writer => writer.i32(99) },
      ],
    });
    const { notes } = await describedBytes(bytes);
    expect(notes).toEqual([
      'The wire from A.then to B.then is not seen from its other end.',
      expect.stringMatching(/^The pins of C cannot be read\. 99 entries do not fit/),
    ]);
  });

  it('with too many nodes shows some and the total', async () => {
    const classes = ['Blueprint', 'EdGraph', 'K2Node_Knot'].map(name => ({
      name,
      className: 'Class',
      classPackage: '/Script/CoreUObject',
      outer: -1,
    }));
    const bytes = writePackage({
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        ...classes,
      ],
      exports: [
        { name: 'BP_Door', classIndex: -2, isAsset: true },
        { name: 'EventGraph', classIndex: -3, outer: 1 },
        ...Array.from({ length: 600 }, (_, i) => ({ name: `Node_${i}`, classIndex: -4, outer: 2 })),
        { name: 'Later', classIndex: -3, outer: 1 },
      ],
    });
    const { blueprint, notes } = await describedBytes(bytes);
    expect(blueprint?.graphs.map(({ name, nodes }) => [name, nodes.length])).toEqual([
      ['EventGraph', 500],
      ['Later', 0],
    ]);
    expect(notes).toEqual(['The graphs have 600 nodes; 500 are shown.']);
  });
});

describe('the picture of an asset', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  it('is its thumbnail if it has one', async () => {
    const project = new TempProject();
    const bytes = writePackage({
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        { name: 'Material', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
      ],
      exports: [{ name: 'M_Door', classIndex: -2, isAsset: true }],
      thumbnails: [{ className: 'Material', path: 'M_Door', width: 1, height: 1, data: PNG }],
    });
    project.write('Content/M_Door.uasset', bytes);
    const picture = await (await project.open()).call('asset.picture', { path: '/Game/M_Door' });
    expect(picture).toMatchObject({ mimeType: 'image/png', width: 1, height: 1 });
    expect(Buffer.from(picture.data).subarray(0, 4)).toEqual(PNG.subarray(0, 4));
  });

  it('is otherwise missing, and the error lists the alternatives', async () => {
    const project = new TempProject();
    await project.fixture('ue-shed/Input/IA_Jump.uasset', 'Content/IA_Jump.uasset');
    await project.fixture('ue-shed/Audits/Textures/T_Audit_UI_1024x512.uasset', 'Content/T.uasset');
    const opened = await project.open();
    await expect(opened.call('asset.picture', { path: '/Game/IA_Jump' })).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('InputAction'),
    });
    await expect(opened.call('asset.picture', { path: '/Game/T' })).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('Texture2D'),
    });
  });
});
