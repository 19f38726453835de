import { go, place } from '../state/place.js';

/** Reads a value of the view from the address. */
export function shownValue(name: string, otherwise: string): string {
  return place.value.more[name] ?? otherwise;
}

/** Changes values of the view in the address, without a new entry of the browser's history. */
export function showValues(values: Readonly<Record<string, string | undefined>>): void {
  const entries = Object.entries({ ...place.value.more, ...values }).filter(
    ([, value]) => value !== undefined,
  );
  go({ more: Object.fromEntries(entries) as Record<string, string> }, true);
}
