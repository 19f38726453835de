/** How a member is edited. */
export type Editor =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly whole: boolean }
  | { readonly kind: 'text' }
  /** The names of the parts, in the order of the type. */
  | { readonly kind: 'parts'; readonly parts: readonly string[] }
  | { readonly kind: 'colour' }
  /** A reference or another value without an editor. */
  | { readonly kind: 'none' };

const WHOLE = /(?:^|\.)(?:U?Int(?:16|32|64)|S?Byte|int)$/;
const REAL = /(?:^|\.)(?:Single|Double|Decimal|float|real)$/;
/** Vectors, quaternions, rectangles, and the same of other engines. */
const MAX_PARTS = 9;

/** The editor of a member, by the JSON of its value and the name of its type. */
export function editorOf(type: string, json: unknown): Editor {
  if (typeof json === 'boolean') return { kind: 'boolean' };
  if (typeof json === 'number') return { kind: 'number', whole: WHOLE.test(type) };
  if (json === null && (WHOLE.test(type) || REAL.test(type)))
    return { kind: 'number', whole: WHOLE.test(type) };
  if (typeof json === 'string') return isReference(json) ? { kind: 'none' } : { kind: 'text' };
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return { kind: 'none' };
  const parts = Object.keys(json);
  const values = Object.values(json);
  if (parts.length === 0 || parts.length > MAX_PARTS || !values.every(value => typeof value === 'number'))
    return { kind: 'none' };
  return isColour(json) ? { kind: 'colour' } : { kind: 'parts', parts };
}

function isReference(json: string): boolean {
  return /^obj:-?\d+$/.test(json);
}

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a?: number;
}

export function isColour(json: object): json is Colour {
  const names = Object.keys(json).sort().join('');
  return names === 'abgr' || names === 'bgr';
}

/** A colour as `#rrggbb`. Parts above 1, as of light, are cut. */
export function hexOf({ r, g, b }: Colour): string {
  const part = (value: number) =>
    Math.round(Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(r)}${part(g)}${part(b)}`;
}

/** Keeps the alpha of the colour before. */
export function colourOf(hex: string, before: Colour): Colour {
  const part = (at: number) => Math.round((Number.parseInt(hex.slice(at, at + 2), 16) / 255) * 1_000) / 1_000;
  return { r: part(1), g: part(3), b: part(5), ...(before.a !== undefined && { a: before.a }) };
}

export type Parsed =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: string };

/** A number as a person types it: a comma is a decimal point, and `+5`, `*2` and `/2` change the value before. */
export function parseNumber(text: string, before: number, whole: boolean): Parsed {
  const typed = text.trim().replace(',', '.');
  const relative = /^(\+=|-=|\*|\/)(.+)$/s.exec(typed);
  const amount = Number(relative?.[2] ?? typed);
  if (typed === '' || !Number.isFinite(amount)) return { ok: false, reason: `"${text}" is not a number.` };
  const value = relative === null ? amount : changed(before, relative[1]!, amount);
  if (!Number.isFinite(value)) return { ok: false, reason: 'The result is not a number.' };
  if (whole && !Number.isInteger(value)) return { ok: false, reason: `"${text}" is not a whole number.` };
  return { ok: true, value };
}

function changed(before: number, sign: string, amount: number): number {
  if (sign === '+=') return before + amount;
  if (sign === '-=') return before - amount;
  return sign === '*' ? before * amount : before / amount;
}

/** A number without the noise of 32-bit floats. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Number(value.toPrecision(7));
  return String(Object.is(digits, -0) ? 0 : digits);
}

/** The last part of a full name: `UnityEngine.Transform` is `Transform`. */
export function shortType(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1) || type;
}
