import { WorldError } from '@worldwire/server';
import type { Entity } from '../domain/index.js';

/** Longer texts are compared by their first characters, so that a cursor stays short. */
const MAX_KEY = 64;

/** The value by which an item is sorted. Null: it has none, and comes last. */
export type SortValue = number | string | null;

/** The place of an item in a list: its value, and its id where values are equal. */
export interface SortKey {
  readonly value: SortValue;
  readonly id: string;
}

export interface SortOrder {
  /** As the client gave it. */
  readonly text: string;
  readonly field: string | undefined;
  readonly descending: boolean;
}

/** Reads "mass" (ascending) or "-mass" (descending). Without a sort, the order is that of the ids. */
export function readSort(text: string | undefined): SortOrder {
  if (text === undefined) return { text: '', field: undefined, descending: false };
  const descending = text.startsWith('-');
  const field = descending || text.startsWith('+') ? text.slice(1) : text;
  if (field === '' || field.includes(','))
    throw new WorldError(
      'InvalidArgument',
      `sort is "${text.slice(0, 64)}", which is not the name of one field.`,
      'Give one field, such as "mass", or "-mass" for descending order.',
    );
  return { text, field, descending };
}

export function sortValueOf(entity: Entity, { field }: SortOrder): SortValue {
  const value = field === undefined ? null : entity[field];
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? value.slice(0, MAX_KEY).toLowerCase() : null;
}

/** A total order, because no two items have the same id. */
export function compareKeys(a: SortKey, b: SortKey, { descending }: SortOrder): number {
  const byValue = compareValues(a.value, b.value, descending);
  if (byValue !== 0) return byValue;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Numbers before texts, and items without a value at the end in both directions. */
function compareValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b === descending ? 1 : -1;
}
