/**
 * Characters that are invisible or misleading: controls, formats, lone surrogates, unassigned and private ones, line ends, blanks other than
 * the space, characters without a glyph, and the fourth and later marks on one letter.
 */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}/gu;

/** The text as one line of at most `max` characters, with hidden characters escaped. */
export function legible(text: string, max: number): string {
  return copied(shortened(text, max).replace(HIDDEN, escaped));
}

/** The same for several lines: line ends and tabs stay. */
export function legibleLines(text: string, max: number): string {
  const shown = shortened(text, max).replace(HIDDEN, character =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
  return copied(shown);
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** A slice of a string keeps the whole string in memory. */
function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
