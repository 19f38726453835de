import { describe, expect, it } from 'vitest';
import { type ByteSource, MemoryBytes, openPackage, type Package, type PackageLimits } from '../index.js';
import { type WrittenExport, type WrittenPackage, writePackage } from '../testing/index.js';

/** Bytes that remember how they were read. */
class WatchedBytes implements ByteSource {
  readonly reads: [offset: number, length: number][] = [];
  constructor(readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.reads.push([offset, length]);
    return this.bytes.subarray(offset, offset + length);
  }
}

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 4, 5, 6);

function open(written: WrittenPackage, limits?: Partial<PackageLimits>): Promise<Package> {
  return openPackage(new MemoryBytes(writePackage(written)), limits);
}

describe('reading', () => {
  const written: WrittenPackage = {
    ue5: 1013,
    exports: [{ name: 'Door', properties: [{ name: 'Width', type: 'IntProperty', value: 90 }] }],
    softReferences: ['/Game/Key'],
    registry: [{ path: 'Door', className: 'Actor', tags: {} }],
  };

  it('costs one read for all that a small package has', async () => {
    const source = new WatchedBytes(writePackage(written));
    const pkg = await openPackage(source);
    await pkg.registry();
    await pkg.softReferences();
    await pkg.dependencies();
    await pkg.thumbnails();
    expect((await pkg.properties(0)).values).toEqual({ Width: 90 });
    expect(source.reads).toEqual([[0, source.size]]);
  });

  it('takes two reads where the tables are larger than the first', async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `AVeryLongNameIndeed${i}`);
    const source = new WatchedBytes(writePackage({ ...written, names }));
    const pkg = await openPackage(source);
    expect(pkg.names).toHaveLength(names.length + 5);
    expect(source.reads).toHaveLength(2);
    expect(source.reads[0]).toEqual([0, 65_536]);
  });

  it('leaves alone what is large and lies behind the properties', async () => {
    const tail = new Uint8Array(3_000_000);
    const exports: WrittenExport[] = [{ ...written.exports![0]!, tail: writer => writer.bytes(tail) }];
    const source = new WatchedBytes(writePackage({ exports: [...exports, ...exports] }));
    const pkg = await openPackage(source);
    expect((await pkg.properties(1)).values).toEqual({ Width: 90 });
    expect(source.reads.every(([, length]) => length <= 65_536)).toBe(true);
    expect(await pkg.tail(1)).toHaveLength(tail.length + 4);
  });

  it('finds properties that are longer than a first look', async () => {
    const text = 'x'.repeat(500_000);
    const properties = [
      { name: 'Long', type: 'StrProperty', value: text },
      { name: 'Short', type: 'IntProperty', value: 1 },
    ];
    const pkg = await open({ exports: [{ name: 'Door', properties }] });
    expect(await pkg.properties(0)).toMatchObject({ values: { Long: text, Short: 1 }, notes: [] });
  });

  it('costs few reads for many objects that stand side by side, and gives each its own properties', async () => {
    const many: WrittenPackage = {
      exports: Array.from({ length: 6_000 }, (_, value) => ({
        name: 'Door',
        properties: [{ name: 'Width', type: 'IntProperty', value }],
      })),
    };
    const bytes = new WatchedBytes(writePackage(many));
    const opened = await openPackage(bytes);
    const before = bytes.reads.length;
    for (let index = 0; index < 6_000; index++) {
      expect((await opened.properties(index)).values).toEqual({ Width: index });
    }
    expect(bytes.reads.length - before).toBeLessThan(20);
    // Not in their order, too.
    for (const index of [5_999, 17, 3_000, 2_999, 0]) {
      expect((await opened.properties(index)).values).toEqual({ Width: index });
    }
  });

  it('pauses in the middle of large tables, and never in a small package', async () => {
    let pauses = 0;
    let open = true;
    const pause = async () => {
      pauses++;
      expect(open).toBe(true);
      await new Promise(setImmediate);
    };
    await openPackage(new MemoryBytes(writePackage(written)), { pause });
    expect(pauses).toBe(0);
    const exports = Array.from({ length: 5_000 }, (_, index) => ({ name: `Door${index}` }));
    const imports = exports.map(({ name }) => ({ name, className: 'Class' }));
    const large = await openPackage(new MemoryBytes(writePackage({ exports, imports })), { pause });
    open = false;
    expect(large.exports.map(({ name }) => name)).toEqual(exports.map(({ name }) => name));
    // Names, imports and exports, and the classes of the exports: four pauses or more in each.
    expect(pauses).toBeGreaterThanOrEqual(16);
  });

  it('ends where a pause fails', async () => {
    const exports = Array.from({ length: 5_000 }, () => ({ name: 'Door' }));
    const pause = () => Promise.reject(new Error('stopped'));
    const opening = openPackage(new MemoryBytes(writePackage({ exports })), { pause });
    await expect(opening).rejects.toThrow('stopped');
  });

  it('ends in a PackageError when the file becomes shorter', async () => {
    const bytes = writePackage(written);
    const shrinking: ByteSource = { size: bytes.length, read: async () => bytes.subarray(0, 100) };
    await expect(openPackage(shrinking)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('thumbnails', () => {
  it.each([0, 1013, 1018])('are whole image files with what they show (%i)', async ue5 => {
    const pkg = await open({
      ue5,
      thumbnails: [
        { className: 'Blueprint', path: 'BP_Door', width: 256, height: 128, data: PNG },
        { className: 'Material', path: 'M_Wood', width: 64, height: -64, data: JPEG },
        { className: 'Material', path: 'M_None', width: 0, height: 0, data: new Uint8Array(0) },
      ],
    });
    expect(await pkg.thumbnails()).toEqual([
      { object: 'Blueprint BP_Door', width: 256, height: 128, data: PNG, mimeType: 'image/png' },
      { object: 'Material M_Wood', width: 64, height: 64, data: JPEG, mimeType: 'image/jpeg' },
    ]);
  });

  it('do not multiply a picture that many entries name', async () => {
    const large = new Uint8Array(5_000);
    large.set(PNG);
    const thumbnails = Array.from({ length: 50 }, (_, i) => ({
      className: 'Material',
      path: `M_${i}`,
      width: 1,
      height: 1,
      data: i === 0 ? large : PNG,
    }));
    const bytes = writePackage({ thumbnails });
    const pkg = await openPackage(new MemoryBytes(bytes));
    expect(await pkg.thumbnails()).toHaveLength(50);
    const [first, ...others] = placesOfThumbnails(pkg, bytes);
    const view = new DataView(bytes.buffer);
    for (const at of others) view.setInt32(at, view.getInt32(first!, true), true);
    await expect(pkg.thumbnails()).rejects.toMatchObject({ kind: 'malformed' });
  });
});

/** Where in the table the place of each picture is written. */
function placesOfThumbnails(pkg: Package, bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer);
  let at = pkg.summary.thumbnailTableOffset + 4;
  return Array.from({ length: view.getInt32(at - 4, true) }, () => {
    for (let text = 0; text < 2; text++) at += 4 + view.getInt32(at, true);
    at += 4;
    return at - 4;
  });
}

describe('paths', () => {
  it('go by the outers, as the engine writes them for imports', async () => {
    const pkg = await open({
      imports: [{ name: '/Script/Engine' }, { name: 'Actor', outer: -1 }, { name: 'ReceiveTick', outer: -2 }],
      exports: [{ name: 'Level' }, { name: 'Door', outer: 1 }, { name: 'Hinge', outer: 2 }],
    });
    expect(pkg.pathOf(-1)).toBe('/Script/Engine');
    expect(pkg.pathOf(-2)).toBe('/Script/Engine.Actor');
    expect(pkg.pathOf(-3)).toBe('/Script/Engine.Actor:ReceiveTick');
    expect(pkg.pathOf(3)).toBe('Level.Door.Hinge');
    expect(pkg.pathOf(0)).toBe(undefined);
    expect(pkg.pathOf(4)).toBe(undefined);
    expect(pkg.pathOf(-4)).toBe(undefined);
    expect(pkg.exports[0]?.className).toBe('Class');
  });

  it('are whole where it is known whose they are', async () => {
    const bytes = writePackage({
      imports: [
        { name: '/Game/Maps/Hall' },
        { name: 'Hall', outer: -1 },
        { name: 'PersistentLevel', outer: -2 },
      ],
      exports: [
        { name: 'Door', properties: [{ name: 'Hinge', type: 'ObjectProperty', value: 2 }] },
        { name: 'Hinge', outer: 1 },
        { name: 'Pin', outer: 2 },
        { name: 'Door_1', outer: -3 },
      ],
    });
    const pkg = await openPackage(new MemoryBytes(bytes), { path: '/Game/Doors/Door' });
    expect([1, 2, 3].map(index => pkg.pathOf(index))).toEqual([
      '/Game/Doors/Door.Door',
      '/Game/Doors/Door.Door:Hinge',
      '/Game/Doors/Door.Door:Hinge.Pin',
    ]);
    expect(pkg.pathOf(4)).toBe('/Game/Maps/Hall.Hall:PersistentLevel.Door_1');
    expect(pkg.pathOf(-3)).toBe('/Game/Maps/Hall.Hall:PersistentLevel');
    expect((await pkg.properties(0)).values).toEqual({ Hinge: '/Game/Doors/Door.Door:Hinge' });
  });

  it('end where outers go in a circle', async () => {
    const pkg = await open({
      exports: [
        { name: 'A', outer: 2 },
        { name: 'B', outer: 1 },
      ],
    });
    expect(pkg.pathOf(1)).toMatch(/(^|\.)A$/);
    expect(pkg.pathOf(1)!.length).toBeLessThanOrEqual(4096);
  });

  it('number names as the engine shows them', async () => {
    const bytes = writePackage({ exports: [{ name: 'Door' }] });
    const pkg = await openPackage(new MemoryBytes(bytes));
    // The number of the name stands behind class, super, template, outer and the index of the name.
    new DataView(bytes.buffer).setInt32(pkg.summary.exports.offset + 20, 5, true);
    expect((await openPackage(new MemoryBytes(bytes))).exports[0]?.name).toBe('Door_4');
  });
});

describe('references', () => {
  it('name the package of an import that is not in that of its outer', async () => {
    const pkg = await open({
      ue5: 1009,
      folder: '/Game/Map',
      imports: [
        { name: '/Game/Map' },
        { name: 'Door', outer: -1, className: 'Actor', ownPackage: '/Game/__ExternalActors__/Map/0/AB' },
        { name: '/Script/Engine' },
        { name: '/Game/Wood' },
      ],
    });
    expect(pkg.references).toEqual(['/Game/__ExternalActors__/Map/0/AB', '/Game/Wood']);
  });

  it('leave out the object where an old list of soft references has it', async () => {
    const pkg = await open({ ue4: 482, softReferences: ['/Game/Key.Key', '/Game/Key.Other', '/Game/Lock'] });
    expect(await pkg.softReferences()).toEqual(['/Game/Key', '/Game/Lock']);
  });
});

describe('exports', () => {
  it('that are not there are a PackageError', async () => {
    const pkg = await open({ exports: [{ name: 'Door' }] });
    for (const index of [-1, 1, 0.5, Number.NaN]) {
      await expect(pkg.properties(index)).rejects.toMatchObject({ name: 'PackageError' });
      await expect(pkg.tail(index)).rejects.toMatchObject({ name: 'PackageError' });
    }
  });

  it('that lie outside of the file are a PackageError', async () => {
    const bytes = writePackage({ exports: [{ name: 'Door' }] });
    const pkg = await openPackage(new MemoryBytes(bytes));
    new DataView(bytes.buffer).setBigInt64(pkg.summary.exports.offset + 28, 1n << 40n, true);
    const broken = await openPackage(new MemoryBytes(bytes));
    await expect(broken.properties(0)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('in a second file are said to be there', async () => {
    const bytes = writePackage({ filtered: true, exports: [{ name: 'Door' }] });
    const { headerSize } = (await openPackage(new MemoryBytes(bytes))).summary;
    const pkg = await openPackage(new MemoryBytes(bytes.subarray(0, headerSize)));
    expect(pkg.exports).toHaveLength(1);
    await expect(pkg.properties(0)).rejects.toThrow('.uexp');
  });

  it('without tags are said to be unreadable', async () => {
    const pkg = await open({ ue5: 1009, flags: 0x2000, filtered: true, exports: [{ name: 'Door' }] });
    await expect(pkg.properties(0)).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it('keep what could be read in front of something broken', async () => {
    const pkg = await open({
      exports: [
        {
          name: 'Door',
          properties: [
            { name: 'Width', type: 'IntProperty', value: 90 },
            { name: 'Odd', type: 'NotAType', value: writer => writer.i32(1) },
          ],
        },
      ],
    });
    const { values, notes } = await pkg.properties(0);
    expect(values).toEqual({ Width: 90 });
    expect(notes).toEqual([expect.stringContaining('The property Odd has the unknown type NotAType.')]);
    await expect(pkg.tail(0)).rejects.toThrow('the data after them cannot be found');
  });

  it('are known to end since 5.4, even if something in them is broken', async () => {
    const pkg = await open({
      ue5: 1013,
      exports: [
        {
          name: 'Door',
          properties: [{ name: 'Odd', type: 'NotAType', value: writer => writer.i32(1) }],
          tail: writer => writer.i32(42),
        },
      ],
    });
    expect((await pkg.properties(0)).notes).toHaveLength(1);
    expect([...(await pkg.tail(0))]).toEqual([0, 0, 0, 0, 42, 0, 0, 0]);
  });

  it('skip the text that import data begins with', async () => {
    const written: WrittenPackage = {
      imports: [{ name: 'AssetImportData', className: 'Class' }],
      exports: [
        {
          name: 'Import',
          classIndex: -1,
          before: writer => writer.text('[{"RelativeFilename":"door.fbx"}]'),
          properties: [{ name: 'Width', type: 'IntProperty', value: 90 }],
        },
      ],
    };
    for (const ue5 of [0, 1009, 1013]) {
      expect((await (await open({ ...written, ue5 })).properties(0)).values).toEqual({ Width: 90 });
    }
  });
});

it('a tag or a property called __proto__ is one like any other', async () => {
  const pkg = await open({
    exports: [{ name: 'Door', properties: [{ name: '__proto__', type: 'IntProperty', value: 7 }] }],
    registry: [{ path: 'Door', className: 'Actor', tags: JSON.parse('{"__proto__":"x"}') }],
  });
  expect(JSON.stringify((await pkg.properties(0)).values)).toBe('{"__proto__":7}');
  expect(JSON.stringify((await pkg.registry())[0]?.tags)).toBe('{"__proto__":"x"}');
});
