import { type Layout, UE4, UE5 } from '../format/versions.js';
import type { ByteWriter } from './byte-writer.js';
import type { WrittenBody, WrittenPackage, WrittenThumbnail } from './package-writer.js';

type Version = Pick<Layout, 'ue4' | 'ue5'>;

const TAG_BYTES = 4;

export function writeNames(writer: ByteWriter, ue4: number): ByteWriter {
  for (const name of writer.names) {
    writer.text(name);
    if (ue4 >= UE4.NAME_HASHES) writer.u16(0, 0);
  }
  return writer;
}

export function writeImports(
  writer: ByteWriter,
  { imports = [], filtered }: WrittenPackage,
  { ue4, ue5 }: Version,
): ByteWriter {
  for (const each of imports) {
    writer.name(each.classPackage ?? '/Script/CoreUObject').name(each.className ?? 'Package');
    writer.i32(each.outer ?? 0).name(each.name);
    if (ue4 >= UE4.IMPORT_PACKAGE_NAME && !filtered) writer.name(each.ownPackage ?? 'None');
    if (ue5 >= UE5.OPTIONAL_RESOURCES) writer.i32(0);
  }
  return writer;
}

export function writeExports(
  writer: ByteWriter,
  { exports = [] }: WrittenPackage,
  bodies: readonly WrittenBody[],
  firstOffset: number,
  { ue4, ue5 }: Version,
): ByteWriter {
  let offset = firstOffset;
  exports.forEach((each, i) => {
    const { bytes, script } = bodies[i]!;
    writer.i32(each.classIndex ?? 0, each.superIndex ?? 0);
    if (ue4 >= UE4.TEMPLATE_INDEX) writer.i32(0);
    writer
      .i32(each.outer ?? 0)
      .name(each.name)
      .i32(each.flags ?? 0);
    if (ue4 >= UE4.LONG_EXPORT_SIZES) writer.i64(bytes.length, offset);
    else writer.i32(bytes.length, offset);
    writer.i32(0, 0, 0);
    if (ue5 < UE5.NO_EXPORT_GUID) writer.guid('0'.repeat(32));
    if (ue5 >= UE5.INHERITED_EXPORTS) writer.i32(0);
    writer.i32(0);
    if (ue4 >= UE4.EDITOR_GAME_FLAG) writer.i32(0);
    if (ue4 >= UE4.ASSET_FLAG) writer.flag(each.isAsset ?? false);
    if (ue5 >= UE5.OPTIONAL_RESOURCES) writer.i32(0);
    if (ue4 >= UE4.PRELOAD_DEPENDENCIES) writer.i32(-1, 0, 0, 0, 0);
    if (ue5 >= UE5.SCRIPT_OFFSETS) writer.i64(script.start, script.end);
    offset += bytes.length;
  });
  return writer;
}

export function writeRegistry(
  writer: ByteWriter,
  { registry = [], filtered }: WrittenPackage,
  { ue4 }: Version,
): ByteWriter {
  if (ue4 >= UE4.REGISTRY_DEPENDENCY_FLAGS && !filtered) writer.i64(0);
  writer.i32(registry.length);
  for (const { path, className, tags } of registry) {
    const entries = Object.entries(tags);
    writer.text(path).text(className).i32(entries.length);
    for (const [key, value] of entries) writer.text(key).text(value);
  }
  return writer;
}

/** The pictures, and behind them the table that says where they are. */
export function writeThumbnails(writer: ByteWriter, thumbnails: readonly WrittenThumbnail[], start: number) {
  const offsets = thumbnails.map(({ width, height, data }) => {
    const offset = start + writer.length;
    writer.i32(width, height, data.length).bytes(data);
    return offset;
  });
  const tableOffset = start + writer.length;
  writer.i32(thumbnails.length);
  thumbnails.forEach(({ className, path }, i) => {
    writer.text(className).text(path).i32(offsets[i]!);
  });
  return { bytes: writer.done(), start, tableOffset };
}

export function writeTrailer(
  writer: ByteWriter,
  payloads: NonNullable<WrittenPackage['payloads']>,
): ByteWriter {
  const headerLength = 28 + payloads.length * 49;
  const dataLength = payloads.reduce((sum, { data }) => sum + data.length, 0);
  writer
    .i64(BigInt.asIntN(64, 0xd1c43b2e80a5f697n))
    .i32(2, headerLength)
    .i64(dataLength)
    .i32(payloads.length);
  let offset = 0;
  for (const { id, data } of payloads) {
    writer.bytes(Buffer.from(id, 'hex')).i64(offset, data.length, data.length).u16(0, 0).u8(0);
    offset += data.length;
  }
  for (const { data } of payloads) writer.bytes(data);
  return writer.i64(0x29bfca045138de76n, headerLength + dataLength + 16 + TAG_BYTES);
}
