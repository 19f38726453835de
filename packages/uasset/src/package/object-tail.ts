import { NameCursor } from '../bytes/name-cursor.js';
import type { Package } from '../format/package.js';
import { type ReadProperties, readClosedProperties } from './export-properties.js';
import { OpenedPackage } from './opened-package.js';
import type { PackageHead } from './package-head.js';

/** An export with what its class writes behind its properties. */
export interface ObjectTail {
  readonly head: PackageHead;
  readonly className: string;
  readonly properties: ReadProperties;
  /** At the first byte that belongs to the class. */
  readonly cursor: NameCursor;
}

const DEFAULT_OBJECT = 0x10;

/** Reads no more than `most` bytes of the tail, where its reader knows that it needs no more. */
export async function readTail(pkg: Package, index: number, most = Infinity): Promise<ObjectTail> {
  if (!(pkg instanceof OpenedPackage)) throw new TypeError('Only a package of openPackage can be read here.');
  const { head } = pkg;
  const entry = pkg.export(index);
  const properties = await readClosedProperties(head, entry);
  const length = Math.min(entry.offset + entry.size - properties.end, most);
  const bytes = await head.window.bytes(properties.end, length);
  const cursor = new NameCursor(bytes, properties.end, head.cursorOptions, head.names);
  // All objects but defaults may have an id for lazy pointers.
  if ((entry.flags & DEFAULT_OBJECT) === 0 && cursor.flag()) cursor.skip(16);
  return { head, className: entry.className, properties, cursor };
}
