/** A text or a comment without an end goes as far as it can, so that nothing is searched twice. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^\s"/]|\//g;
const COMMENT = /^\/(?:\/|\*[\s\S]*\*\/$)/;

/** Replaces comments and trailing commas by spaces, so that every other character keeps its position. */
export function withoutComments(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  /** The last token and the one before it, without comments. */
  let last = '';
  let beforeLast = '';
  let lastIndex = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    pieces.push(text.slice(at, index));
    at = index + token.length;
    if (COMMENT.test(token)) {
      pieces.push(token.replaceAll(/[^\r\n]/g, ' '));
      continue;
    }
    // A comma without a member before it stays, and is refused by the parser.
    if (/^[}\]]$/.test(token) && last === ',' && !/^[[{,]?$/.test(beforeLast)) pieces[lastIndex] = ' ';
    lastIndex = pieces.push(token) - 1;
    beforeLast = last;
    last = token;
  }
  return pieces.join('') + text.slice(at);
}
