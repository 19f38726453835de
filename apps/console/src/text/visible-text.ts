const DEFAULT_MAX = 120;
/** Control, format and line separator characters, private use, and halves of pairs. A space stays. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u{e0000}-\u{e0fff}]/gu;
/** More combining marks on one letter than any language has. */
const PILED = /(\p{M}{4})\p{M}+/gu;

/** Text of a world for a person: what would not be seen, or would reorder what is seen, is written as `‹U+202E›`. */
export function visibleText(text: string, max = DEFAULT_MAX): string {
  const start = text.length > max * 4 ? text.slice(0, max * 4) : text;
  const shown = start
    .replace(
      UNSEEN,
      character => `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`,
    )
    .replace(PILED, '$1…');
  const letters = [...shown];
  if (letters.length <= max && start.length === text.length) return shown;
  return `${letters.slice(0, max - 1).join('')}…`;
}
