import { Color } from 'three';

export type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const RGB = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i;
const FALLBACK: Rgb = [0.8, 0.8, 0.8];

const MAX_KNOWN = 4_096;
const known = new Map<string, Rgb | undefined>();

/** A CSS colour as numbers from 0 to 1: hexadecimal, `rgb()` or a name. Another text gives the fallback. */
export function rgbOf(text: unknown, fallback: Rgb = FALLBACK): Rgb {
  if (typeof text !== 'string' || text.length > 64) return fallback;
  // Many bodies share few colours.
  if (!known.has(text)) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, parsed(text));
  }
  return known.get(text) ?? fallback;
}

function parsed(text: string): Rgb | undefined {
  const hex = HEX.exec(text)?.[1];
  if (hex !== undefined) {
    const pairs = hex.length === 3 ? [...hex].map(digit => digit + digit) : hex.match(/../g)!;
    return [0, 1, 2].map(index => Number.parseInt(pairs[index]!, 16) / 255) as unknown as Rgb;
  }
  const parts = RGB.exec(text);
  if (parts !== null)
    return [1, 2, 3].map(index => Math.min(1, Number(parts[index]) / 255)) as unknown as Rgb;
  const named = Object.hasOwn(Color.NAMES, text.toLowerCase())
    ? Color.NAMES[text.toLowerCase() as keyof typeof Color.NAMES]
    : undefined;
  if (named === undefined) return undefined;
  return [(named >> 16) / 255, ((named >> 8) & 255) / 255, (named & 255) / 255];
}

/** Hue (degrees), saturation and lightness. */
export function hslOf([r, g, b]: Rgb): Rgb {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const lightness = (most + least) / 2;
  const span = most - least;
  if (span === 0) return [0, 0, lightness];
  const saturation = span / (1 - Math.abs(2 * lightness - 1));
  const turn = most === r ? (g - b) / span : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return [(turn * 60 + 360) % 360, saturation, lightness];
}
