import { type ByteWriter, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { type OpenedProject, TempProject } from '../temp-project.test.js';

/** A table whose rows have only default values. */
function table(className: string, tail: (writer: ByteWriter) => void): Uint8Array {
  const properties = [{ name: 'RowStruct', type: 'ObjectProperty', value: -2 }];
  return writePackage({
    imports: [
      { name: className, className: 'Class' },
      { name: 'Row', className: 'ScriptStruct' },
    ],
    exports: [{ name: 'Table', classIndex: -1, isAsset: true, properties, tail }],
  });
}

/** A row with one list of numbers, as tagged properties. */
function row(writer: ByteWriter, name: string, property: string, values: readonly number[]): void {
  writer
    .name(name)
    .name(property)
    .name('ArrayProperty')
    .i32(4 + values.length * 4, 0);
  writer
    .name('FloatProperty')
    .u8(0)
    .i32(values.length)
    .f32(...values)
    .name('None');
}

async function opened(bytes: Uint8Array): Promise<OpenedProject> {
  const project = new TempProject();
  project.write('Content/Table.uasset', bytes);
  return project.open();
}

describe('a row of a data table', () => {
  const levels = Array.from({ length: 2_000 }, (_, at) => at);
  const rows = () =>
    opened(
      table('DataTable', writer => {
        writer.i32(2);
        row(writer, 'Oak', 'Levels', levels);
        row(writer, 'Row Struct', 'Levels', [1]);
      }),
    );

  it('is read whole as a property, in any case', async () => {
    const project = await rows();
    const { value } = await project.call('property.read', { object: '/Game/Table', property: 'oak' });
    expect(value).toEqual({ Levels: levels });
  });

  it('gives way to a property with the same name, and an unknown name is an error', async () => {
    const project = await rows();
    const read = (property: string) => project.call('property.read', { object: '/Game/Table', property });
    expect((await read('RowStruct')).value).toBe('Row');
    await expect(read('Elm')).rejects.toThrow(/has no property Elm/);
  });
});

describe('a curve table', () => {
  it('has a page of its curves', async () => {
    const project = await opened(
      table('CurveTable', writer => {
        writer.i32(2).u8(2);
        row(writer, 'Sword', 'Keys', []);
        row(writer, 'Bow', 'Keys', []);
      }),
    );
    const detail = await project.call('asset.describe', { path: '/Game/Table', limit: 1 });
    expect(detail.dataTable).toEqual({ rows: { Sword: { keys: [] } }, total: 2 });
    expect(detail.nextCursor).toBe('1');
    const { value } = await project.call('property.read', { object: '/Game/Table', property: 'Bow' });
    expect(value).toEqual({ keys: [] });
  });
});
