import { describe, expect, it } from 'vitest';
import { isWholePng, readPicture } from './picture-bytes.js';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG = Buffer.from([
  ...SIGNATURE,
  ...[0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 5, 0, 0, 0, 3, 8, 0, 0, 0, 0, 1, 2, 3, 4],
  ...[0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
]);
const JPEG = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
  ...[0xff, 0xc2, 0, 11, 8, 0, 9, 0, 7, 1, 1, 1, 1],
]);

describe('the bytes of a picture', () => {
  it('have a type and a size', () => {
    expect(readPicture(PNG)).toMatchObject({ mimeType: 'image/png', width: 5, height: 3 });
    expect(readPicture(JPEG)).toMatchObject({ mimeType: 'image/jpeg', width: 7, height: 9 });
    for (const text of ['<svg></svg>', '\uFEFF <?xml version="1.0"?><svg/>', '<!-- x --><SVG >']) {
      expect(readPicture(Buffer.from(text))?.mimeType).toBe('image/svg+xml');
    }
  });

  it('of another file are not a picture', () => {
    for (const text of ['', '{"errorMessage":"no"}', '<html><svg>', 'svg']) {
      expect(readPicture(Buffer.from(text))).toBeUndefined();
    }
  });

  it('of a truncated file have a type, and are incomplete', () => {
    expect(isWholePng(PNG)).toBe(true);
    for (let length = 0; length < PNG.length; length++) {
      expect(isWholePng(PNG.subarray(0, length))).toBe(false);
      readPicture(PNG.subarray(0, length));
      readPicture(JPEG.subarray(0, length));
    }
  });

  it('are complete although a chunk claims to be longer than the file', () => {
    const lying = Buffer.from(PNG);
    lying.writeUInt32BE(0xffffffff, 8);
    expect(isWholePng(lying)).toBe(false);
  });
});
