import type { NameCursor } from '../bytes/name-cursor.js';
import type { ImportEntry } from '../format/package.js';
import { STEP_ENTRIES, type Steps } from '../format/steps.js';
import { type Layout, UE5 } from '../format/versions.js';
import { importStride, importsNamePackages } from './table-strides.js';

/** An import, with its package where that is not its outermost object. */
export interface FullImport extends ImportEntry {
  readonly ownPackage: string | undefined;
}

export function* readImports(cursor: NameCursor, announced: number, layout: Layout): Steps<FullImport[]> {
  const count = cursor.checkCount(announced, importStride(layout));
  const named = importsNamePackages(layout);
  const optional = layout.ue5 >= UE5.OPTIONAL_RESOURCES ? 4 : 0;
  const imports = new Array<FullImport>(count);
  for (let i = 0; i < count; i++) {
    const classPackage = cursor.name();
    const className = cursor.name();
    const outer = cursor.i32();
    const name = cursor.name();
    const ownPackage = named ? cursor.name() : 'None';
    cursor.skip(optional);
    imports[i] = {
      classPackage,
      className,
      outer,
      name,
      ownPackage: ownPackage === 'None' ? undefined : ownPackage,
    };
    if (i % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
  }
  return imports;
}

/** The packages of imports, without native classes and the package itself. */
export function referencedPackages(imports: readonly FullImport[], itself: string): string[] {
  const packages = new Set<string>();
  for (const { className, outer, name, ownPackage } of imports) {
    if (ownPackage !== undefined) packages.add(ownPackage);
    if (className === 'Package' && outer === 0) packages.add(name);
  }
  return [...packages].filter(name => name !== itself && !name.startsWith('/Script/'));
}
