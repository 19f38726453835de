const MIN_LENGTH = 2;
const MAX_LENGTH = 1_000;
/** The rest of a longer text is not searched. */
const MAX_KEPT = 300;
/** Ids, and what is not worth a search: numbers, and paths, which are references. */
const NOT_A_TEXT = /^(\/|[0-9A-F]{32}$|\{?[0-9A-F]{8}-[0-9A-F-]{27}\}?$)/i;
const HAS_LETTER = /\p{L}/u;
const TAB = 0x09;
const SPACE = 0x20;
const DELETE = 0x7f;

/**
 * The texts in the bytes of an object, without knowledge of its class: a length, as many printable characters, and a zero. A
 * negative length is that of UTF-16.
 */
export function literalsIn(bytes: Uint8Array): Set<string> {
  const found = new Set<string>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 4 + MIN_LENGTH < bytes.length; ) {
    const length = view.getInt32(at, true);
    const text =
      length > MIN_LENGTH && length <= MAX_LENGTH
        ? narrow(bytes, at + 4, length)
        : length < -MIN_LENGTH && length >= -MAX_LENGTH
          ? wide(bytes, at + 4, -length)
          : undefined;
    if (text === undefined) {
      at++;
      continue;
    }
    at += 4 + (length < 0 ? -2 * length : length);
    if (isText(text)) found.add(text.slice(0, MAX_KEPT));
  }
  return found;
}

export function isText(text: string): boolean {
  return text.length >= MIN_LENGTH && HAS_LETTER.test(text) && !NOT_A_TEXT.test(text);
}

function narrow(bytes: Uint8Array, start: number, length: number): string | undefined {
  const end = start + length - 1;
  if (bytes[end] !== 0) return undefined;
  for (let at = start; at < end; at++) if (!isPrintable(bytes[at] as number)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length - 1).toString('latin1');
}

function wide(bytes: Uint8Array, start: number, length: number): string | undefined {
  const end = start + 2 * (length - 1);
  if (end + 2 > bytes.length || bytes[end] !== 0 || bytes[end + 1] !== 0) return undefined;
  for (let at = start; at < end; at += 2) {
    const code = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    if (code < DELETE ? !isPrintable(code) : code < 0xa0) return undefined;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf16le');
}

/** Also tabs and line ends. */
function isPrintable(code: number): boolean {
  return code >= SPACE ? code < DELETE : code >= TAB && code <= 0x0d;
}
