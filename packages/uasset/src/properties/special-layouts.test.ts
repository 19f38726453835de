import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage } from '../index.js';
import { type ByteWriter, type WrittenExport, type WrittenProperty, writePackage } from '../testing/index.js';
import { writeProperties } from '../testing/property-writer.js';

const MODERN = { ue4: 522, ue5: 1004 };
/** UE 4.1. */
const OLD = { ue4: 352, ue5: 0 };
const TYPE: readonly WrittenProperty[] = [{ name: 'UnderlyingType', type: 'UInt16Property', value: 2 }];

async function read(written: WrittenExport, version: { ue4: number; ue5: number }, imports = ['Class']) {
  const bytes = writePackage({
    ...version,
    imports: imports.map(name => ({ name, className: 'Class' })),
    exports: [written],
  });
  return (await openPackage(new MemoryBytes(bytes))).properties(0);
}

describe('a variable of a Niagara system', () => {
  const variable =
    (name: string, ...data: number[]): WrittenProperty['value'] =>
    writer => {
      writeProperties(writer.name(name), TYPE, MODERN);
      writer.i32(data.length).u8(...data);
    };

  it('has its name, its type and its value', async () => {
    const properties = [
      { name: 'It', type: 'StructProperty(NiagaraVariable)', value: variable('Particles.Age', 1, 2, 3) },
    ];
    expect(await read({ name: 'System', properties }, MODERN)).toMatchObject({
      values: { It: { Name: 'Particles.Age', TypeDef: { UnderlyingType: 2 }, VarData: 'AQID' } },
      notes: [],
    });
  });

  it('has no value where it is a base, and tags in older packages', async () => {
    const properties: WrittenProperty[] = [
      {
        name: 'Base',
        type: 'StructProperty(NiagaraVariableBase)',
        value: writer => void writeProperties(writer.name('Age'), TYPE, MODERN),
      },
      { name: 'Tagged', type: 'StructProperty(NiagaraVariable)', value: TYPE as never },
    ];
    expect(await read({ name: 'System', properties }, MODERN)).toMatchObject({
      values: { Base: { Name: 'Age', TypeDef: { UnderlyingType: 2 } }, Tagged: { UnderlyingType: 2 } },
      notes: [],
    });
  });

  it('is left out where its value is longer than its tag', async () => {
    const properties: WrittenProperty[] = [
      {
        name: 'It',
        type: 'StructProperty(NiagaraVariable)',
        value: writer => {
          writeProperties(writer.name('Age'), TYPE, MODERN);
          writer.i32(0x7fff_ffff);
        },
      },
    ];
    const { values, notes } = await read({ name: 'System', properties }, MODERN);
    expect(values).toEqual({});
    expect(notes).toEqual([expect.stringContaining('2147483647 entries do not fit')]);
  });
});

describe('a wire of a Control Rig', () => {
  it('has its ends as texts instead of properties', async () => {
    // The writer puts properties behind it, which such an object does not have.
    const bytes = writePackage({
      ...MODERN,
      imports: [{ name: 'RigVMLink', className: 'Class' }],
      exports: [{ name: 'Link', classIndex: -1, before: writer => void writer.text('A.Out').text('B.In') }],
    });
    const pkg = await openPackage(new MemoryBytes(bytes));
    const entry = pkg.exports[0];
    expect(entry?.className).toBe('RigVMLink');
    const cut = cutTo(bytes, entry?.size ?? 0, 4 + 6 + 4 + 5);
    expect(await (await openPackage(new MemoryBytes(cut))).properties(0)).toMatchObject({
      values: { SourcePinPath: 'A.Out', TargetPinPath: 'B.In' },
      notes: [],
    });
  });

  it('has properties in other versions', async () => {
    const properties = [{ name: 'LinkIndex', type: 'IntProperty', value: 4 }];
    expect(await read({ name: 'Link', classIndex: -1, properties }, MODERN, ['RigVMLink'])).toMatchObject({
      values: { LinkIndex: 4 },
      notes: [],
    });
  });
});

it.each(['RigHierarchy', 'RigVM'])('a %s that has no properties is noted as such', async className => {
  const before = (writer: ByteWriter) => void writer.i32(437, 785, 0, 4_117);
  const { values, notes } = await read({ name: 'Rig', classIndex: -1, before }, MODERN, [className]);
  expect(values).toEqual({});
  expect(notes).toEqual([`A ${className} has a layout of its own instead of properties, which is not read.`]);
});

describe('a package of UE 4.1', () => {
  it('has a text with its namespace and key before its flags', async () => {
    const properties: WrittenProperty[] = [
      {
        name: 'It',
        type: 'TextProperty',
        value: writer => void writer.text('Target').text('K2').text('T').i32(0),
      },
    ];
    expect(await read({ name: 'Pin', properties }, OLD)).toMatchObject({
      values: { It: { text: 'Target', namespace: 'K2', key: 'T' } },
      notes: [],
    });
  });

  it('has the type of a pin without a member', async () => {
    const properties: WrittenProperty[] = [
      {
        name: 'It',
        type: 'StructProperty(EdGraphPinType)',
        value: writer => void writer.text('object').text('').i32(-1, 1, 0, 0),
      },
    ];
    expect(await read({ name: 'Pin', properties }, OLD, ['Actor'])).toMatchObject({
      values: { It: { PinCategory: 'object', PinSubCategoryObject: 'Actor', ContainerType: 'Array' } },
      notes: [],
    });
  });
});

/** The package with a smaller size of its only export. */
function cutTo(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 8 <= copy.length; at++) {
    if (view.getBigInt64(at, true) === BigInt(from)) {
      view.setBigInt64(at, BigInt(to), true);
      return copy;
    }
  }
  throw new Error(`No size ${from} is in the package.`);
}
