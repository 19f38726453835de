import { describe, expect, it } from 'vitest';
import {
  MemoryBytes,
  openPackage,
  type Package,
  type PropertyValue,
  readDataTable,
  readStringTable,
  readTexture,
} from './index.js';
import { fixtureNames, readFixture } from './testing/index.js';

const ENGINES: Readonly<
  Record<string, readonly [savedBy: string, legacy: number, ue4: number, ue5: number]>
> = {
  UE410: ['4.10.4-2872498+++depot+UE4-Releases+4.10', -6, 482, 0],
  UE414: ['4.14.3-3249277+++UE4+Release-4.14', -7, 508, 0],
  UE418: ['4.18.3-3832480+++UE4+Release-4.18', -7, 514, 0],
  UE422: ['4.22.3-7053642+++UE4+Release-4.22', -7, 517, 0],
  UE425: ['4.25.4-14469661+++UE4+Release-4.25', -7, 518, 0],
  UE427: ['4.27.2-18319896+++UE4+Release-4.27', -7, 522, 0],
  UE50: ['5.0.2-20280985+++UE5+Release-5.0', -8, 522, 1004],
  UE52: ['5.2.1-26001984+++UE5+Release-5.2', -8, 522, 1009],
  UE54: ['5.4.4-35576357+++UE5+Release-5.4', -8, 522, 1012],
  UE56: ['5.6.0-43139311+++UE5+Release-5.6', -9, 522, 1017],
};
const GAME = '/Game/SimpleRefs/SimpleRefs';

async function open(name: string): Promise<Package> {
  return openPackage(new MemoryBytes(await readFixture(name)));
}

/** The number of the export, of which there must be one. */
function find(pkg: Package, className: string): number {
  const index = pkg.exports.findIndex(each => each.className === className);
  expect(index, className).toBeGreaterThanOrEqual(0);
  return index;
}

describe('every real package', async () => {
  for (const name of await fixtureNames()) {
    it(`${name} is read whole, without a note`, async () => {
      const pkg = await open(name);
      expect(pkg.summary.end).toBe(pkg.summary.names.offset);
      expect(pkg.names.length).toBeGreaterThan(0);
      expect(pkg.names).toContain('None');
      expect(pkg.exports.length).toBeGreaterThan(0);
      expect((await pkg.registry()).length).toBeGreaterThan(0);
      expect(await pkg.dependencies()).toHaveLength(pkg.exports.length);
      for (const [i, { offset, size }] of pkg.exports.entries()) {
        const { notes, end } = await pkg.properties(i);
        expect(notes).toEqual([]);
        expect(await pkg.tail(i)).toHaveLength(offset + size - end);
      }
    });
  }
});

describe.each(Object.entries(ENGINES))('a Blueprint of %s', (engine, [savedBy, legacy, ue4, ue5]) => {
  const root = () => open(`uasset-rs/${engine}/SimpleRefs/SimpleRefsRoot.uasset`);

  it('names the engine that saved it', async () => {
    const { summary } = await root();
    expect(summary.savedBy).toBe(savedBy);
    expect(summary.versions).toEqual({ legacy, ue4, ue5, licensee: 0 });
    expect(summary).toMatchObject({ filtered: false, unversioned: false, bigEndian: false });
  });

  it('has its class, its graph and its nodes', async () => {
    const pkg = await root();
    const classes = pkg.exports.map(({ className }) => className);
    expect(classes).toEqual(
      expect.arrayContaining([
        'Blueprint',
        'BlueprintGeneratedClass',
        'EdGraph',
        'K2Node_CustomEvent',
        'Function',
      ]),
    );
    const blueprint = find(pkg, 'Blueprint');
    expect(pkg.pathOf(blueprint + 1)).toBe('SimpleRefsRoot');
    expect(pkg.pathOf(find(pkg, 'EdGraph') + 1)).toBe('SimpleRefsRoot.EventGraph');
    const generated = pkg.exports[find(pkg, 'BlueprintGeneratedClass')];
    expect(pkg.pathOf(generated!.superIndex)).toBe('/Script/CoreUObject.Object');
    expect((await pkg.properties(blueprint)).values).toMatchObject({
      ParentClass: '/Script/CoreUObject.Object',
      GeneratedClass: 'SimpleRefsRoot_C',
    });
  });

  it('has its variables with their types', async () => {
    const pkg = await root();
    const { values } = await pkg.properties(find(pkg, 'Blueprint'));
    const type = { PinSubCategoryObject: '/Script/CoreUObject.Object', ContainerType: 'None' };
    const soft = ue4 < 514 ? 'assetclass' : 'softclass';
    expect(values.NewVariables).toMatchObject([
      { VarName: 'VarHard', VarType: { ...type, PinCategory: 'class' }, FriendlyName: 'Var Hard' },
      { VarName: 'VarSoft', VarType: { ...type, PinCategory: soft }, FriendlyName: 'Var Soft' },
    ]);
    const defaults = await pkg.properties(find(pkg, 'SimpleRefsRoot_C'));
    expect(defaults.values).toMatchObject({
      VarHard: `${GAME}DefaultsRef.SimpleRefsDefaultsRef_C`,
      VarSoft: `${GAME}SoftRef.SimpleRefsSoftRef_C`,
    });
  });

  it('refers hard to two packages and softly to one', async () => {
    const pkg = await root();
    expect(pkg.references).toEqual([`${GAME}DefaultsRef`, `${GAME}GraphRef`]);
    const others = (await pkg.softReferences()).filter(name => name !== `${GAME}Root`);
    expect(others).toEqual([`${GAME}SoftRef`]);
    expect((await open(`uasset-rs/${engine}/SimpleRefs/SimpleRefsSoftRef.uasset`)).references).toEqual([]);
  });

  it('is in the registry as what it is', async () => {
    const [asset] = await (await root()).registry();
    expect(asset?.path).toBe('SimpleRefsRoot');
    expect(asset?.className.split('.').at(-1)).toBe('Blueprint');
    expect(asset?.tags.ParentClass).toContain("'/Script/CoreUObject.Object'");
    expect(asset?.tags.BlueprintType).toBe('BPTYPE_Normal');
  });
});

it.each(['UE427', 'UE54'])('two packages of %s refer to each other', async engine => {
  const [a, b] = await Promise.all(
    ['A', 'B'].map(letter => open(`uasset-rs/${engine}/DirectCycle/DirectCycle${letter}.uasset`)),
  );
  expect(a?.references).toEqual(['/Game/DirectCycle/DirectCycleB']);
  expect(b?.references).toEqual(['/Game/DirectCycle/DirectCycleA']);
});

describe('what lies behind the properties', () => {
  it('are the rows of a data table', async () => {
    const pkg = await open('ue-shed/Authoring/DT_Scalars.uasset');
    expect(await readDataTable(pkg, find(pkg, 'DataTable'))).toEqual({
      rowStruct: '/Script/UEShedFixture.UEShedFixtureScalarsRow',
      rows: [
        {
          name: 'Scalar_Alpha',
          values: {
            Enabled: true,
            Count: 7,
            Ratio: 0.25,
            Key: 'Alpha',
            Notes: 'First deterministic scalar row.',
          },
        },
        {
          name: 'Scalar_Beta',
          values: {
            Enabled: false,
            Count: 42,
            Ratio: 0.75,
            Key: 'Beta',
            Notes: 'Base value overridden by the second composite parent.',
          },
        },
      ],
      types: {
        Enabled: 'BoolProperty',
        Count: 'IntProperty',
        Ratio: 'FloatProperty',
        Key: 'NameProperty',
        Notes: 'StrProperty',
      },
      notes: [],
    });
  });

  it('are rows with structs in structs', async () => {
    const pkg = await open('ue-shed/Authoring/DT_Structs.uasset');
    const { rows } = await readDataTable(pkg, find(pkg, 'DataTable'));
    expect(rows).toEqual([
      {
        name: 'Struct_One',
        values: {
          Nested: { Count: 3, Label: 'One', Offset: { X: 10, Y: 20, Z: 30 } },
          Label: 'First nested row',
        },
      },
      {
        name: 'Struct_Two',
        values: {
          Nested: { Count: 6, Label: 'Two', Offset: { X: -10, Y: 0, Z: 10 } },
          Label: 'Second nested row',
        },
      },
    ]);
  });

  it('are the texts of a string table', async () => {
    const pkg = await open('ue-shed/Text/ST_Game.uasset');
    expect(await readStringTable(pkg, 0)).toEqual({
      namespace: 'Fixture.StringTable',
      entries: [
        { key: 'PromptContinue', text: 'Continue' },
        { key: 'StatusSaving', text: 'Saving progress…' },
        { key: 'PromptHold', text: 'Hold to skip' },
      ],
    });
  });

  it('is the source of a texture, which may be compressed by a proprietary method (Oodle)', async () => {
    const pkg = await open('ue-shed/Audits/Textures/T_Audit_UI_1024x512.uasset');
    expect(await readTexture(pkg, find(pkg, 'Texture2D'))).toEqual({
      width: 1024,
      height: 512,
      format: 'TSF_BGRA8',
      picture: undefined,
      notes: ['The payload is compressed by Oodle, which only editors read.'],
    });
    const [asset] = await pkg.registry();
    expect(asset?.tags).toMatchObject({ Dimensions: '1024x512', SourceCompression: 'UE Delta' });
  });

  it('is not what another kind of object has', async () => {
    const pkg = await open('ue-shed/Text/ST_Game.uasset');
    await expect(readDataTable(pkg, 0)).rejects.toThrow('Give an export that is a data table.');
    await expect(readTexture(pkg, 0)).rejects.toThrow('Give an export that is a texture.');
    const table = await open('ue-shed/Authoring/DT_Scalars.uasset');
    await expect(readStringTable(table, 1)).rejects.toThrow('Give an export that is a string table.');
  });
});

it('an input action of 5.7 has a text and a flag', async () => {
  const pkg = await open('ue-shed/Input/IA_Jump.uasset');
  expect(pkg.summary.versions.ue5).toBe(1018);
  expect(pkg.summary.folder).toBe('/Game/Fixture/Input/IA_Jump');
  expect(await pkg.properties(0)).toMatchObject({
    values: {
      ActionDescription: {
        text: 'Fixture jump action',
        namespace: '',
        key: '848001DA4B13D09EB4177FB195F2E06F',
      },
      bConsumeInput: false,
    },
    types: { ActionDescription: 'TextProperty', bConsumeInput: 'BoolProperty' },
  });
});

it('a level has its actors under its persistent level, with their places', async () => {
  const pkg = await open('cesium-unreal/SingleCube.umap');
  const level = find(pkg, 'Level') + 1;
  expect(pkg.pathOf(level)).toBe('SingleCube.PersistentLevel');
  const labels: Record<string, PropertyValue | undefined> = {};
  for (const [i, { outer, className }] of pkg.exports.entries()) {
    if (outer !== level) continue;
    const { values } = await pkg.properties(i);
    if (values.ActorLabel !== undefined) labels[className] = values.ActorLabel;
  }
  expect(labels).toEqual({ Brush: 'Brush', StaticMeshActor: 'Cube', WorldSettings: 'WorldSettings-1' });

  const actor = await pkg.properties(find(pkg, 'StaticMeshActor'));
  const root = pkg.exports.findIndex((_, i) => pkg.pathOf(i + 1) === actor.values.RootComponent);
  expect((await pkg.properties(root)).values).toMatchObject({
    StaticMesh: '/Engine/BasicShapes/Cube.Cube',
    OverrideMaterials: ['/Engine/BasicShapes/BasicShapeMaterial.BasicShapeMaterial'],
    RelativeLocation: { X: 100, Y: 200, Z: 300 },
  });
  expect(pkg.references).toEqual(['/Engine/BasicShapes/BasicShapeMaterial', '/Engine/BasicShapes/Cube']);
});
