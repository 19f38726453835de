import { UE4, UE5 } from '../format/versions.js';
import type { ByteWriter } from './byte-writer.js';
import { flagsOf, type WrittenPackage } from './package-writer.js';

/** Where the parts of a package are. */
export interface SummaryParts {
  readonly nameCount?: number;
  readonly exportCount?: number;
  readonly names?: number;
  readonly softPaths?: number;
  readonly imports?: number;
  readonly exports?: number;
  readonly depends?: number;
  readonly softReferences?: number;
  readonly thumbnails?: number;
  readonly registry?: number;
  readonly headerEnd?: number;
  readonly bulkData?: number;
  readonly payloads?: number;
}

const ZERO_GUID = '0'.repeat(32);

export function writeSummary(writer: ByteWriter, written: WrittenPackage, parts: SummaryParts): ByteWriter {
  const { ue4 = 522, ue5 = 0, filtered = false, unversioned = false } = written;
  const legacy = legacyOf(ue4, ue5);
  const table = (count = 0, offset = 0) => writer.i32(count, offset);

  writer.i32(0x9e2a83c1 | 0, legacy, 864, unversioned ? 0 : ue4);
  if (legacy <= -8) writer.i32(unversioned ? 0 : ue5);
  writer.i32(0);
  if (ue5 >= UE5.SAVED_HASH) writer.bytes(new Uint8Array(20)).i32(parts.headerEnd ?? 0);
  const customVersions = Object.entries(written.customVersions ?? {});
  writer.i32(customVersions.length);
  for (const [id, version] of customVersions) {
    writer.guid(id).i32(version);
    if (legacy > -6) writer.text('Friendly');
  }
  if (ue5 < UE5.SAVED_HASH) writer.i32(parts.headerEnd ?? 0);
  writer.text(written.folder ?? 'None').i32(flagsOf(written) | 0);
  table(parts.nameCount, parts.names);
  if (ue5 >= UE5.SOFT_OBJECT_PATH_LIST) table(written.softPaths?.length, parts.softPaths);
  if (ue4 >= UE4.LOCALIZATION_ID && !filtered) writer.text('Localization');
  if (ue4 >= UE4.TEXT_IN_PACKAGES) table();
  table(parts.exportCount, parts.exports);
  table(written.imports?.length, parts.imports);
  if (ue5 >= UE5.VERSE_CELLS) {
    table();
    table();
  }
  if (ue5 >= UE5.METADATA_OFFSET) writer.i32(0);
  writer.i32(parts.depends ?? 0);
  if (ue4 >= UE4.SOFT_PACKAGE_REFERENCES) table(written.softReferences?.length, parts.softReferences);
  if (ue4 >= UE4.SEARCHABLE_NAMES) writer.i32(0);
  writer.i32(parts.thumbnails ?? 0);
  if (ue5 >= UE5.IMPORT_TYPE_HIERARCHIES) table();
  if (ue5 < UE5.SAVED_HASH) writer.guid(ZERO_GUID);
  if (ue4 >= UE4.PACKAGE_OWNER && !filtered) {
    writer.guid(ZERO_GUID);
    if (ue4 < UE4.IMPORT_PACKAGE_NAME) writer.guid(ZERO_GUID);
  }
  writer.i32(1, parts.exportCount ?? 0, parts.nameCount ?? 0);
  writeEngine(writer, written);
  if (ue4 >= UE4.COMPATIBLE_ENGINE) writeEngine(writer, written);
  writer.i32(0, 0, 0, 0);
  if (legacy > -7) writer.i32(0);
  writer
    .i32(parts.registry ?? 0)
    .i64(parts.bulkData ?? 0)
    .i32(0, 0);
  if (ue4 >= UE4.PRELOAD_DEPENDENCIES) table(-1);
  if (ue5 >= UE5.NAMES_OF_EXPORT_DATA) writer.i32(parts.nameCount ?? 0);
  if (ue5 >= UE5.PAYLOAD_TABLE) writer.i64(parts.payloads ?? -1);
  if (ue5 >= UE5.DATA_RESOURCES) writer.i32(0);
  return writer;
}

function legacyOf(ue4: number, ue5: number): number {
  if (ue5 > 0) return ue5 >= UE5.SAVED_HASH ? -9 : -8;
  if (ue4 >= UE4.PRELOAD_DEPENDENCIES) return -7;
  return ue4 >= 482 ? -6 : -5;
}

function writeEngine(
  writer: ByteWriter,
  { engine: [major, minor, patch] = [0, 0, 0] }: WrittenPackage,
): void {
  writer
    .u16(major, minor, patch)
    .i32(major === 0 ? 0 : 123)
    .text(major === 0 ? '' : `++UE${major}+Release-${major}.${minor}`);
}
