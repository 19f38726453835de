import { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { ExportProperties, PropertyValue } from '../format/package.js';
import { type Layout, UE4, UE5 } from '../format/versions.js';
import { PropertyReader } from '../properties/property-reader.js';
import { typeLabel } from '../properties/property-type.js';
import { ValueScope } from '../properties/value-scope.js';
import type { FullExport } from '../tables/export-table.js';
import type { PackageHead } from './package-head.js';

export interface ReadProperties extends ExportProperties {
  /** Whether all properties were read. If not, `end` is where reading stopped. */
  readonly closed: boolean;
}

/** Bytes of the first read: nearly always all properties, and little of the data behind them. */
const FIRST_PIECE = 64 * 1024;
const GROWTH = 16;
const OVERRIDES = 0x02;
/** Classes without tagged properties in some versions. */
const OWN_LAYOUTS = new Set(['RigHierarchy', 'RigVM']);

export async function readExportProperties(head: PackageHead, entry: FullExport): Promise<ReadProperties> {
  checkReadable(head, entry);
  const link = entry.className === 'RigVMLink' ? await readRigLink(head, entry) : undefined;
  if (link !== undefined) return link;
  if (entry.script) return readScript(head, entry, entry.script);
  const size = Math.min(entry.size, head.limits.bytes);
  for (let length = FIRST_PIECE; ; length *= GROWTH) {
    const bytes = await head.window.bytes(entry.offset, Math.min(length, size));
    const read = readPiece(head, entry, bytes);
    if (read.closed || length >= size) return read;
  }
}

/** The ends of a wire of a Control Rig, which has texts instead of properties in some versions. */
async function readRigLink(head: PackageHead, entry: FullExport): Promise<ReadProperties | undefined> {
  const bytes = await head.window.bytes(entry.offset, entry.size);
  const cursor = new NameCursor(bytes, entry.offset, head.cursorOptions, head.names);
  try {
    const values = { SourcePinPath: cursor.text(), TargetPinPath: cursor.text() };
    const types = { SourcePinPath: 'StrProperty', TargetPinPath: 'StrProperty' };
    return cursor.left === 0 ? { values, types, notes: [], end: cursor.offset, closed: true } : undefined;
  } catch (error) {
    if (error instanceof PackageError) return undefined;
    throw error;
  }
}

/** Since UE 5.4 the export table has the offsets of the properties. */
async function readScript(
  head: PackageHead,
  entry: FullExport,
  { start, end }: NonNullable<FullExport['script']>,
): Promise<ReadProperties> {
  if (!(start >= 0 && start <= end && end <= entry.size))
    throw new PackageError(
      'malformed',
      'The offsets of the properties are outside of their object.',
      entry.offset,
    );
  const closing = { end: entry.offset + end, closed: true };
  if (end === 0) return { values: {}, types: {}, notes: [], ...closing };
  return { ...readPiece(head, entry, await head.window.bytes(entry.offset, end)), ...closing };
}

/** For readers of the data behind the properties. */
export async function readClosedProperties(head: PackageHead, entry: FullExport): Promise<ReadProperties> {
  const read = await readExportProperties(head, entry);
  if (read.closed) return read;
  const text = 'The properties do not end, so the data after them cannot be found.';
  throw new PackageError('malformed', text, read.end);
}

function readPiece(head: PackageHead, entry: FullExport, bytes: Uint8Array): ReadProperties {
  const cursor = new NameCursor(bytes, entry.offset, head.cursorOptions, head.names);
  const reader = new PropertyReader(new ValueScope(cursor, head));
  const values: [string, PropertyValue][] = [];
  const types: [string, string][] = [];
  let closed = true;
  try {
    seekProperties(cursor, head.layout, entry);
    if (head.layout.ue5 >= UE5.TAG_EXTENSION && cursor.u8() & OVERRIDES) cursor.skip(1);
    reader.read((key, type, value) => {
      types.push([key, typeLabel(type)]);
      if (value !== undefined) values.push([key, value]);
    });
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    closed = false;
    reader.note(
      values.length === 0 && OWN_LAYOUTS.has(entry.className)
        ? `A ${entry.className} has a layout of its own instead of properties, which is not read.`
        : `The properties stop at unreadable data: ${error.message}`,
    );
  }
  return {
    values: Object.fromEntries(values),
    types: Object.fromEntries(types),
    notes: reader.notes,
    end: cursor.offset,
    closed,
  };
}

/** Import data begins with a separate text. */
function seekProperties(cursor: NameCursor, layout: Layout, { offset, script, className }: FullExport): void {
  if (script) cursor.seek(offset + script.start);
  else if (layout.ue4 >= UE4.IMPORT_DATA_AS_TEXT && !layout.filtered && className.endsWith('ImportData'))
    cursor.text();
}

function checkReadable({ summary, layout, window }: PackageHead, { offset, size }: FullExport): void {
  if (summary.unversioned || layout.untagged)
    throw new PackageError(
      'unsupported',
      'The package is cooked: its properties have no tags. Read the uncooked package in Content.',
    );
  if (offset >= summary.headerSize && summary.headerSize === window.size)
    throw new PackageError(
      'unsupported',
      'The package is cooked: its objects are in a .uexp file. Read the uncooked package in Content.',
    );
  if (offset < 0 || size < 0 || offset + size > window.size)
    throw new PackageError('malformed', 'The offset of an export is outside of the file.', offset);
}
