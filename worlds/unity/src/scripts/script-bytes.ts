/** Which some editors put in front of text. */
export const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

/** Where the end is cut off, the half of a character that is left goes too. */
export function wholeCharacters(bytes: Buffer, cutOff: boolean): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: cutOff });
}
