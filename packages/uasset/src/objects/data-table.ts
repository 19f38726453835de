import { PackageError } from '../bytes/package-error.js';
import type { Package, PropertyValue } from '../format/package.js';
import { readTail } from '../package/object-tail.js';
import { ValueScope } from '../properties/value-scope.js';
import { LEAST_ROW_BYTES, RowReader, type TableRow } from './table-rows.js';

export interface DataTable {
  /** Path of the row struct; null where it is unknown. */
  readonly rowStruct: PropertyValue;
  readonly rows: readonly TableRow[];
  /** Type of each column with a value. */
  readonly types: Readonly<Record<string, string>>;
  /** What could not be read. */
  readonly notes: readonly string[];
}

export async function readDataTable(pkg: Package, index: number): Promise<DataTable> {
  const { head, className, properties, cursor } = await readTail(pkg, index);
  const rowStruct = properties.values.RowStruct;
  if (rowStruct === undefined)
    throw new PackageError('unsupported', `A ${className} has no rows. Give an export that is a data table.`);
  const scope = new ValueScope(cursor, head);
  const reader = new RowReader(scope, properties.notes);
  const rows = scope.list(LEAST_ROW_BYTES, () => reader.row());
  return { rowStruct, rows, types: Object.fromEntries(reader.types), notes: reader.notes };
}
