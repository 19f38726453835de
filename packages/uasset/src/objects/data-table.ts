import { PackageError } from '../bytes/package-error.js';
import type { Package, PropertyValue } from '../format/package.js';
import { readTail } from '../package/object-tail.js';
import { PropertyReader } from '../properties/property-reader.js';
import { typeLabel } from '../properties/property-type.js';
import { ValueScope } from '../properties/value-scope.js';

export interface DataTable {
  /** Path of the row struct; null where it is unknown. */
  readonly rowStruct: PropertyValue;
  readonly rows: readonly DataTableRow[];
  /** Type of each column with a value. */
  readonly types: Readonly<Record<string, string>>;
  /** What could not be read. */
  readonly notes: readonly string[];
}

export interface DataTableRow {
  readonly name: string;
  /** Columns with default values are not in the package. */
  readonly values: Readonly<Record<string, PropertyValue>>;
}

const MAX_NOTES = 100;

export async function readDataTable(pkg: Package, index: number): Promise<DataTable> {
  const { head, className, properties, cursor } = await readTail(pkg, index);
  const rowStruct = properties.values.RowStruct;
  if (rowStruct === undefined)
    throw new PackageError('unsupported', `A ${className} has no rows. Give an export that is a data table.`);
  const scope = new ValueScope(cursor, head);
  const types = new Map<string, string>();
  const notes: string[] = [...properties.notes];
  const rows = scope.list(16, () => {
    const name = cursor.name();
    const reader = new PropertyReader(scope);
    const values: [string, PropertyValue][] = [];
    reader.read((key, type, value) => {
      types.set(key, typeLabel(type));
      if (value !== undefined) values.push([key, value]);
    });
    if (notes.length < MAX_NOTES) notes.push(...reader.notes.map(note => `${name}: ${note}`));
    return { name, values: Object.fromEntries(values) };
  });
  return { rowStruct, rows, types: Object.fromEntries(types), notes };
}
