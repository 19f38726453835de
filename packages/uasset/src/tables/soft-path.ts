import type { NameCursor } from '../bytes/name-cursor.js';
import { STEP_ENTRIES, type Steps } from '../format/steps.js';
import { CUSTOM, type Layout, UE4, UE5 } from '../format/versions.js';

const UTF8_SUB_PATHS = 192;

/** A soft object path in full: "/Game/Map.Map:PersistentLevel.Door", or empty. */
export function readSoftPath(cursor: NameCursor, layout: Layout): string {
  if (layout.ue4 < UE4.SOFT_OBJECT_PATH) return cursor.text();
  const asset = layout.ue5 >= UE5.ASSET_PATH_PAIR ? readAssetPath(cursor) : named(cursor.name());
  const inner = layout.custom(CUSTOM.fortniteMain) >= UTF8_SUB_PATHS ? cursor.utf8() : cursor.text();
  return inner === '' ? asset : `${asset}:${inner}`;
}

export function* readSoftPaths(cursor: NameCursor, announced: number, layout: Layout): Steps<string[]> {
  const count = cursor.checkCount(announced, 12);
  const paths = new Array<string>(count);
  for (let i = 0; i < count; i++) {
    paths[i] = readSoftPath(cursor, layout);
    if (i % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
  }
  return paths;
}

/** The packages of soft references. Before UE 4.18 they are texts, at first with the object. */
export function readSoftPackages(cursor: NameCursor, announced: number, layout: Layout): string[] {
  const asNames = layout.ue4 >= UE4.SOFT_OBJECT_PATH;
  const count = cursor.checkCount(announced, asNames ? 8 : 4);
  const packages = new Set<string>();
  for (let i = 0; i < count; i++) {
    const path = asNames ? cursor.name() : cursor.text();
    const [name = ''] = path.split('.', 1);
    packages.add(name);
  }
  return [...packages];
}

function readAssetPath(cursor: NameCursor): string {
  const inPackage = named(cursor.name());
  const asset = named(cursor.name());
  return asset === '' ? inPackage : `${inPackage}.${asset}`;
}

function named(name: string): string {
  return name === 'None' ? '' : name;
}
