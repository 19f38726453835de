const MOST = 255;

/** Controls, line ends, what turns the direction of writing, halves of characters: all that shows as something else. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** What a caller said, as a line of a log or a message can have it: short, and every character in sight. */
export function legible(text: string, most = MOST): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return short.replace(HIDDEN, escaped);
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
