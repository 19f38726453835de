import type { PropertyValue } from '@worldwire/uasset';

export type Values = { readonly [name: string]: PropertyValue };

/** The structure under a name, or an empty one: packages omit defaults. */
export function structure(values: Values | undefined, name: string): Values {
  const value = values?.[name];
  return isStructure(value) ? value : {};
}

export function elements(values: Values | undefined, name: string): readonly PropertyValue[] {
  const value = values?.[name];
  return Array.isArray(value) ? value : [];
}

/** Undefined where the text is missing, empty or "None". */
export function textOf(values: Values | undefined, name: string): string | undefined {
  const value = values?.[name];
  return typeof value === 'string' && value !== '' && value !== 'None' ? value : undefined;
}

export function numberOf(values: Values | undefined, name: string): number | undefined {
  const value = values?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function isStructure(value: PropertyValue | undefined): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
