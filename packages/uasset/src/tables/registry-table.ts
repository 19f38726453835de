import type { ByteCursor } from '../bytes/byte-cursor.js';
import type { RegistryAsset } from '../format/package.js';
import { type Layout, UE4 } from '../format/versions.js';

export function readRegistry(cursor: ByteCursor, layout: Layout): RegistryAsset[] {
  // Offset of the flags of dependencies.
  if (layout.ue4 >= UE4.REGISTRY_DEPENDENCY_FLAGS && !layout.filtered) cursor.skip(8);
  return Array.from({ length: cursor.count(12) }, () => ({
    path: cursor.text(),
    className: cursor.text(),
    tags: readTags(cursor),
  }));
}

/** `fromEntries` also accepts the name "__proto__". */
function readTags(cursor: ByteCursor): Record<string, string> {
  return Object.fromEntries(Array.from({ length: cursor.count(8) }, () => [cursor.text(), cursor.text()]));
}
