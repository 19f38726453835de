import type { PropertyValue } from '../format/package.js';
import type { ValueScope } from './value-scope.js';

/** Reads structs inside of structs. */
export interface StructReader {
  /** Tagged properties up to the closing name "None". */
  struct(): PropertyValue;
  /** The struct with this name or path in the next `size` bytes; null with a note where it cannot be read. */
  sized(name: string, size: number): PropertyValue;
  /** The struct with this name or path, of unknown size. */
  named(name: string): PropertyValue;
}

/** A layout of a struct that contains other structs. */
export type NestedForm = (scope: ValueScope, structs: StructReader) => PropertyValue;

/** "Vector" of "/Script/CoreUObject.Vector". */
export function structName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
