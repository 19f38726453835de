import { ownText } from '@worldwire/protocol';

/**
 * The text within `max` UTF-16 units, with an ellipsis where some are left out. Never ends in half a surrogate pair. A text
 * that is cut is a copy, because a slice keeps the whole string in memory.
 *
 *     cutText('constellation', 6); // "const…"
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 1;
  return ownText(`${text.slice(0, splitsCharacter(text, end) ? end - 1 : end)}…`);
}

/**
 * `end`, or one more where the text cut at `end` would split a surrogate pair.
 *
 *     text.slice(start, characterEnd(text, start + 65_536));
 */
export function characterEnd(text: string, end: number): number {
  return splitsCharacter(text, end) ? end + 1 : end;
}

function splitsCharacter(text: string, end: number): boolean {
  if (end <= 0 || end >= text.length) return false;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff;
}
