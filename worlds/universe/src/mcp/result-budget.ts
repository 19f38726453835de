import type { Context } from '@worldwire/server';

/** A result contains the JSON twice: as structured content, and as text with escaped quotes. */
const FACTOR = 3;
const ENVELOPE_BYTES = 1_024;
/** Of a page of a resource: a size that an agent can read. */
const MAX_PAGE_CHARACTERS = 48 * 1024;

/** Whether a tool can answer with so many characters of JSON. */
export function fits(characters: number, { resultBytes }: Pick<Context, 'resultBytes'>): boolean {
  return characters * FACTOR + ENVELOPE_BYTES <= resultBytes;
}

export function pageBudget({ resultBytes }: Pick<Context, 'resultBytes'>): number {
  return Math.min(MAX_PAGE_CHARACTERS, Math.floor((resultBytes - ENVELOPE_BYTES) / FACTOR));
}
