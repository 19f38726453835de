import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage, type Package } from '../index.js';
import { type WrittenPackage, writePackage } from '../testing/index.js';

/** All versions with a form of their own, and some between them. */
const VERSIONS: readonly (readonly [ue4: number, ue5: number])[] = [
  ...[397, 434, 482, 498, 504, 505, 507, 508, 510, 513, 516, 518, 520, 522].map(ue4 => [ue4, 0] as const),
  ...[1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009].map(ue5 => [522, ue5] as const),
  ...[1010, 1011, 1012, 1013, 1014, 1015, 1016, 1017, 1018].map(ue5 => [522, ue5] as const),
];
const SPOKEN: WrittenPackage = {
  engine: [5, 4, 4],
  folder: '/Game/Doors/BP_Door',
  customVersions: { '375EC13C06E448FBB50084F0262A717E': 4 },
  imports: [
    { name: '/Script/Engine' },
    { name: 'Actor', className: 'Class', outer: -1 },
    { name: '/Game/Doors/Hinge' },
    { name: 'Hinge', className: 'StaticMesh', classPackage: '/Script/Engine', outer: -3 },
  ],
  exports: [
    { name: 'BP_Door', classIndex: -2, superIndex: -2, isAsset: true, flags: 11 },
    {
      name: 'Frame',
      classIndex: 1,
      outer: 1,
      properties: [{ name: 'Mesh', type: 'ObjectProperty', value: -4 }],
    },
  ],
  softReferences: ['/Game/Doors/Key', '/Game/Doors/Lock'],
  dependencies: [[-2], [1, -4]],
  registry: [{ path: 'BP_Door', className: 'Blueprint', tags: { Greeting: 'hello', Umlaut: 'Tür' } }],
};

const open = (bytes: Uint8Array): Promise<Package> => openPackage(new MemoryBytes(bytes));

/** The same with another place for the names, of which the summary says where they are. */
async function namesElsewhere(bytes: Uint8Array): Promise<Uint8Array> {
  const { end } = (await open(bytes)).summary;
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < end - 3; at++) {
    if (view.getInt32(at, true) !== end) continue;
    view.setInt32(at, end + 1, true);
    return bytes;
  }
  throw new Error('The summary does not say where the names are.');
}

describe.each(VERSIONS)('a package of version %i and %i', (ue4, ue5) => {
  it.each([{}, { bigEndian: true }, { filtered: true }])('gives back all tables (%j)', async options => {
    const pkg = await open(writePackage({ ...SPOKEN, ...options, ue4, ue5 }));
    const { summary } = pkg;
    expect(summary.versions).toMatchObject({ ue4, ue5, licensee: 0 });
    expect(summary.end).toBe(summary.names.offset);
    expect(summary).toMatchObject({
      savedBy: '5.4.4-123+++UE5+Release-5.4',
      folder: '/Game/Doors/BP_Door',
      bigEndian: options.bigEndian ?? false,
      filtered: options.filtered ?? false,
      unversioned: false,
    });
    expect([...summary.customVersions]).toEqual([['375EC13C06E448FBB50084F0262A717E', 4]]);
    expect(pkg.imports).toMatchObject([
      { classPackage: '/Script/CoreUObject', className: 'Package', outer: 0, name: '/Script/Engine' },
      { className: 'Class', outer: -1, name: 'Actor' },
      { name: '/Game/Doors/Hinge' },
      { classPackage: '/Script/Engine', className: 'StaticMesh', outer: -3, name: 'Hinge' },
    ]);
    expect(pkg.exports).toMatchObject([
      { className: 'Actor', superIndex: -2, outer: 0, name: 'BP_Door', flags: 11, isAsset: ue4 >= 485 },
      { className: 'BP_Door', classIndex: 1, outer: 1, name: 'Frame', isAsset: false },
    ]);
    expect(pkg.references).toEqual(['/Game/Doors/Hinge']);
    expect(await pkg.softReferences()).toEqual(['/Game/Doors/Key', '/Game/Doors/Lock']);
    expect(await pkg.dependencies()).toEqual([[-2], [1, -4]]);
    expect(await pkg.registry()).toEqual(SPOKEN.registry);
    expect(await pkg.thumbnails()).toEqual([]);
    expect((await pkg.properties(1)).values).toEqual({ Mesh: '/Game/Doors/Hinge.Hinge' });
  });
});

describe('a cooked package without a version', () => {
  const silent = { ...SPOKEN, filtered: true, unversioned: true };

  it.each([
    [482, 0],
    [505, 0],
    [508, 0],
    [522, 0],
    [522, 1004],
    [522, 1009],
    [522, 1013],
    [522, 1017],
    [522, 1018],
  ])('still gives its tables (%i, %i)', async (ue4, ue5) => {
    const pkg = await open(writePackage({ ...silent, ue4, ue5 }));
    expect(pkg.summary.unversioned).toBe(true);
    expect(pkg.summary.versions).toMatchObject({ ue4: 0, ue5: 0 });
    expect(pkg.exports.map(({ name, className }) => [name, className])).toEqual([
      ['BP_Door', 'Actor'],
      ['Frame', 'BP_Door'],
    ]);
    expect(pkg.references).toEqual(['/Game/Doors/Hinge']);
    expect(await pkg.registry()).toEqual(SPOKEN.registry);
    await expect(pkg.properties(0)).rejects.toMatchObject({ name: 'PackageError', kind: 'unsupported' });
  });

  it('is refused where no known form fits', async () => {
    const bytes = await namesElsewhere(writePackage({ ...silent, ue5: 1018 }));
    await expect(open(bytes)).rejects.toMatchObject({ kind: 'unsupported' });
  });
});

describe('openPackage', () => {
  const patched = (at: number, value: number, written: WrittenPackage = SPOKEN) => {
    const bytes = writePackage(written);
    new DataView(bytes.buffer).setInt32(at, value, true);
    return bytes;
  };

  it.each([new Uint8Array(0), Uint8Array.of(0xc1), new TextEncoder().encode('This is a text.')])(
    'says that something is not a package (%#)',
    async bytes => {
      await expect(open(bytes)).rejects.toMatchObject({ kind: 'not-a-package' });
    },
  );

  it('does not take a form it does not know', async () => {
    await expect(open(patched(4, -10))).rejects.toMatchObject({ kind: 'unsupported' });
    await expect(open(patched(4, 600))).rejects.toMatchObject({ kind: 'unsupported' });
    await expect(open(patched(12, 300))).rejects.toThrow('Save it with a newer editor');
  });

  it('reads a version of after this reader as long as everything is where it says', async () => {
    const pkg = await open(patched(16, 1019, { ...SPOKEN, ue5: 1018 }));
    expect(pkg.summary.versions.ue5).toBe(1019);
    expect(pkg.references).toEqual(['/Game/Doors/Hinge']);
  });

  it('does not take a summary that ends elsewhere than at the names', async () => {
    const bytes = await namesElsewhere(writePackage(SPOKEN));
    await expect(open(bytes)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('ends in a PackageError wherever the file is cut', async () => {
    const bytes = writePackage({ ...SPOKEN, ue5: 1013 });
    const { offset } = (await open(bytes)).exports[0]!;
    for (let length = 0; length < offset; length += 7) {
      const cut = open(bytes.subarray(0, length)).then(pkg => pkg.registry());
      await expect(cut, `${length} bytes`).rejects.toMatchObject({ name: 'PackageError' });
    }
  });

  it('keeps to its limits', async () => {
    const bytes = writePackage({ ...SPOKEN, names: Array.from({ length: 50 }, (_, i) => `Name${i}`) });
    await expect(openPackage(new MemoryBytes(bytes), { entries: 20 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    await expect(openPackage(new MemoryBytes(bytes), { text: 10 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    await expect(openPackage(new MemoryBytes(bytes), { bytes: 100 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    const pkg = await openPackage(new MemoryBytes(bytes), { entries: 100 });
    expect(pkg.names).toContain('Name49');
  });
});
