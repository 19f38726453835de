const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The chunks of a PNG file that its pixels need. https://www.w3.org/TR/png-3/ */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly header: Uint8Array;
  readonly palette: Uint8Array;
  readonly data: readonly Uint8Array[];
}

/** Undefined where the file is no PNG, is cut, or has no size. */
export function pngParts(bytes: Uint8Array): PngParts | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const data: Uint8Array[] = [];
  let header: Buffer | undefined;
  let palette: Uint8Array = new Uint8Array(0);
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end + 4 > file.length) return undefined;
    const part = file.subarray(at + 8, end);
    if (type === 'IHDR') header = part;
    if (type === 'PLTE') palette = part;
    if (type === 'IDAT' && part.length > 0) data.push(part);
    if (type === 'IEND') break;
    at = end + 4;
  }
  if (header?.length !== 13) return undefined;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return width === 0 || height === 0 ? undefined : { width, height, header, palette, data };
}
