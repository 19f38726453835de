/** The UTF-8 byte order mark. */
export const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

/** If the end is cut off, an incomplete last character is dropped. */
export function wholeCharacters(bytes: Buffer, cutOff: boolean): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: cutOff });
}
