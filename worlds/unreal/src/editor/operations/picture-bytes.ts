import type { Picture } from '../../port/operations.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Detects the format from the bytes; undefined for unknown formats. */
export function readPicture(data: Uint8Array): Picture | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.subarray(0, 8).equals(PNG)) return { data, mimeType: 'image/png', ...pngSize(bytes) };
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) {
    return { data, mimeType: 'image/jpeg', ...jpegSize(bytes) };
  }
  if (isSvg(bytes)) return { data, mimeType: 'image/svg+xml' };
  return undefined;
}

/** Whether a PNG ends with its last chunk: a file may be read while it is written. */
export function isWholePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG)) return false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end <= bytes.length;
    at = end;
  }
  return false;
}

function pngSize(bytes: Buffer): { width?: number; height?: number } {
  if (bytes.length < 24) return {};
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** From the first frame header. */
function jpegSize(bytes: Buffer): { width?: number; height?: number } {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return {};
}

function isSvg(bytes: Buffer): boolean {
  const head = bytes
    .toString('utf8', 0, 1_024)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return /^<svg[\s/>]/i.test(head) || (/^<(\?xml|!--|!doctype)/i.test(head) && /<svg[\s/>]/i.test(head));
}
