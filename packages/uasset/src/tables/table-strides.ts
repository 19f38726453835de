import { type Layout, UE4, UE5 } from '../format/versions.js';

const UE_5_8 = 508;

/** Whether imports name their package: since UE 4.27, cooked ones since UE 5.8. */
export function importsNamePackages({ ue4, filtered, engine }: Layout): boolean {
  return ue4 >= UE4.IMPORT_PACKAGE_NAME && (!filtered || engine >= UE_5_8);
}

/** Bytes of one entry in the table of imports. */
export function importStride(layout: Layout): number {
  return 28 + (importsNamePackages(layout) ? 8 : 0) + (layout.ue5 >= UE5.OPTIONAL_RESOURCES ? 4 : 0);
}

/** Bytes of one entry in the table of exports. */
export function exportStride({ ue4, ue5, untagged }: Layout): number {
  let stride = 48;
  if (ue4 >= UE4.EDITOR_GAME_FLAG) stride += 4;
  if (ue4 >= UE4.ASSET_FLAG) stride += 4;
  if (ue4 >= UE4.TEMPLATE_INDEX) stride += 4;
  if (ue4 >= UE4.PRELOAD_DEPENDENCIES) stride += 20;
  if (ue4 >= UE4.LONG_EXPORT_SIZES) stride += 8;
  if (ue5 < UE5.NO_EXPORT_GUID) stride += 16;
  if (ue5 >= UE5.INHERITED_EXPORTS) stride += 4;
  if (ue5 >= UE5.OPTIONAL_RESOURCES) stride += 4;
  if (ue5 >= UE5.SCRIPT_OFFSETS && !untagged) stride += 16;
  return stride;
}
