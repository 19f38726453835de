import type { ObjectIndex, RegistryAsset } from '../format/package.js';
import { type Layout, UE4, UE5 } from '../format/versions.js';
import { ByteWriter } from './byte-writer.js';
import { type WrittenProperty, writeProperties, writeSoftPath } from './property-writer.js';
import { type SummaryParts, writeSummary } from './summary-writer.js';
import {
  writeExports,
  writeImports,
  writeNames,
  writeRegistry,
  writeThumbnails,
  writeTrailer,
} from './table-writers.js';

/** A package to be written, in the form of a chosen version. What is left out is empty. */
export interface WrittenPackage {
  readonly ue4?: number;
  readonly ue5?: number;
  readonly bigEndian?: boolean;
  /** Cooked: without what only editors need. */
  readonly filtered?: boolean;
  /** In the form of its version, of which it says nothing. */
  readonly unversioned?: boolean;
  readonly flags?: number;
  readonly engine?: readonly [major: number, minor: number, patch: number];
  readonly folder?: string;
  readonly customVersions?: Readonly<Record<string, number>>;
  /** Names that must be in the table even if nothing uses them. */
  readonly names?: readonly string[];
  readonly imports?: readonly WrittenImport[];
  readonly exports?: readonly WrittenExport[];
  readonly softReferences?: readonly string[];
  readonly softPaths?: readonly (readonly [name: string, asset: string, inner: string])[];
  readonly dependencies?: readonly (readonly ObjectIndex[])[];
  readonly registry?: readonly RegistryAsset[];
  readonly thumbnails?: readonly WrittenThumbnail[];
  /** Behind all exports, where bulk data is. */
  readonly bulkData?: Uint8Array;
  /** A trailer with payloads; `id` is their hash, in 40 digits. */
  readonly payloads?: readonly { readonly id: string; readonly data: Uint8Array }[];
}

export interface WrittenImport {
  readonly name: string;
  readonly className?: string;
  readonly classPackage?: string;
  readonly outer?: ObjectIndex;
  readonly ownPackage?: string;
}

export interface WrittenExport {
  readonly name: string;
  readonly classIndex?: ObjectIndex;
  readonly superIndex?: ObjectIndex;
  readonly outer?: ObjectIndex;
  readonly flags?: number;
  readonly isAsset?: boolean;
  readonly properties?: readonly WrittenProperty[];
  /** Written in front of the properties. */
  readonly before?: (writer: ByteWriter) => void;
  /** Written behind the properties and the mark that the object has no id. */
  readonly tail?: (writer: ByteWriter) => void;
}

export interface WrittenThumbnail {
  readonly className: string;
  readonly path: string;
  readonly width: number;
  /** Negative for a JPEG. */
  readonly height: number;
  readonly data: Uint8Array;
}

/** An export's bytes, and where in them its properties are. */
export interface WrittenBody {
  readonly bytes: Uint8Array;
  readonly script: { readonly start: number; readonly end: number };
}

type Version = Pick<Layout, 'ue4' | 'ue5'>;

const FILTERED = 0x8000_0000;
const DEFAULT_OBJECT = 0x10;

export function writePackage(written: WrittenPackage): Uint8Array {
  const { ue4 = 522, ue5 = 0 } = written;
  const version = { ue4, ue5 };
  const start = new ByteWriter({
    littleEndian: !written.bigEndian,
    names: ['None', ...(written.names ?? [])],
  });
  const bodies = (written.exports ?? []).map(each => writeBody(start.fresh(), each, version));
  const imports = writeImports(start.fresh(), written, version);
  const softPaths = start.fresh();
  for (const path of written.softPaths ?? []) writeSoftPath(softPaths, path, version);
  const softReferences = start.fresh();
  for (const name of written.softReferences ?? []) {
    if (ue4 >= UE4.SOFT_OBJECT_PATH) softReferences.name(name);
    else softReferences.text(name);
  }
  const dependencies = start.fresh();
  for (let i = 0; i < bodies.length; i++) {
    const needed = written.dependencies?.[i] ?? [];
    dependencies.i32(needed.length, ...needed);
  }
  // Exports need the places of the bodies and write names: a first time for the names, a second for the places.
  writeExports(start.fresh(), written, bodies, 0, version);
  const names = writeNames(start.fresh(), ue4);

  const summaryBytes = writeSummary(start.fresh(), written, {}).length;
  const parts: { -readonly [Key in keyof SummaryParts]: number } = {};
  let at = summaryBytes;
  const place = (key: keyof SummaryParts, bytes: number) => {
    parts[key] = at;
    at += bytes;
  };
  const exportBytes = writeExports(start.fresh(), written, bodies, 0, version).length;
  place('names', names.length);
  if (written.softPaths) place('softPaths', softPaths.length);
  place('imports', imports.length);
  place('exports', exportBytes);
  place('depends', dependencies.length);
  place('softReferences', softReferences.length);
  const pictures = writeThumbnails(start.fresh(), written.thumbnails ?? [], at);
  at = pictures.tableOffset;
  place('thumbnails', pictures.bytes.length - (pictures.tableOffset - pictures.start));
  const registry = writeRegistry(start.fresh(), written, version);
  place('registry', registry.length);
  place('headerEnd', 0);
  const exports = writeExports(start.fresh(), written, bodies, at, version);
  for (const { bytes } of bodies) at += bytes.length;
  place('bulkData', written.bulkData?.length ?? 0);
  const trailer = written.payloads ? writeTrailer(start.fresh(), written.payloads) : undefined;
  if (trailer) place('payloads', trailer.length);
  Object.assign(parts, { nameCount: start.names.length, exportCount: bodies.length });

  const file = writeSummary(start.fresh(), written, parts).bytes(names.done());
  for (const part of [softPaths, imports, exports, dependencies, softReferences]) file.bytes(part.done());
  file.bytes(pictures.bytes).bytes(registry.done());
  for (const { bytes } of bodies) file.bytes(bytes);
  if (written.bulkData) file.bytes(written.bulkData);
  if (trailer) file.bytes(trailer.done());
  return file.i32(0x9e2a83c1 | 0).done();
}

function writeBody(writer: ByteWriter, written: WrittenExport, version: Version): WrittenBody {
  written.before?.(writer);
  const start = writer.length;
  if (version.ue5 >= UE5.TAG_EXTENSION) writer.u8(0);
  writeProperties(writer, written.properties ?? [], version);
  const end = writer.length;
  if (((written.flags ?? 0) & DEFAULT_OBJECT) === 0) writer.i32(0);
  written.tail?.(writer);
  return { bytes: writer.done(), script: { start, end } };
}

export function flagsOf({ flags = 0, filtered }: WrittenPackage): number {
  return filtered ? flags | FILTERED : flags;
}
