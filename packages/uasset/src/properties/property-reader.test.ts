import { describe, expect, it } from 'vitest';
import { type ExportProperties, MemoryBytes, openPackage, type PackageLimits } from '../index.js';
import {
  type ByteWriter,
  type WrittenPackage,
  type WrittenProperty,
  writePackage,
} from '../testing/index.js';

const EDITOR = 'E4B068EDF49442E9A231DA0B2E46BB41';
const FORTNITE_MAIN = '601D1886AC644F84AA16D3DE0DEAC7D6';
const VERSIONS: readonly (readonly [ue4: number, ue5: number])[] = [
  ...[397, 482, 498, 500, 503, 505, 508, 510, 514, 518, 522].map(ue4 => [ue4, 0] as const),
  ...[1000, 1004, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1016, 1017, 1018].map(ue5 => [522, ue5] as const),
];
const GUID = '0123456789ABCDEF0123456789ABCDEF';
const IMPORTS = [
  { name: '/Script/Engine' },
  { name: 'Actor', className: 'Class', outer: -1 },
  { name: 'Spawn', className: 'Function', outer: -2 },
];

async function read(
  properties: readonly WrittenProperty[],
  written: WrittenPackage = {},
  limits?: Partial<PackageLimits>,
): Promise<ExportProperties> {
  const bytes = writePackage({ imports: IMPORTS, exports: [{ name: 'Door', properties }], ...written });
  return (await openPackage(new MemoryBytes(bytes), limits)).properties(0);
}

describe.each(VERSIONS)('properties of version %i and %i', (ue4, ue5) => {
  const version = { ue4, ue5 };
  const large = ue5 >= 1004;
  const reals =
    (...values: number[]) =>
    (writer: ByteWriter) =>
      void (large ? writer.f64(...values) : writer.f32(...values));
  const round = async (type: string, value: WrittenProperty['value'], native = false) => {
    const { values, types, notes } = await read([{ name: 'It', type, value, native }], version);
    expect(notes).toEqual([]);
    expect(types).toEqual({ It: type });
    return values.It;
  };

  it.each([
    ['BoolProperty', true],
    ['BoolProperty', false],
    ['Int8Property', -5],
    ['Int16Property', -500],
    ['IntProperty', -70_000],
    ['UInt16Property', 65_535],
    ['UInt32Property', 12],
    ['ByteProperty', 200],
    ['ByteProperty(EColor)', 'EColor::Red'],
    ['EnumProperty(EColor)', 'EColor::Red'],
    ['FloatProperty', 0.1],
    ['FloatProperty', -1.5e-20],
    ['DoubleProperty', 0.1],
    ['NameProperty', 'Hinge'],
    ['StrProperty', 'Straße 東京'],
    ['StrProperty', ''],
  ])('keep a single value: %s %s', async (type, value) => {
    expect(await round(type, value)).toBe(value);
  });

  it('keep 64-bit numbers, as text where JSON numbers would change them', async () => {
    expect(await round('Int64Property', -3n)).toBe(-3);
    expect(await round('Int64Property', -(2n ** 63n))).toBe('-9223372036854775808');
    expect(await round('UInt64Property', 2n ** 64n - 1n)).toBe('18446744073709551615');
  });

  it('keep numbers that JSON does not have as words', async () => {
    expect(await round('FloatProperty', Number.NaN)).toBe('NaN');
    expect(await round('DoubleProperty', -Infinity)).toBe('-Infinity');
  });

  it('give objects as paths, and no object as null', async () => {
    for (const type of ['ObjectProperty', 'ClassProperty', 'WeakObjectProperty', 'InterfaceProperty']) {
      expect(await round(type, -2)).toBe('/Script/Engine.Actor');
      expect(await round(type, 1)).toBe('Door');
      expect(await round(type, 0)).toBe(null);
    }
    expect(await round('LazyObjectProperty', writer => writer.guid(GUID))).toBe(GUID);
  });

  it('give soft objects as paths', async () => {
    const inner = ue4 >= 514 ? ':Level.Door' : '';
    expect(await round('SoftObjectProperty', ['/Game/Map', 'Map', 'Level.Door'])).toBe(
      `/Game/Map.Map${inner}`,
    );
    const struct = (writer: ByteWriter) => {
      if (ue5 >= 1007) writer.name('/Game/Map').name('Map').text('');
      else if (ue4 >= 514) writer.name('/Game/Map.Map').text('');
      else writer.text('/Game/Map.Map');
    };
    for (const name of ['SoftObjectPath', 'SoftClassPath', 'StringAssetReference'])
      expect(await round(`StructProperty(${name})`, struct, true)).toBe('/Game/Map.Map');
  });

  it('give delegates with object and function', async () => {
    const bound = { object: 'Door', function: 'OnOpen' };
    const one = (writer: ByteWriter) => writer.i32(1).name('OnOpen');
    expect(await round('DelegateProperty', one)).toEqual(bound);
    for (const type of ['MulticastDelegateProperty', 'MulticastInlineDelegateProperty'])
      expect(await round(type, writer => one(one(writer.i32(2))))).toEqual([bound, bound]);
  });

  it('give paths of fields with and without an owner', async () => {
    expect(await round('FieldPathProperty', writer => writer.i32(1).name('Width').i32(-2))).toBe(
      '/Script/Engine.Actor:Width',
    );
    expect(await round('FieldPathProperty', writer => writer.i32(2).name('Inner').name('Outer'))).toBe(
      'Outer.Inner',
    );
    expect(await round('FieldPathProperty', writer => writer.i32(0, 0))).toBe(null);
  });

  it('give texts with where they come from', async () => {
    const base = (writer: ByteWriter) => writer.i32(0).u8(0).text('Doors').text('Key1').text('Open');
    expect(await round('TextProperty', base)).toEqual({ text: 'Open', namespace: 'Doors', key: 'Key1' });
    const table = (writer: ByteWriter) => writer.i32(0).u8(11).name('/Game/ST').text('Key1');
    expect(await round('TextProperty', table)).toEqual({ table: '/Game/ST', key: 'Key1' });
    expect(await round('TextProperty', writer => writer.i32(0).u8(255))).toEqual({ text: '' });
  });

  it('give structs that are written tag by tag', async () => {
    const inner: WrittenProperty[] = [
      { name: 'Count', type: 'IntProperty', value: 3 },
      {
        name: 'Deep',
        type: 'StructProperty(Other)',
        value: [{ name: 'On', type: 'BoolProperty', value: true }],
      },
    ];
    const expected = { Count: 3, Deep: { On: true } };
    expect(await round('StructProperty(Mine)', inner)).toEqual(expected);
    const name = ue4 >= 500 ? 'ArrayProperty(StructProperty(Mine))' : 'ArrayProperty(StructProperty)';
    expect(await round(name, [inner, inner])).toEqual([expected, expected]);
    expect(await round(name, [])).toEqual([]);
  });

  it('give structs that have a form of their own', async () => {
    const native: [name: string, write: (writer: ByteWriter) => unknown, value: unknown][] = [
      ['Vector', reals(1, 2, 3), { X: 1, Y: 2, Z: 3 }],
      ['Vector2D', reals(1, 2), { X: 1, Y: 2 }],
      ['Vector4', reals(1, 2, 3, 4), { X: 1, Y: 2, Z: 3, W: 4 }],
      ['Quat', reals(0, 0, 0, 1), { X: 0, Y: 0, Z: 0, W: 1 }],
      ['Rotator', reals(10, 20, 30), { Pitch: 10, Yaw: 20, Roll: 30 }],
      ['Vector3f', w => w.f32(1, 2, 3), { X: 1, Y: 2, Z: 3 }],
      ['Color', w => w.u8(1, 2, 3, 4), { B: 1, G: 2, R: 3, A: 4 }],
      ['LinearColor', w => w.f32(0.1, 0.2, 0.3, 1), { R: 0.1, G: 0.2, B: 0.3, A: 1 }],
      ['Guid', w => w.guid(GUID), GUID],
      ['IntPoint', w => w.i32(-1, 2), { X: -1, Y: 2 }],
      ['IntVector', w => w.i32(1, 2, 3), { X: 1, Y: 2, Z: 3 }],
      ['DateTime', w => w.i64(637_134_336_000_000_000n), '2020-01-01T00:00:00.000Z'],
      ['Timespan', w => w.i64(15_000_000n), 1.5],
      ['FrameNumber', w => w.i32(24), { Value: 24 }],
      ['GameplayTagContainer', w => w.i32(2).name('A.B').name('C'), ['A.B', 'C']],
      [
        'PerPlatformInt',
        w => w.i32(0, 5, 1).name('Mobile').i32(2),
        { Default: 5, Others: [{ key: 'Mobile', value: 2 }] },
      ],
      ['PerPlatformFloat', w => w.i32(1).f32(0.5), { Default: 0.5 }],
      ['PerPlatformBool', w => w.i32(0, 1, 0), { Default: true }],
      ['KeyHandleMap', () => undefined, {}],
    ];
    for (const [name, write, value] of native)
      expect(
        await round(`StructProperty(${name})`, write as (writer: ByteWriter) => void, true),
        name,
      ).toEqual(value);
    const corner = { X: 1, Y: 2, Z: 3 };
    const box = (writer: ByteWriter) => {
      reals(1, 2, 3, 1, 2, 3)(writer);
      writer.u8(1);
    };
    expect(await round('StructProperty(Box)', box, true)).toEqual({
      Min: corner,
      Max: corner,
      IsValid: true,
    });
    const key = (writer: ByteWriter) => void writer.u8(2, 0, 0).f32(1, 5, 0, 0, 0, 0);
    expect(await round('StructProperty(RichCurveKey)', key, true)).toMatchObject({
      InterpMode: 2,
      Time: 1,
      Value: 5,
    });
    if (ue4 < 500) return;
    expect(
      await round('ArrayProperty(StructProperty(Vector))', [reals(1, 2, 3), reals(1, 2, 3)], true),
    ).toEqual([corner, corner]);
  });

  it('give a struct by its tags where it could have a form of its own and has not', async () => {
    const tagged: WrittenProperty[] = [{ name: 'X', type: 'FloatProperty', value: 5 }];
    expect(await round('StructProperty(Vector)', tagged)).toEqual({ X: 5 });
  });

  it('give arrays of every kind', async () => {
    expect(await round('ArrayProperty(IntProperty)', [1, 2])).toEqual([1, 2]);
    expect(await round('ArrayProperty(BoolProperty)', [true, false])).toEqual([true, false]);
    expect(await round('ArrayProperty(StrProperty)', ['a', ''])).toEqual(['a', '']);
    expect(await round('ArrayProperty(ObjectProperty)', [1, 0])).toEqual(['Door', null]);
    expect(await round('ArrayProperty(ByteProperty)', [1, 2, 3])).toEqual([1, 2, 3]);
    expect(await round('ArrayProperty(ByteProperty)', ['Red', 'Blue'])).toEqual(['Red', 'Blue']);
    expect(await round('ArrayProperty(EnumProperty)', ['Red', 'Blue'])).toEqual(['Red', 'Blue']);
  });

  it('give sets and maps, as far as a tag says what is in them', async () => {
    if (ue4 < 509) {
      const { values, notes, types } = await read(
        [{ name: 'It', type: 'MapProperty', value: () => {} }],
        version,
      );
      expect([values, types]).toEqual([{}, { It: 'MapProperty' }]);
      expect(notes).toEqual([expect.stringContaining('The tag does not name the type of the elements.')]);
      return;
    }
    expect(await round('SetProperty(NameProperty)', ['A', 'B'])).toEqual(['A', 'B']);
    expect(
      await round('MapProperty(NameProperty,IntProperty)', [
        ['A', 1],
        ['B', 2],
      ]),
    ).toEqual([
      { key: 'A', value: 1 },
      { key: 'B', value: 2 },
    ]);
    const struct: WrittenProperty[] = [{ name: 'Count', type: 'IntProperty', value: 3 }];
    const inner = ue5 >= 1012 ? 'StructProperty(Mine)' : 'StructProperty';
    expect(await round(`MapProperty(ByteProperty,${inner})`, [['Red', struct]])).toEqual([
      { key: 'Red', value: { Count: 3 } },
    ]);
    expect(await round(`MapProperty(ByteProperty,${inner})`, [[7, struct]])).toEqual([
      { key: 7, value: { Count: 3 } },
    ]);
  });

  it('pass over guids, extensions and the places of fixed arrays', async () => {
    const properties: WrittenProperty[] = [
      { name: 'It', type: 'IntProperty', value: 1, guid: GUID, extended: true },
      { name: 'It', type: 'IntProperty', value: 2, index: 1 },
      { name: 'Flag', type: 'BoolProperty', value: true, guid: GUID },
    ];
    const { values, notes } = await read(properties, version);
    expect(values).toEqual({ It: 1, 'It[1]': 2, Flag: true });
    expect(notes).toEqual([]);
  });

  it('leave out what is not known by its size, and say so', async () => {
    const properties: WrittenProperty[] = [
      { name: 'Odd', type: 'QuantumProperty', value: writer => writer.i32(1, 2, 3) },
      { name: 'Struct', type: 'StructProperty(NotKnown)', value: writer => writer.i32(-1, 7), native: true },
      { name: 'Made', type: 'TextProperty', value: writer => writer.i32(0).u8(99).i32(9) },
      { name: 'Lost', type: 'ObjectProperty', value: 99 },
      { name: 'Long', type: 'IntProperty', value: writer => writer.i32(1, 2) },
      { name: 'Many', type: 'ArrayProperty(IntProperty)', value: writer => writer.i32(0x7fff_ffff) },
      { name: 'Good', type: 'IntProperty', value: 5 },
    ];
    const { values, notes, types } = await read(properties, version);
    expect(values).toEqual({ Good: 5 });
    expect(Object.keys(types)).toEqual(['Odd', 'Struct', 'Made', 'Lost', 'Long', 'Many', 'Good']);
    expect(notes).toEqual([
      'Odd (QuantumProperty, 12 bytes) was left out: QuantumProperty is not supported.',
      'Struct (StructProperty(NotKnown), 8 bytes) was left out: The layout of this struct is unknown.',
      'Made (TextProperty, 9 bytes) was left out: The history type 99 of a text is unknown.',
      'Lost (ObjectProperty, 4 bytes) was left out: The object 99 is not in the package.',
      'Long (IntProperty, 8 bytes) was left out: 4 bytes are left over.',
      expect.stringContaining('2147483647 entries do not fit in the 0 bytes that are left.'),
    ]);
  });
});

describe('since 5.1', () => {
  it('soft paths are places in a list, if there is one', async () => {
    const softPaths = [
      ['/Game/A', 'A', ''],
      ['/Game/Map', 'Map', 'Level.Door'],
      ['None', 'None', ''],
    ] as const;
    const properties: WrittenProperty[] = [
      { name: 'One', type: 'SoftObjectProperty', value: 1 },
      { name: 'Two', type: 'ArrayProperty(SoftObjectProperty)', value: [0, 2] },
      { name: 'Out', type: 'SoftObjectProperty', value: 3 },
    ];
    for (const ue5 of [1008, 1009, 1013, 1018]) {
      const { values, notes } = await read(properties, { ue5, softPaths });
      expect(values).toEqual({ One: '/Game/Map.Map:Level.Door', Two: ['/Game/A.A', null] });
      expect(notes).toHaveLength(1);
    }
  });

  it('the inner path may be UTF-8', async () => {
    const value = (writer: ByteWriter) => {
      const inner = new TextEncoder().encode('Tür\0');
      writer.name('/Game/Map').name('Map').i32(inner.length).bytes(inner);
    };
    const written = { ue5: 1017, customVersions: { [FORTNITE_MAIN]: 192 } };
    const { values } = await read([{ name: 'It', type: 'SoftObjectProperty', value }], written);
    expect(values).toEqual({ It: '/Game/Map.Map:Tür' });
  });
});

describe('texts', () => {
  it('without a language are kept since 4.23', async () => {
    const value = (writer: ByteWriter) => writer.i32(2).u8(255).flag(true).text('Fixed');
    const written = { ue5: 1009, customVersions: { [EDITOR]: 32 } };
    const { values } = await read([{ name: 'It', type: 'TextProperty', value }], written);
    expect(values).toEqual({ It: { text: 'Fixed' } });
  });

  it('may have notes for translators since 5.8', async () => {
    const value = (writer: ByteWriter) =>
      writer.i32(0).u8(0).text('N').text('K').text('Open').text('A door.');
    const written = { ue5: 1018, customVersions: { [FORTNITE_MAIN]: 260 } };
    const { values } = await read([{ name: 'It', type: 'TextProperty', value }], written);
    expect(values).toEqual({ It: { text: 'Open', namespace: 'N', key: 'K' } });
  });
});

describe('structs', () => {
  it('with their type are read as what they are', async () => {
    const imports = [...IMPORTS, { name: 'Vector', className: 'ScriptStruct', outer: -1 }];
    const instanced =
      (index: number, bytes: number, rest: (writer: ByteWriter) => unknown) => (writer: ByteWriter) =>
        void rest(writer.i32(index, bytes));
    const properties: WrittenProperty[] = [
      {
        name: 'Place',
        type: 'StructProperty(InstancedStruct)',
        value: instanced(-4, 24, w => w.f64(1, 2, 3)),
      },
      { name: 'Nothing', type: 'StructProperty(InstancedStruct)', value: instanced(0, 0, () => {}) },
      { name: 'Cut', type: 'StructProperty(InstancedStruct)', value: instanced(-4, 99, w => w.f64(1)) },
    ];
    const written = { ue5: 1013, imports, customVersions: { E21E1CAAAF47425E89BF6AD44C44A8BB: 0 } };
    const { values, notes } = await read(
      properties.map(each => ({ ...each, native: true })),
      written,
    );
    expect(values).toEqual({
      Place: { struct: '/Script/Engine.Vector', value: { X: 1, Y: 2, Z: 3 } },
      Nothing: null,
    });
    expect(notes).toHaveLength(1);
  });

  it('in an old map are known by the property where the engine has no other', async () => {
    const value = (writer: ByteWriter) => writer.i32(0, 1).name('Width').guid(GUID);
    const { values } = await read([
      { name: 'PropertyGuids', type: 'MapProperty(NameProperty,StructProperty)', value },
    ]);
    expect(values).toEqual({ PropertyGuids: [{ key: 'Width', value: GUID }] });
  });

  it('of inputs of materials say what is connected', async () => {
    const value = (writer: ByteWriter) => writer.i32(1, 0).name('Base').i32(1, 1, 1, 1, 0).i32(0).f32(0.5);
    const customVersions = { '375EC13C06E448FBB50084F0262A717E': 4, CFFC743F43B04480939114DF171D2073: 37 };
    const type = 'StructProperty(ScalarMaterialInput)';
    for (const ue5 of [0, 1009, 1018]) {
      const { values } = await read([{ name: 'Opacity', type, value, native: true }], {
        ue5,
        customVersions,
      });
      expect(values.Opacity).toMatchObject({
        Expression: 'Door',
        InputName: 'Base',
        MaskR: 1,
        Constant: 0.5,
      });
    }
  });

  it('of animated values give their keys', async () => {
    const value = (writer: ByteWriter) => {
      writer.u8(1, 2).i32(4, 2, 0, 100).i32(28, 2);
      for (const number of [1.5, 2.5]) writer.f32(number, 0, 0, 0, 0).u8(0, 0, 0, 0, 2, 0, 0, 0);
      writer.f32(0).i32(0, 24_000, 1, 1);
    };
    const customVersions = { '7B5AE74CD2704C10A95857980B212A5A': 13, [FORTNITE_MAIN]: 60 };
    const type = 'StructProperty(MovieSceneFloatChannel)';
    const { values, notes } = await read([{ name: 'X', type, value, native: true }], {
      ue5: 1013,
      customVersions,
    });
    expect(notes).toEqual([]);
    expect(values.X).toMatchObject({
      Keys: [
        { Time: 0, Value: 1.5, InterpMode: 2 },
        { Time: 100, Value: 2.5, InterpMode: 2 },
      ],
      TickResolution: { Numerator: 24_000, Denominator: 1 },
    });
  });

  it('in structs end at the limit of depth', async () => {
    let inner: WrittenProperty[] = [{ name: 'End', type: 'IntProperty', value: 1 }];
    for (let i = 0; i < 40; i++) inner = [{ name: 'In', type: 'StructProperty(Mine)', value: inner }];
    const { values, notes } = await read(inner);
    expect(notes).toEqual([expect.stringContaining('Structs are nested too deeply.')]);
    expect(JSON.stringify(values).match(/"In"/g)).toHaveLength(32);
    expect((await read(inner, {}, { depth: 50 })).notes).toEqual([]);
  });
});

describe('limits', () => {
  it('leave out what would be too many values, and go on behind it', async () => {
    const properties: WrittenProperty[] = [
      { name: 'Many', type: 'ArrayProperty(IntProperty)', value: Array.from({ length: 200 }, (_, i) => i) },
      { name: 'Few', type: 'ArrayProperty(IntProperty)', value: [1, 2] },
    ];
    const { values, notes } = await read(properties, {}, { values: 100 });
    expect(values).toEqual({ Few: [1, 2] });
    expect(notes).toEqual([expect.stringContaining('exceed')]);
  });

  it('bound the notes', async () => {
    const properties = Array.from({ length: 500 }, (_, i) => ({
      name: `P${i}`,
      type: 'ObjectProperty',
      value: 99,
    }));
    const { notes } = await read(properties);
    expect(notes).toHaveLength(101);
    expect(notes.at(-1)).toBe('More properties could not be read.');
  });

  it('bound the parts of a type', async () => {
    const type = `${'OptionalProperty('.repeat(80)}IntProperty${')'.repeat(80)}`;
    const { values, notes } = await read([{ name: 'It', type, value: () => {} }], { ue5: 1013 });
    expect(values).toEqual({});
    expect(notes).toEqual([expect.stringContaining('A type has too many parts.')]);
  });

  it('bound the work on maps in maps that fit in no way', async () => {
    let inner: WrittenProperty['value'] = writer => writer.i32(0, 1);
    for (let i = 0; i < 25; i++) {
      const deeper: WrittenProperty[] = [
        { name: 'In', type: 'MapProperty(ByteProperty,StructProperty)', value: inner },
      ];
      inner = [[1, deeper]];
    }
    const { notes } = await read([
      { name: 'In', type: 'MapProperty(ByteProperty,StructProperty)', value: inner },
    ]);
    expect(notes.length).toBeGreaterThan(0);
  });
});

it('optional values are there or null', async () => {
  const properties: WrittenProperty[] = [
    { name: 'Some', type: 'OptionalProperty(IntProperty)', value: 5 },
    { name: 'Flag', type: 'OptionalProperty(BoolProperty)', value: true },
    { name: 'Nothing', type: 'OptionalProperty(IntProperty)', value: null },
  ];
  for (const ue5 of [1009, 1013, 1018])
    expect((await read(properties, { ue5 })).values).toEqual({ Some: 5, Flag: true, Nothing: null });
});

it('values of Verse are texts and classes, and others are skipped by their size', async () => {
  const bytes = (writer: ByteWriter) => void writer.u8(1, 2, 3, 4, 5);
  const properties: WrittenProperty[] = [
    {
      name: 'Title',
      type: 'VerseStringProperty',
      value: writer => void writer.i32(3).bytes(Buffer.from('Tü')),
    },
    { name: 'Kind', type: 'VerseClassProperty', value: -2 },
    { name: 'Call', type: 'VerseFunctionProperty', value: bytes },
    { name: 'After', type: 'IntProperty', value: 4 },
  ];
  const { values, notes } = await read(properties, { ue5: 1017 });
  expect(values).toEqual({ Title: 'Tü', Kind: '/Script/Engine.Actor', After: 4 });
  expect(notes).toEqual([expect.stringContaining('VerseFunctionProperty is not supported.')]);
});

it('containers that hold only what differs are left out', async () => {
  const value = (writer: ByteWriter) => writer.i32(-1, 0);
  const { notes } = await read([{ name: 'It', type: 'ArrayProperty(IntProperty)', value }], { ue5: 1017 });
  expect(notes).toEqual([expect.stringContaining('It stores only differences from its default.')]);
});
