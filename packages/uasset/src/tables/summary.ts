import { ByteCursor } from '../bytes/byte-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PackageLimits, Summary, Table } from '../format/package.js';
import { type Layout, NEWEST_UE5, UE4, UE5 } from '../format/versions.js';
import { exportStride, importStride } from './table-strides.js';

/** A summary with data for the other readers. */
export interface FullSummary {
  readonly summary: Summary;
  readonly layout: Layout;
  readonly payloadTableOffset: number;
  /** Offsets of the parts of the head in ascending order, and its end. */
  readonly starts: readonly number[];
}

/** The versions at the start, which determine the layout of the rest. */
interface Preamble {
  readonly littleEndian: boolean;
  readonly legacy: number;
  readonly ue4: number;
  readonly ue5: number;
  readonly licensee: number;
  readonly offset: number;
}

const TAG = 0x9e2a83c1;
const OLDEST_LEGACY = -2;
const OLDEST_UE4 = 342;
const NEWEST_LEGACY = -9;
const FILTERED = 0x8000_0000;
const UNTAGGED = 0x2000;
const NO_TABLE: Table = { count: 0, offset: 0 };

/**
 * A cooked package may have no version. These are the last versions of each layout, the newest first. The right one is the
 * one in which all tables are adjacent.
 */
const UNVERSIONED_LAYOUTS: readonly (readonly [legacy: number, ue4: number, ue5: number])[] = [
  [-9, 522, 1018], // UE 5.7
  [-9, 522, 1017], // UE 5.6
  [-8, 522, 1013], // UE 5.4, 5.5
  [-8, 522, 1009], // UE 5.2, 5.3
  [-8, 522, 1008], // UE 5.1
  [-8, 522, 1004], // UE 5.0
  [-7, 522, 0], // UE 4.16 to 4.27
  [-7, 510, 0], // UE 4.15
  [-7, 508, 0], // UE 4.14
  [-6, 505, 0], // UE 4.12, 4.13
  [-6, 498, 0], // UE 4.11
  [-6, 482, 0], // UE 4.9, 4.10
];

export function readSummary(head: Uint8Array, size: number, limits: PackageLimits): FullSummary {
  const preamble = readPreamble(head, limits);
  if (preamble.ue4 !== 0 || preamble.ue5 !== 0 || preamble.licensee !== 0) {
    if (preamble.ue4 < OLDEST_UE4)
      throw new PackageError('unsupported', 'It was saved before UE 4.0. Save it with a newer editor.');
    const found = readRest(head, size, limits, preamble, preamble);
    const { names, end } = found.summary;
    if (names.count > 0 && !(end === names.offset || (preamble.ue5 > NEWEST_UE5 && end < names.offset)))
      throw formError(preamble, `The summary ends at ${end} and the names begin at ${names.offset}.`);
    return found;
  }
  for (const [legacy, ue4, ue5] of UNVERSIONED_LAYOUTS) {
    if (legacy !== preamble.legacy) continue;
    const found = attempt(() => readRest(head, size, limits, preamble, { ue4, ue5 }));
    if (found && partsMeet(found)) return found;
  }
  throw new PackageError('unsupported', 'It is cooked without a version, and its layout is unknown.');
}

function readPreamble(head: Uint8Array, limits: PackageLimits): Preamble {
  const tag = head.length < 4 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(0, true);
  const littleEndian = tag === TAG;
  if (!littleEndian && tag !== 0xc1832a9e)
    throw new PackageError('not-a-package', 'It does not begin with the tag of an Unreal package.', 0);
  const cursor = new ByteCursor(head, 0, { ...limits, littleEndian });
  cursor.skip(4);
  const legacy = cursor.i32();
  if (legacy > OLDEST_LEGACY || legacy < NEWEST_LEGACY)
    throw new PackageError('unsupported', `The file version ${legacy} is not supported.`, 4);
  if (legacy !== -4) cursor.skip(4);
  const ue4 = cursor.i32();
  const ue5 = legacy <= -8 ? cursor.i32() : 0;
  return { littleEndian, legacy, ue4, ue5, licensee: cursor.i32(), offset: cursor.offset };
}

function readRest(
  head: Uint8Array,
  size: number,
  limits: PackageLimits,
  preamble: Preamble,
  { ue4, ue5 }: { readonly ue4: number; readonly ue5: number },
): FullSummary {
  const { legacy, littleEndian, licensee } = preamble;
  const cursor = new ByteCursor(head, 0, { ...limits, littleEndian });
  cursor.seek(preamble.offset);
  const table = (): Table => ({ count: cursor.i32(), offset: cursor.i32() });
  const offset = () => cursor.i32();

  let headerSize = 0;
  if (ue5 >= UE5.SAVED_HASH) {
    cursor.skip(20);
    headerSize = cursor.i32();
  }
  const customVersions = readCustomVersions(cursor, legacy);
  if (ue5 < UE5.SAVED_HASH) headerSize = cursor.i32();
  const folder = cursor.text();
  const flags = cursor.u32();
  const filtered = flags >= FILTERED;
  const names = table();
  const softObjectPaths = ue5 >= UE5.SOFT_OBJECT_PATH_LIST ? table() : NO_TABLE;
  if (ue4 >= UE4.LOCALIZATION_ID && !filtered) cursor.text();
  const gatherableText = ue4 >= UE4.TEXT_IN_PACKAGES ? table() : NO_TABLE;
  const exports = table();
  const imports = table();
  const cells = ue5 >= UE5.VERSE_CELLS ? [table(), table()] : [];
  const metadataOffset = ue5 >= UE5.METADATA_OFFSET ? offset() : 0;
  const dependsOffset = offset();
  const softPackageReferences = ue4 >= UE4.SOFT_PACKAGE_REFERENCES ? table() : NO_TABLE;
  const searchableNamesOffset = ue4 >= UE4.SEARCHABLE_NAMES ? offset() : 0;
  const thumbnailTableOffset = offset();
  const typeHierarchies = ue5 >= UE5.IMPORT_TYPE_HIERARCHIES ? table() : NO_TABLE;
  if (ue5 < UE5.SAVED_HASH) cursor.skip(16);
  if (!filtered && ue4 >= UE4.PACKAGE_OWNER) cursor.skip(ue4 < UE4.IMPORT_PACKAGE_NAME ? 32 : 16);
  cursor.skip(cursor.count(8) * 8);
  const engine = readEngine(cursor);
  if (ue4 >= UE4.COMPATIBLE_ENGINE) readEngine(cursor);
  cursor.skip(4);
  if (cursor.i32() !== 0)
    throw new PackageError('unsupported', 'The whole package is compressed. Save it again in an editor.');
  cursor.skip(4);
  for (let packages = cursor.count(4); packages > 0; packages--) cursor.text();
  if (legacy > -7 && cursor.i32() !== 0)
    throw new PackageError('unsupported', 'It has texture allocations. Save it again in a newer editor.');
  const assetRegistryDataOffset = offset();
  const bulkDataStartOffset = cursor.i64();
  const worldTileOffset = offset();
  cursor.skip(cursor.count(4) * 4);
  // Editors write -1 as the number of preload dependencies; only cooked packages have them.
  const preloads = ue4 >= UE4.PRELOAD_DEPENDENCIES ? table() : NO_TABLE;
  if (ue5 >= UE5.NAMES_OF_EXPORT_DATA) cursor.skip(4);
  const payloadTableOffset = ue5 >= UE5.PAYLOAD_TABLE ? cursor.i64() : 0;
  const dataResourceOffset = ue5 >= UE5.DATA_RESOURCES ? offset() : 0;

  const tables = [names, softObjectPaths, gatherableText, exports, imports, softPackageReferences].concat(
    cells,
    typeHierarchies,
  );
  for (const { count } of tables) {
    if (count < 0) throw cursor.malformed(`A table has ${count} entries.`);
    if (count > limits.entries)
      throw new PackageError('too-large', `A table has ${count} entries, which exceeds the limit.`);
  }
  const starts = [
    ...[...tables, preloads].filter(({ count }) => count > 0).map(each => each.offset),
    ...[metadataOffset, dependsOffset, searchableNamesOffset, thumbnailTableOffset, assetRegistryDataOffset],
    ...[worldTileOffset, dataResourceOffset, headerSize, bulkDataStartOffset, payloadTableOffset],
  ];
  return {
    summary: {
      versions: { legacy, ue4: preamble.ue4, ue5: preamble.ue5, licensee },
      customVersions,
      savedBy: engine.name,
      folder,
      flags,
      filtered,
      unversioned: preamble.ue4 === 0 && preamble.ue5 === 0 && licensee === 0,
      bigEndian: !littleEndian,
      headerSize,
      names,
      softObjectPaths,
      imports,
      exports,
      softPackageReferences,
      dependsOffset,
      thumbnailTableOffset,
      assetRegistryDataOffset,
      bulkDataStartOffset,
      end: cursor.offset,
    },
    layout: {
      ue4,
      ue5,
      littleEndian,
      filtered,
      untagged: (flags & UNTAGGED) !== 0,
      engine: engine.version,
      custom: id => customVersions.get(id) ?? -1,
    },
    payloadTableOffset,
    starts: starts.filter(start => start > 0 && start < size).sort((a, b) => a - b),
  };
}

function readCustomVersions(cursor: ByteCursor, legacy: number): Map<string, number> {
  const versions = new Map<string, number>();
  if (legacy === -2) {
    cursor.skip(cursor.count(8) * 8);
    return versions;
  }
  const named = legacy > -6;
  for (let left = cursor.count(named ? 24 : 20); left > 0; left--) {
    versions.set(cursor.guid(), cursor.i32());
    if (named) cursor.text();
  }
  return versions;
}

function readEngine(cursor: ByteCursor): { readonly name: string; readonly version: number } {
  const [major, minor, patch] = [cursor.u16(), cursor.u16(), cursor.u16()];
  // The highest bit marks changelists of a licensee.
  const change = cursor.u32() & 0x7fff_ffff;
  const branch = cursor.text();
  const named = major + minor + patch + change > 0;
  return {
    name: named ? `${major}.${minor}.${patch}-${change}${branch && `+${branch}`}` : '',
    version: major * 100 + minor,
  };
}

/** Whether, in this layout, each table ends where the next part begins. */
function partsMeet({ summary, layout, starts }: FullSummary): boolean {
  const meets = ({ count, offset }: Table, stride: number) =>
    count === 0 || starts.find(start => start > offset) === offset + count * stride;
  return (
    summary.end === summary.names.offset &&
    meets(summary.imports, importStride(layout)) &&
    (meets(summary.exports, exportStride(layout)) || meets(summary.exports, exportStride(layout) + 4))
  );
}

function formError({ ue5 }: Preamble, message: string): PackageError {
  return ue5 > NEWEST_UE5
    ? new PackageError(
        'unsupported',
        `The UE 5 object version ${ue5} is newer than UE 5.7 (${NEWEST_UE5}). ${message}`,
      )
    : new PackageError('malformed', message);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PackageError) return undefined;
    throw error;
  }
}
