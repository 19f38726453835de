import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage } from '../index.js';
import { type ByteWriter, type WrittenProperty, writePackage } from '../testing/index.js';
import { writeProperties } from '../testing/property-writer.js';

const MODERN = { ue4: 522, ue5: 1013 };
const GUID = '0123456789ABCDEF0123456789ABCDEF';
const INSTANCED = 'E21E1CAAAF47425E89BF6AD44C44A8BB';
const BAG = '134A157ED5E249A38D4E843C98FE9E31';
const NIAGARA = 'FCF57AFA50764283B9A9E658FFA02D32';
const SEQUENCER = '7B5AE74CD2704C10A95857980B212A5A';
const RANGE = { LowerBoundType: 1, LowerBound: 10, UpperBoundType: 0, UpperBound: 20 };
const SPEED: readonly WrittenProperty[] = [{ name: 'Speed', type: 'IntProperty', value: 5 }];

type Write = (writer: ByteWriter) => unknown;

interface Version {
  readonly ue4?: number;
  readonly ue5?: number;
  readonly customVersions?: Readonly<Record<string, number>>;
}

/** The value of one struct, and the notes. The import -2 is a struct "Vector", -3 a struct "Goal" with tags. */
async function read(type: string, write: Write, version: Version = {}) {
  const value = (writer: ByteWriter) => void write(writer);
  const bytes = writePackage({
    ...MODERN,
    ...version,
    imports: [
      { name: '/Script/Game' },
      { name: 'Vector', className: 'ScriptStruct', outer: -1 },
      { name: 'Goal', className: 'ScriptStruct', outer: -1 },
    ],
    exports: [{ name: 'Tree', properties: [{ name: 'It', type, value, native: true }] }],
  });
  const { values, notes } = await (await openPackage(new MemoryBytes(bytes))).properties(0);
  return { value: values.It, notes };
}

/** Bytes after their count. */
function sized(writer: ByteWriter, write: Write): ByteWriter {
  const inner = writer.fresh();
  write(inner);
  const bytes = inner.done();
  return writer.i32(bytes.length).bytes(bytes);
}

const speed: Write = writer => writeProperties(writer as ByteWriter, SPEED, MODERN);
const range = (writer: ByteWriter) => writer.u8(1).i32(10).u8(0).i32(20);

describe('a struct of any type', () => {
  it.each([
    ['with the header of editors', (writer: ByteWriter) => writer.i32(0xabababab | 0).u8(0)],
    ['without a header', (writer: ByteWriter) => writer.u8(0)],
  ])('is read as before UE 5.3, %s', async (_name, head) => {
    const write = (writer: ByteWriter) => sized(head(writer).i32(-3), speed);
    expect(await read('StructProperty(InstancedStruct)', write)).toEqual({
      value: { struct: '/Script/Game.Goal', value: { Speed: 5 } },
      notes: [],
    });
  });

  it('that cannot be read is null in its container, and the others are read', async () => {
    const write = (writer: ByteWriter) => {
      writer.u8(0).i32(4, -2, -2, 0, -3);
      sized(writer, each => each.f64(1, 2, 3));
      sized(writer, each => each.u8(7));
      sized(writer, () => {});
      sized(writer, speed);
    };
    const { value, notes } = await read('StructProperty(InstancedStructContainer)', write);
    expect(value).toEqual([
      { struct: '/Script/Game.Vector', value: { X: 1, Y: 2, Z: 3 } },
      { struct: '/Script/Game.Vector', value: null },
      null,
      { struct: '/Script/Game.Goal', value: { Speed: 5 } },
    ]);
    expect(notes).toEqual([expect.stringMatching(/^A Vector \(1 bytes\) was left out: /)]);
  });

  it('in itself ends at the limit of depth', async () => {
    const nested = (writer: ByteWriter, depth: number): unknown =>
      sized(writer.i32(-4), inner => {
        if (depth > 0) nested(inner, depth - 1);
      });
    const bytes = writePackage({
      ...MODERN,
      customVersions: { [INSTANCED]: 0 },
      imports: [...'abc', 'InstancedStruct'].map(name => ({ name })),
      exports: [
        {
          name: 'Tree',
          properties: [
            {
              name: 'It',
              type: 'StructProperty(InstancedStruct)',
              value: writer => void nested(writer, 60),
              native: true,
            },
          ],
        },
      ],
    });
    const { notes } = await (await openPackage(new MemoryBytes(bytes))).properties(0);
    expect(notes).toEqual([expect.stringContaining('nested too deeply')]);
  });
});

describe('a property bag', () => {
  const type = 'StructProperty(InstancedPropertyBag)';
  const description = (writer: ByteWriter, object: number, name: string, valueType: number) =>
    writer.i32(object).guid(GUID).name(name).u8(valueType);

  it('has the types and values of its properties', async () => {
    const write = (writer: ByteWriter) => {
      writer.flag(true).i32(3);
      description(writer, 0, 'Speed', 3).u8(0).flag(false);
      description(writer, -2, 'Places', 11).u8(1, 1).flag(false);
      description(writer, 0, 'Noted', 1).u8(0).flag(true).i32(1).name('Tip').text('It helps.').i32(-3);
      sized(writer, speed);
    };
    expect(await read(type, write, { customVersions: { [BAG]: 3 } })).toEqual({
      value: {
        properties: { Speed: 'Int32', Places: 'Array<Struct(/Script/Game.Vector)>', Noted: 'Bool' },
        value: { Speed: 5 },
      },
      notes: [],
    });
  });

  it('is read as before UE 5.3, with its own version and one container', async () => {
    const write = (writer: ByteWriter) => {
      description(writer.u8(1).flag(true).i32(1), 0, 'Speed', 3).u8(0).flag(false);
      sized(writer, speed);
    };
    expect((await read(type, write)).value).toEqual({ properties: { Speed: 'Int32' }, value: { Speed: 5 } });
  });

  it('has flags and types of keys since UE 5.8', async () => {
    const write = (writer: ByteWriter) => {
      description(writer.flag(true).i32(1), 0, 'Speeds', 3).u8(1, 3).flag(false).i64(5).u8(7).i32(0);
      sized(writer, inner => inner.name('None'));
    };
    const { value } = await read(type, write, { customVersions: { [BAG]: 5 } });
    expect(value).toEqual({ properties: { Speeds: 'Map<Name, Int32>' }, value: {} });
  });

  it('that is empty is null', async () => {
    const { value } = await read(type, writer => writer.flag(false), { customVersions: { [BAG]: 3 } });
    expect(value).toBeNull();
  });
});

describe('a struct of Niagara', () => {
  it('has the offset of its value', async () => {
    const write = (writer: ByteWriter) => {
      speed(writer.name('Age'));
      writer.i32(12);
    };
    expect(await read('StructProperty(NiagaraVariableWithOffset)', write)).toEqual({
      value: { Name: 'Age', TypeDef: { Speed: 5 }, Offset: 12 },
      notes: [],
    });
  });

  it.each([
    [50, (writer: ByteWriter) => writer, {}],
    [60, (writer: ByteWriter) => writer.i32(1).name('Get').text('Get_1').i32(0), {}],
    [
      90,
      (writer: ByteWriter) => writer.i32(1).name('Get').text('Get_1').i32(0, 0, 0),
      { VariadicInputs: [] },
    ],
    [91, (writer: ByteWriter) => writer.i32(1).name('Get').text('Get_1').i32(0, 0, 0).u16(3), {}],
  ])('lists generated functions in version %i', async (version, functions, expected) => {
    const write = (writer: ByteWriter) => functions(writer.text('Symbol').text('Camera'));
    const { value, notes } = await read('StructProperty(NiagaraDataInterfaceGPUParamInfo)', write, {
      customVersions: { [NIAGARA]: version },
    });
    const made = { DefinitionName: 'Get', InstanceName: 'Get_1', ...expected };
    expect(value).toMatchObject({
      DIClassName: 'Camera',
      ...(version > 50 && { GeneratedFunctions: [made] }),
    });
    expect(notes).toEqual([]);
  });
});

describe('a struct of a sequence', () => {
  const tree = (items: Write) => (writer: ByteWriter) => {
    range(writer).i32(-1, -1, 0, -1).i32(1, 0, 1, 1);
    range(writer.i32(1)).i32(-1, -1, -1, 0).i32(1, 0, 1, 1);
    items(writer.i32(1));
  };

  it.each<[string, Write, unknown]>([
    ['SectionEvaluationDataTree', speed, { Speed: 5 }],
    ['MovieSceneTrackFieldData', writer => writer.i32(9), 9],
    ['MovieSceneEvaluationFieldEntityTree', writer => writer.i32(1, 2), { EntityIndex: 1, MetaDataIndex: 2 }],
    ['MovieSceneSubSequenceTree', writer => writer.i32(9).u8(1), { SequenceID: 9, Flags: 1 }],
    ['MovieSceneSubSequenceTree', writer => speed(writer.i32(9).u8(1)), { SequenceID: 9, Flags: 1 }],
  ])('%s has ranges and items', async (name, item, expected) => {
    expect(await read(`StructProperty(${name})`, tree(item))).toEqual({
      value: { Ranges: [RANGE, RANGE], Items: [expected] },
      notes: [],
    });
  });

  it('is named by its path', async () => {
    const write = (writer: ByteWriter) => speed(writer.text('/Script/MovieScene.FadeTemplate'));
    const { value } = await read('StructProperty(MovieSceneEvalTemplatePtr)', write);
    expect(value).toEqual({ struct: '/Script/MovieScene.FadeTemplate', value: { Speed: 5 } });
    expect(
      (await read('StructProperty(MovieSceneEvalTemplatePtr)', writer => writer.text(''))).value,
    ).toBeNull();
  });

  it.each([
    [4, (writer: ByteWriter) => range(writer), {}],
    [9, (writer: ByteWriter) => range(writer).i32(3).flag(true), { ID: 3, bAllowEmpty: true }],
  ])('has a segment in version %i', async (version, head, expected) => {
    const write = (writer: ByteWriter) => speed(head(writer).i32(1));
    const { value } = await read('StructProperty(MovieSceneSegment)', write, {
      customVersions: { [SEQUENCER]: version },
    });
    expect(value).toEqual({ Range: RANGE, ...expected, Impls: [{ Speed: 5 }] });
  });

  it.each<[string, Write, unknown]>([
    ['a rate', writer => writer.flag(true).f64(2), { PlayRate: 2 }],
    ['an object', writer => writer.flag(false).u8(1).i32(1), { Custom: 'Tree' }],
    ['a loop', writer => speed(writer.flag(false).u8(4)), { Loop: { Speed: 5 } }],
  ])('warps the time by %s', async (_name, write, expected) => {
    expect((await read('StructProperty(MovieSceneTimeWarpVariant)', write)).value).toEqual(expected);
  });

  it('has keys without gaps before UE 4.23', async () => {
    const write = (writer: ByteWriter) => writer.f32(1.5).u8(2, 1).f32(3, 4).u8(3).f32(0.5, 0.25);
    expect((await read('StructProperty(MovieSceneFloatValue)', write, { ue5: 0 })).value).toEqual({
      Value: 1.5,
      InterpMode: 2,
      TangentMode: 1,
      ArriveTangent: 3,
      LeaveTangent: 4,
      TangentWeightMode: 3,
      ArriveTangentWeight: 0.5,
      LeaveTangentWeight: 0.25,
    });
  });
});

describe('other structs', () => {
  it('have the keys of a bone in single precision', async () => {
    const write = (writer: ByteWriter) =>
      writer.i32(12, 1).f32(1, 2, 3).i32(16, 1).f32(0, 0, 0, 1).i32(12, 0);
    expect((await read('StructProperty(RawAnimSequenceTrack)', write)).value).toEqual({
      PosKeys: [{ X: 1, Y: 2, Z: 3 }],
      RotKeys: [{ X: 0, Y: 0, Z: 0, W: 1 }],
      ScaleKeys: [],
    });
  });

  it.each(['FontData', 'MaterialOverrideNanite'])('have tags behind a flag in a %s', async name => {
    const write = (writer: ByteWriter) => speed(writer.flag(false));
    expect((await read(`StructProperty(${name})`, write)).value).toEqual({ Speed: 5 });
  });

  it('show the weights of the triangles of a mesh by their number', async () => {
    const write = (writer: ByteWriter) => writer.i32(2).f32(0.5, 0.5).i32(2, 0, 1).f32(8);
    expect((await read('StructProperty(SkeletalMeshSamplingLODBuiltData)', write)).value).toEqual({
      Triangles: 2,
      TotalWeight: 8,
    });
  });
});
