import type { PropertyValue } from '@worldwire/uasset';

export const MAX_ELEMENTS = 500;

/** Cuts long arrays, with a note for each. */
export function bounded(value: PropertyValue, name: string, notes: string[]): PropertyValue {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, bounded(member, key, notes)]);
    return Object.fromEntries(members) as PropertyValue;
  }
  if (value.length > MAX_ELEMENTS) {
    notes.push(`${name} has ${value.length} elements; ${MAX_ELEMENTS} are shown.`);
  }
  return value.slice(0, MAX_ELEMENTS).map(element => bounded(element, name, notes));
}
