// ignoreBOM keeps a leading U+FEFF in the text: a codec must give back what was put in.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text, or undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many bytes the text takes as UTF-8. Half a surrogate pair counts two, so that sizes of parts add up. */
export function utf8Size(text: string): number {
  let size = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    size += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return size;
}
