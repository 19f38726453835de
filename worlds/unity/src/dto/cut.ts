/** The text within so many characters, with a sign where some are missing. Never half of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  return flat(`${text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end)}…`);
}

/** A copy: a part of a string holds on to the whole of it. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
