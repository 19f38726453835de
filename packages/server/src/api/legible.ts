import { ownText } from '@worldwire/protocol';

const MAX_CHARACTERS = 255;

/**
 * Every character that is invisible, or that shows as something else: controls, line ends, marks that change the direction
 * of writing, halves of characters, private and unassigned ones, fillers, spaces other than the usual one, and marks behind
 * the third on one letter.
 */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}/gu;

/** Spaces behind the eighth in a row: many of them push what follows out of sight. */
const BLANK_RUN = /(?<= {8}) /g;

/**
 * A text from outside as part of one line of a log or a message: cut at `max` characters, with every hidden character escaped.
 *
 *     legible('Box\u202e'); // "Box\\u202e"
 */
export function legible(text: string, max = MAX_CHARACTERS): string {
  return (text.length > max ? `${ownText(text.slice(0, max))}…` : text).replace(HIDDEN, escaped);
}

/** A text of several lines that a person is shown: every hidden character is escaped, but line feeds and tabs are not. */
export function legibleLines(text: string): string {
  return text.replace(HIDDEN, character =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

/**
 * A text on which a person decides, with every hidden character escaped (line ends too), or undefined where it then has more
 * than `max` characters. It is never cut: what cannot be shown whole must be refused.
 *
 *     const shown = wholeAndLegible(code, 4_000);
 *     if (shown === undefined) throw new WorldError('InvalidArgument', 'The code is too long to be confirmed.');
 */
export function wholeAndLegible(text: string, max: number): string | undefined {
  if (text.length > max) return undefined;
  const shown = text.replace(HIDDEN, escaped).replace(BLANK_RUN, escaped);
  return shown.length > max ? undefined : shown;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
