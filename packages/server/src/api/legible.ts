import { ownText } from '@worldwire/protocol';

const MAX_CHARACTERS = 255;

/**
 * Characters that are invisible or misleading: controls, line ends, bidirectional marks, lone surrogates, private and
 * unassigned characters, fillers, spaces other than U+0020, and combining marks after the third on one letter.
 */
export const HIDDEN_CHARACTERS =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}/gu;

/** Spaces after the eighth in a row: a long run moves the following text out of sight. */
const BLANK_RUN = /(?<= {8}) /g;

/**
 * A client's text for one line of a log or message: cut at `max` characters, with hidden characters escaped.
 *
 *     legible('Box\u202e'); // "Box\\u202e"
 */
export function legible(text: string, max = MAX_CHARACTERS): string {
  return (text.length > max ? `${ownText(text.slice(0, max))}…` : text).replace(HIDDEN_CHARACTERS, escaped);
}

/** Text of several lines for a person: hidden characters are escaped, except line feeds and tabs. */
export function legibleLines(text: string): string {
  return text.replace(HIDDEN_CHARACTERS, character =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

/**
 * Text that a person must read in full to decide: hidden characters and line ends are escaped. Undefined where the result
 * has more than `max` characters, because a cut text must not be confirmed.
 *
 *     const shown = wholeAndLegible(code, 4_000);
 *     if (shown === undefined) throw new WorldError('InvalidArgument', 'The code is too long to be confirmed.');
 */
export function wholeAndLegible(text: string, max: number): string | undefined {
  if (text.length > max) return undefined;
  const shown = text.replace(HIDDEN_CHARACTERS, escaped).replace(BLANK_RUN, escaped);
  return shown.length > max ? undefined : shown;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
