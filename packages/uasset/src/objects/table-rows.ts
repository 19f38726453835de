import type { PropertyValue } from '../format/package.js';
import { PropertyReader } from '../properties/property-reader.js';
import { typeLabel } from '../properties/property-type.js';
import type { ValueScope } from '../properties/value-scope.js';

export interface TableRow {
  readonly name: string;
  /** Columns with default values are not in the package. */
  readonly values: Readonly<Record<string, PropertyValue>>;
}

/** Collects what is read of rows. */
export class RowReader {
  readonly types = new Map<string, string>();
  readonly notes: string[];
  readonly #scope: ValueScope;

  constructor(scope: ValueScope, notes: readonly string[]) {
    this.#scope = scope;
    this.notes = [...notes];
  }

  /** The name of a row and its tagged values. */
  row(): TableRow {
    const name = this.#scope.cursor.name();
    const reader = new PropertyReader(this.#scope);
    const values: [string, PropertyValue][] = [];
    reader.read((key, type, value) => {
      this.types.set(key, typeLabel(type));
      if (value !== undefined) values.push([key, value]);
    });
    if (this.notes.length < MAX_NOTES) this.notes.push(...reader.notes.map(note => `${name}: ${note}`));
    return { name, values: Object.fromEntries(values) };
  }
}

const MAX_NOTES = 100;
/** A name and the end of the properties. */
export const LEAST_ROW_BYTES = 16;
