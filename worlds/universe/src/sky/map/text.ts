/** Widths of Didact Gothic in hundredths of its size; a class takes the widest of its characters. */
const WIDTHS: readonly (readonly [string, number])[] = [
  ["|'j,.l :;!(){}[]", 26],
  ['ift"I-r*', 36],
  ['/\\`1zkFy?_svx7LYc', 48],
  ['+2<=>EJZ^~X&3TehoPnu68K', 55],
  ['059Vabdgpq4B$ARSC#G', 61],
  ['DNUHQO', 70],
  ['w%@mMW', 85],
];
const ADVANCE = new Map(
  WIDTHS.flatMap(([characters, width]) => [...characters].map(one => [one, width] as const)),
);
const GROUPED = new Intl.NumberFormat('en-US');
const LATIN_TO_CYRILLIC = 0x530;
const FIRST_WIDE = 0x1100;

/**
 * Characters that XML does not allow (controls, lone surrogates, noncharacters), and bidirectional controls, which would
 * reorder other texts.
 */
const UNWANTED =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\ufeff]+/gu;

/** One line of at most `max` characters. */
export function cleanText(value: unknown, max = 32): string {
  if (typeof value !== 'string') return '';
  // Cut first: a name may have a megabyte.
  const line = value
    .slice(0, max * 8)
    .replace(UNWANTED, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** An upper bound of the width in our font. */
export function textWidth(text: string, size: number): number {
  let hundredths = 0;
  for (const character of text) hundredths += ADVANCE.get(character) ?? unlisted(character.codePointAt(0)!);
  return (hundredths * size) / 100;
}

/** Cuts a text to a width. */
export function fitText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, size) > width) characters.pop();
  return characters.length === 0 ? '' : `${characters.join('').trimEnd()}…`;
}

/** Whether our font has glyphs for the text; it has only Latin, Greek and Cyrillic. */
export function inFont(text: string): boolean {
  return /^[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Pd}\p{Pi}\p{Pf}\p{Nd}…·•°′″]*$/u.test(
    text,
  );
}

/** Like 99,400, independent of the locale. */
export function grouped(count: number): string {
  return GROUPED.format(count);
}

function unlisted(code: number): number {
  if (code < LATIN_TO_CYRILLIC) return 75;
  return code < FIRST_WIDE ? 65 : 105;
}
