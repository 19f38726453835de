import type { NameCursor } from '../bytes/name-cursor.js';
import type { ExportEntry, ObjectIndex } from '../format/package.js';
import { STEP_ENTRIES, type Steps } from '../format/steps.js';
import { type Layout, UE4, UE5 } from '../format/versions.js';
import { exportStride } from './table-strides.js';

/** An export, with the offsets of its tagged properties where the table has them. */
export interface FullExport extends ExportEntry {
  readonly script: { readonly start: number; readonly end: number } | undefined;
}

/** `className` is added when all names are known. */
export type RawExport = Omit<FullExport, 'className'>;

export function* readExports(cursor: NameCursor, announced: number, layout: Layout): Steps<RawExport[]> {
  const { ue4, ue5 } = layout;
  const count = cursor.checkCount(announced, exportStride(layout));
  const scripted = ue5 >= UE5.SCRIPT_OFFSETS && !layout.untagged;
  const long = ue4 >= UE4.LONG_EXPORT_SIZES;
  const exports = new Array<RawExport>(count);
  for (let i = 0; i < count; i++) {
    const classIndex = cursor.i32();
    const superIndex = cursor.i32();
    if (ue4 >= UE4.TEMPLATE_INDEX) cursor.skip(4);
    const outer = cursor.i32();
    const name = cursor.name();
    const flags = cursor.u32();
    const size = long ? cursor.i64() : cursor.i32();
    const offset = long ? cursor.i64() : cursor.i32();
    // Forced, not for client, not for server; package guid; inherited; package flags.
    cursor.skip(12 + (ue5 < UE5.NO_EXPORT_GUID ? 16 : 0) + (ue5 >= UE5.INHERITED_EXPORTS ? 4 : 0) + 4);
    if (ue4 >= UE4.EDITOR_GAME_FLAG) cursor.skip(4);
    const isAsset = ue4 >= UE4.ASSET_FLAG && cursor.u32() !== 0;
    if (ue5 >= UE5.OPTIONAL_RESOURCES) cursor.skip(4);
    if (ue4 >= UE4.PRELOAD_DEPENDENCIES) cursor.skip(20);
    const script = scripted ? { start: cursor.i64(), end: cursor.i64() } : undefined;
    exports[i] = { classIndex, superIndex, outer, name, flags, offset, size, isAsset, script };
    if (i % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
  }
  return exports;
}

/** Adds class names. `nameOf` returns the name of an object. */
export function* namedExports(
  raw: readonly RawExport[],
  nameOf: (index: ObjectIndex) => string | undefined,
): Steps<FullExport[]> {
  const exports = new Array<FullExport>(raw.length);
  for (const [i, each] of raw.entries()) {
    exports[i] = { ...each, className: nameOf(each.classIndex) ?? 'Class' };
    if (i % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
  }
  return exports;
}
