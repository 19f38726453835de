import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage, type PackageLimits, readDataTable, readStringTable } from '../index.js';
import { type ByteWriter, type WrittenProperty, writePackage } from '../testing/index.js';
import { writeProperties } from '../testing/property-writer.js';

type Rows = readonly (readonly [name: string, values: readonly WrittenProperty[]])[];

const ROW_STRUCT = { name: 'RowStruct', type: 'ObjectProperty', value: -1 };

async function open(ue4: number, ue5: number, rows: Rows, limits?: Partial<PackageLimits>) {
  const tail = (writer: ByteWriter) => {
    writer.i32(rows.length);
    for (const [name, values] of rows) writeProperties(writer.name(name), values, { ue4, ue5 });
  };
  const bytes = writePackage({
    ue4,
    ue5,
    imports: [{ name: 'DoorRow', className: 'ScriptStruct' }],
    exports: [{ name: 'DT_Doors', properties: [ROW_STRUCT], tail }],
  });
  return openPackage(new MemoryBytes(bytes), limits);
}

describe('readDataTable', () => {
  it.each([
    [482, 0],
    [518, 0],
    [522, 1004],
    [522, 1012],
    [522, 1018],
  ])('gives the rows of %i and %i', async (ue4, ue5) => {
    const pkg = await open(ue4, ue5, [
      ['Oak', [{ name: 'Width', type: 'IntProperty', value: 90 }]],
      ['Steel', [{ name: 'Locked', type: 'BoolProperty', value: true }]],
    ]);
    expect(await readDataTable(pkg, 0)).toEqual({
      rowStruct: 'DoorRow',
      rows: [
        { name: 'Oak', values: { Width: 90 } },
        { name: 'Steel', values: { Locked: true } },
      ],
      types: { Width: 'IntProperty', Locked: 'BoolProperty' },
      notes: [],
    });
  });

  it('reads ten thousand rows', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, i) => ['Row', [{ name: 'Width', type: 'IntProperty', value: i }]] as const,
    );
    const table = await readDataTable(await open(522, 1013, rows), 0);
    expect(table.rows).toHaveLength(10_000);
    expect(table.rows.at(-1)).toEqual({ name: 'Row', values: { Width: 9_999 } });
  });

  it('says of which row something was left out', async () => {
    const pkg = await open(522, 0, [['Oak', [{ name: 'Lost', type: 'ObjectProperty', value: 99 }]]]);
    const { notes, rows } = await readDataTable(pkg, 0);
    expect(notes).toEqual([expect.stringMatching(/^Oak: Lost \(ObjectProperty, 4 bytes\) was left out/)]);
    expect(rows).toEqual([{ name: 'Oak', values: {} }]);
  });

  it('does not set room aside for rows that cannot be there', async () => {
    const tail = (writer: ByteWriter) => writer.i32(0x7fff_ffff);
    const bytes = writePackage({
      exports: [{ name: 'DT', properties: [{ ...ROW_STRUCT, value: 0 }], tail }],
    });
    const pkg = await openPackage(new MemoryBytes(bytes));
    await expect(readDataTable(pkg, 0)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('reads only what openPackage has opened', async () => {
    const pkg = { ...(await open(522, 0, [])) };
    await expect(readDataTable(pkg as never, 0)).rejects.toThrow(TypeError);
  });
});

describe('readStringTable', () => {
  it('gives namespace and entries in their order', async () => {
    const tail = (writer: ByteWriter) =>
      writer.text('Doors').i32(2).text('Open').text('Öffnen').text('Shut').text('').i32(0);
    const bytes = writePackage({
      imports: [{ name: 'StringTable', className: 'Class' }],
      exports: [{ name: 'ST', classIndex: -1, tail }],
    });
    expect(await readStringTable(await openPackage(new MemoryBytes(bytes)), 0)).toEqual({
      namespace: 'Doors',
      entries: [
        { key: 'Open', text: 'Öffnen' },
        { key: 'Shut', text: '' },
      ],
    });
  });
});
