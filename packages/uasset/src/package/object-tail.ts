import { NameCursor } from '../bytes/name-cursor.js';
import type { Package } from '../format/package.js';
import { type ReadProperties, readClosedProperties } from './export-properties.js';
import { OpenedPackage } from './opened-package.js';
import type { PackageHead } from './package-head.js';

/** An export with the data that its class writes after its properties. */
export interface ObjectTail {
  readonly head: PackageHead;
  readonly className: string;
  readonly properties: ReadProperties;
  /** At the first byte of that data. */
  readonly cursor: NameCursor;
}

const DEFAULT_OBJECT = 0x10;

/** Reads at maxBytes `maxBytes` of the tail. */
export async function readTail(pkg: Package, index: number, maxBytes = Infinity): Promise<ObjectTail> {
  if (!(pkg instanceof OpenedPackage)) throw new TypeError('Only a package of openPackage can be read here.');
  const { head } = pkg;
  const entry = pkg.export(index);
  const properties = await readClosedProperties(head, entry);
  const length = Math.min(entry.offset + entry.size - properties.end, maxBytes);
  const bytes = await head.window.bytes(properties.end, length);
  const cursor = new NameCursor(bytes, properties.end, head.cursorOptions, head.names);
  // All objects except defaults may have an id for lazy pointers.
  if ((entry.flags & DEFAULT_OBJECT) === 0 && cursor.flag()) cursor.skip(16);
  return { head, className: entry.className, properties, cursor };
}
