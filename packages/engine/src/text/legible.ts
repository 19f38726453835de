/**
 * Characters that a reader does not see as what they are: controls, formats, halves of characters, unassigned and private ones, line
 * ends, blanks other than the space, characters that fonts leave out, and marks behind the third on one letter.
 */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}/gu;

/** What an engine said of itself, as a line for people: at most `max` of its characters, and every hidden one escaped. */
export function legible(text: string, max: number): string {
  return copied(shortened(text, max).replace(HIDDEN, escaped));
}

/** The same for text of several lines, which keeps its line ends and tabs. */
export function legibleLines(text: string, max: number): string {
  const shown = shortened(text, max).replace(HIDDEN, character =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
  return copied(shown);
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** A part of a string holds on to the whole of it. */
function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
