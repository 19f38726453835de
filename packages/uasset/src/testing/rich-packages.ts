import type { ByteWriter } from './byte-writer.js';
import { type WrittenExport, type WrittenPackage, writePackage } from './package-writer.js';
import { type WrittenProperty, writeProperties } from './property-writer.js';

type Write = (writer: ByteWriter) => unknown;
type Version = { readonly ue4: number; readonly ue5: number };

const GUID = '0123456789ABCDEF0123456789ABCDEF';
const CUSTOM_VERSIONS = {
  E21E1CAAAF47425E89BF6AD44C44A8BB: 0,
  '134A157ED5E249A38D4E843C98FE9E31': 3,
  FCF57AFA50764283B9A9E658FFA02D32: 90,
  '7B5AE74CD2704C10A95857980B212A5A': 13,
  E4B068EDF49442E9A231DA0B2E46BB41: 40,
  '9C54D522A8264FBE9421074661B482D0': 44,
  '601D1886AC644F84AA16D3DE0DEAC7D6': 134,
};

/** Small packages with each kind of value that real packages seldom have, to be changed at random. */
export function richPackages(): Uint8Array[] {
  const versions = [
    { ue4: 518, ue5: 0 },
    { ue4: 522, ue5: 1009 },
    { ue4: 522, ue5: 1013 },
  ];
  return versions.flatMap(version => [
    writePackage({ ...head(version), exports: [{ name: 'Texts', properties: texts() }] }),
    writePackage({ ...head(version), exports: [{ name: 'Structs', properties: structs(version) }] }),
    writePackage({ ...head({ ...version, ue5: 0 }), exports: textures() }),
  ]);
}

function head(version: Version): WrittenPackage {
  return {
    ...version,
    customVersions: CUSTOM_VERSIONS,
    imports: [
      { name: '/Script/Game' },
      { name: 'Goal', className: 'ScriptStruct', outer: -1 },
      { name: 'Texture2D', className: 'Class', outer: -1 },
    ],
  };
}

/** A text of each history. */
function texts(): WrittenProperty[] {
  const base = (writer: ByteWriter) => writer.i32(0).u8(0).text('N').text('K').text('{A} of {B}');
  const text =
    (history: number, write: Write): Write =>
    writer =>
      write(writer.i32(0).u8(history & 0xff));
  const histories: Write[] = [
    text(-1, writer => writer.flag(true).text('Fixed')),
    base,
    text(1, writer => base(base(writer).i32(2).text('A').u8(4)).text('B').u8(0).i64(7)),
    text(2, writer => base(writer).i32(2).u8(3).f64(0.5).u8(5, 1)),
    text(3, writer => base(writer).i32(1).text('A').u8(2).f32(0.5)),
    text(4, writer => writer.u8(1).i64(3).i32(1, 0, 1).u8(2).i32(1, 9, 0, 2).text('de')),
    text(6, writer => writer.text('EUR').u8(0).i64(3).i32(0).text('')),
    text(7, writer =>
      writer
        .i64(1n << 59n)
        .u8(1)
        .text('UTC')
        .text(''),
    ),
    text(9, writer =>
      writer
        .i64(1n << 59n)
        .u8(1, 2)
        .text('UTC')
        .text(''),
    ),
    text(10, writer => base(writer).u8(1)),
    text(11, writer => writer.name('Table').text('Key')),
    text(12, writer => writer.name('Clock').i32(3).u8(1, 2, 3)),
  ];
  return histories.map((write, i) => property(`Text${i}`, 'TextProperty', write));
}

/** A struct of each layout that has structs or lists in it. The import -2 is a struct with tags. */
function structs(version: Version): WrittenProperty[] {
  const goal: Write = writer =>
    writeProperties(
      writer as ByteWriter,
      [{ name: 'Names', type: 'MapProperty(NameProperty,StrProperty)', value: [['A', 'b']] }],
      version,
    );
  const range = (writer: ByteWriter) => writer.u8(1).i32(10).u8(0).i32(20);
  const tree = (item: Write) => (writer: ByteWriter) => {
    range(writer).i32(-1, -1, 0, -1).i32(1, 0, 1, 1);
    range(writer.i32(1)).i32(-1, -1, -1, 0).i32(1, 0, 1, 1);
    item(writer.i32(1));
  };
  const described = (writer: ByteWriter, name: string, type: number) =>
    writer.i32(0).guid(GUID).name(name).u8(type);
  const forms: Readonly<Record<string, Write>> = {
    InstancedStruct: writer => sized(writer.i32(-2), goal),
    InstancedStructContainer: writer => sized(sized(writer.u8(0).i32(2, -2, -2), goal), goal),
    InstancedPropertyBag: writer => {
      described(writer.flag(true).i32(2), 'Speed', 3).u8(0).flag(false);
      described(writer, 'Names', 7).u8(1, 1).flag(true).i32(1).name('Tip').text('It helps.').i32(-2);
      sized(writer, goal);
    },
    NiagaraVariable: writer => {
      goal(writer.name('Age'));
      writer.i32(3).u8(1, 2, 3);
    },
    NiagaraVariableWithOffset: writer => {
      goal(writer.name('Age'));
      writer.i32(12);
    },
    NiagaraDataInterfaceGPUParamInfo: writer =>
      writer.text('Symbol').text('Camera').i32(1).name('Get').text('Get_1').i32(0, 0, 0),
    SectionEvaluationDataTree: tree(goal),
    MovieSceneSubSequenceTree: tree(writer => goal(writer.i32(9).u8(1))),
    MovieSceneEvalTemplatePtr: writer => goal(writer.text('/Script/Game.Goal')),
    MovieSceneSegment: writer => goal(range(writer).i32(3).flag(true).i32(1)),
    MovieSceneTimeWarpVariant: writer => goal(writer.flag(false).u8(4)),
    MovieSceneFloatChannel: writer => {
      writer.u8(1, 2).i32(4, 2, 0, 100).i32(28, 2);
      for (const number of [1.5, 2.5]) writer.f32(number, 0, 0, 0, 0).u8(3, 0, 0, 0, 2, 0, 0, 0);
      writer.f32(0).i32(0, 24_000, 1, 1);
    },
    RawAnimSequenceTrack: writer => writer.i32(12, 1).f32(1, 2, 3).i32(16, 1).f32(0, 0, 0, 1).i32(12, 0),
    SkeletalMeshSamplingLODBuiltData: writer => writer.i32(1).f32(0.5).i32(1, 0).f32(8),
    FontData: writer => goal(writer.flag(false)),
    WorldConditionQueryDefinition: writer => {
      goal(writer);
      goal(writer.flag(true));
    },
  };
  return Object.entries(forms).map(([name, write]) => property(name, `StructProperty(${name})`, write));
}

/** Of formats that are converted, and one that is not. */
function textures(): WrittenExport[] {
  const bytes = Uint8Array.from({ length: 64 }, (_, i) => (i * 37) & 0xff);
  return ['TSF_G16', 'TSF_RGBA16F', 'TSF_RGBA32F', 'TSF_BGRE8', 'TSF_BGRA8'].map(format => ({
    name: format,
    classIndex: -3,
    properties: [
      {
        name: 'Source',
        type: 'StructProperty(TextureSource)',
        value: [
          { name: 'SizeX', type: 'IntProperty', value: 2 },
          { name: 'SizeY', type: 'IntProperty', value: 2 },
          { name: 'Format', type: 'ByteProperty(ETextureSourceFormat)', value: format },
        ],
      },
    ],
    tail: writer => void writer.u8(0, 0).i32(0, bytes.length, bytes.length).i64(0).bytes(bytes),
  }));
}

function property(name: string, type: string, write: Write): WrittenProperty {
  return { name: `The${name}`, type, value: writer => void write(writer), native: true };
}

/** Bytes after their count. */
function sized(writer: ByteWriter, write: Write): ByteWriter {
  const inner = writer.fresh();
  write(inner);
  const bytes = inner.done();
  return writer.i32(bytes.length).bytes(bytes);
}
