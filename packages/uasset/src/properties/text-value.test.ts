import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage } from '../index.js';
import { type ByteWriter, writePackage } from '../testing/index.js';

type Write = (writer: ByteWriter) => ByteWriter;

const EDITOR = 'E4B068EDF49442E9A231DA0B2E46BB41';
const base =
  (text: string): Write =>
  writer =>
    writer.i32(0).u8(0).text('').text('').text(text);
const shown = (text: string) => ({ text, namespace: '', key: '' });

async function read(value: Write) {
  const bytes = writePackage({
    customVersions: { [EDITOR]: 40 },
    exports: [
      { name: 'Door', properties: [{ name: 'It', type: 'TextProperty', value: w => void value(w) }] },
    ],
  });
  return (await openPackage(new MemoryBytes(bytes))).properties(0);
}

describe('a text that is made at run time', () => {
  it('has its format and its arguments by name', async () => {
    const { values, notes } = await read(writer => {
      base('{Who} has {Count}')(writer.i32(0).u8(1));
      writer.i32(2).text('Who').u8(4);
      base('Ada')(writer);
      return writer.text('Count').u8(0).i64(7);
    });
    expect(notes).toEqual([]);
    expect(values.It).toEqual({
      format: shown('{Who} has {Count}'),
      arguments: { Who: shown('Ada'), Count: 7 },
    });
  });

  it('has its format and its arguments in order', async () => {
    const { values } = await read(writer => base('{0}')(writer.i32(0).u8(2)).i32(1).u8(3).f64(0.5));
    expect(values.It).toEqual({ format: shown('{0}'), arguments: [0.5] });
  });

  it('is a number with a unit', async () => {
    const { values } = await read(writer => writer.i32(0).u8(6).text('EUR').u8(0).i64(3).i32(0).text(''));
    expect(values.It).toEqual({ as: 'currency', value: 3, currency: 'EUR' });
  });

  it('is a number with a format', async () => {
    const { values } = await read(writer =>
      writer.i32(0).u8(5).u8(2).f32(0.25).i32(1, 0, 1).u8(2).i32(1, 9, 0, 2).text('de'),
    );
    expect(values.It).toEqual({ as: 'percent', value: 0.25 });
  });

  it('is a text in upper case, or one of a generator', async () => {
    const upper = await read(writer => base('Door')(writer.i32(0).u8(10)).u8(1));
    expect(upper.values.It).toEqual({ as: 'upper', text: shown('Door') });
    const made = await read(writer => writer.i32(0).u8(12).name('Clock').i32(3).u8(1, 2, 3));
    expect(made.values.It).toEqual({ generator: 'Clock' });
  });

  it('has its format and its arguments by name, as Blueprints write them', async () => {
    const { values } = await read(writer =>
      base('{A}')(writer.i32(0).u8(3)).i32(2).text('A').u8(2).f32(0.5).text('B').u8(0).i32(7),
    );
    expect(values.It).toEqual({ format: shown('{A}'), arguments: { A: 0.5, B: 7 } });
  });

  it.each([
    [4, 'number', (writer: ByteWriter) => writer.u8(1).i64(3).i32(0).text('de'), { value: 3 }],
    [7, 'date', (writer: ByteWriter) => writer.i64(10).u8(1).text('UTC').text(''), { value: 10 }],
    [8, 'time', (writer: ByteWriter) => writer.i64(10).u8(1).text('UTC').text(''), { value: 10 }],
    [
      9,
      'dateTime',
      (writer: ByteWriter) => writer.i64(10).u8(1, 2).text('UTC').text(''),
      { timeZone: 'UTC' },
    ],
  ])('of the history %i is a %s', async (history, as, write, expected) => {
    const { values, notes } = await read(writer => write(writer.i32(0).u8(history)));
    expect(notes).toEqual([]);
    expect(values.It).toMatchObject({ as, ...expected });
  });

  it('is an entry of a string table', async () => {
    const { values } = await read(writer => writer.i32(0).u8(11).name('/Game/ST_Menu').text('Open'));
    expect(values.It).toEqual({ table: '/Game/ST_Menu', key: 'Open' });
  });

  it('is left out where it nests too deep', async () => {
    const nested = (writer: ByteWriter, depth: number): ByteWriter =>
      depth === 0 ? base('')(writer) : nested(writer.i32(0).u8(10), depth - 1).u8(1);
    expect((await read(writer => nested(writer, 8))).notes).toEqual([]);
    expect((await read(writer => nested(writer, 9))).notes).toEqual([
      expect.stringContaining('Texts are nested too deeply.'),
    ]);
  });
});
