import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage, type Package, readCurveTable } from '../index.js';
import { type ByteWriter, writePackage } from '../testing/index.js';
import { writeProperties } from '../testing/property-writer.js';

const VERSION = { ue4: 522, ue5: 0 };

async function open(className: string, tail: (writer: ByteWriter) => void): Promise<Package> {
  const bytes = writePackage({
    ...VERSION,
    imports: [{ name: className, className: 'Class' }],
    exports: [{ name: 'CT_Damage', classIndex: -1, tail }],
  });
  return openPackage(new MemoryBytes(bytes));
}

function writeRow(writer: ByteWriter, name: string, ...keys: readonly (readonly [number, number])[]): void {
  const type = 'ArrayProperty(StructProperty(SimpleCurveKey))';
  const value = keys.map(key => (out: ByteWriter) => void out.f32(...key));
  writeProperties(writer.name(name), [{ name: 'Keys', type, value }], VERSION);
}

const ROWS = [
  {
    name: 'Sword',
    values: {
      Keys: [
        { Time: 1, Value: 10 },
        { Time: 2, Value: 12.5 },
      ],
    },
  },
  { name: 'Bow', values: { Keys: [] } },
];

describe('readCurveTable', () => {
  it.each([
    ['since UE 4.22, with the kind of curves', [1]],
    ['before', []],
  ])('gives the curves %s', async (_when, mode) => {
    const pkg = await open('CurveTable', writer => {
      writer.i32(2).u8(...mode);
      writeRow(writer, 'Sword', [1, 10], [2, 12.5]);
      writeRow(writer, 'Bow');
    });
    expect(await readCurveTable(pkg, 0)).toEqual({ rows: ROWS, notes: [] });
  });

  it('refuses an object of another class', async () => {
    const pkg = await open('DataTable', writer => writer.i32(0));
    await expect(readCurveTable(pkg, 0)).rejects.toThrow(/A DataTable has no curves/);
  });

  it('refuses counts that do not fit before memory is set aside', async () => {
    const pkg = await open('CurveTable', writer => writer.i32(0x7fff_ffff));
    await expect(readCurveTable(pkg, 0)).rejects.toMatchObject({
      name: 'PackageError',
      message: expect.stringContaining('2147483647 entries do not fit'),
    });
  });

  it('refuses bytes after the last curve', async () => {
    const pkg = await open('CurveTable', writer => writer.i32(0).u8(0, 0, 0));
    await expect(readCurveTable(pkg, 0)).rejects.toThrow(/bytes are left over/);
  });
});
