import { PackageError } from '../bytes/package-error.js';
import type { Package } from '../format/package.js';
import { readTail } from '../package/object-tail.js';

export interface StringTable {
  readonly namespace: string;
  readonly entries: readonly StringTableEntry[];
}

export interface StringTableEntry {
  readonly key: string;
  readonly text: string;
}

export async function readStringTable(pkg: Package, index: number): Promise<StringTable> {
  const { className, cursor } = await readTail(pkg, index);
  if (className !== 'StringTable')
    throw new PackageError(
      'unsupported',
      `A ${className} has no texts. Give an export that is a string table.`,
    );
  const namespace = cursor.text();
  const entries = Array.from({ length: cursor.count(8) }, () => ({
    key: cursor.text(),
    text: cursor.text(),
  }));
  return { namespace, entries };
}
