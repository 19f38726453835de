import { PackageError } from '../bytes/package-error.js';
import type { Package } from '../format/package.js';
import { readTail } from '../package/object-tail.js';
import { ValueScope } from '../properties/value-scope.js';
import { LEAST_ROW_BYTES, RowReader, type TableRow } from './table-rows.js';

export interface CurveTable {
  /** Each row has the properties of a curve, such as Keys. */
  readonly rows: readonly TableRow[];
  /** What could not be read. */
  readonly notes: readonly string[];
}

/** Empty, simple curves, or rich curves. */
const MODES = 3;

/** Since UE 4.22 a byte between the count and the rows has the kind of curves. The layout that takes all bytes is right. */
export async function readCurveTable(pkg: Package, index: number): Promise<CurveTable> {
  const { head, className, properties, cursor } = await readTail(pkg, index);
  if (!/CurveTable$/.test(className))
    throw new PackageError(
      'unsupported',
      `A ${className} has no curves. Give an export that is a curve table.`,
    );
  const start = cursor.offset;
  let problem: PackageError | undefined;
  for (const hasMode of [true, false]) {
    cursor.seek(start);
    try {
      const scope = new ValueScope(cursor, head);
      const reader = new RowReader(scope, properties.notes);
      const count = cursor.count(LEAST_ROW_BYTES);
      if (hasMode && cursor.u8() >= MODES) throw cursor.malformed('The kind of curves is unknown.');
      const rows = scope.repeat(count, () => reader.row());
      if (cursor.left > 0) throw cursor.malformed(`${cursor.left} bytes are left over.`);
      return { rows, notes: reader.notes };
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      problem ??= error;
    }
  }
  throw problem as PackageError;
}
