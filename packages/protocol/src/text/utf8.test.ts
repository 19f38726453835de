import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, utf8Size } from './utf8.js';

describe('decodeUtf8', () => {
  it('refuses what is not UTF-8 and works on afterwards', () => {
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      expect(decodeUtf8(Uint8Array.from(bad))).toBeUndefined();
      expect(decodeUtf8(Uint8Array.of(0x61))).toBe('a');
    }
  });

  it('keeps a byte order mark', () => {
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
  });
});

describe('utf8Size', () => {
  it('is the size of the encoded text, and adds up over any split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, place) => {
        expect(utf8Size(text)).toBe(new TextEncoder().encode(text).length);
        const at = place % (text.length + 1);
        expect(utf8Size(text.slice(0, at)) + utf8Size(text.slice(at))).toBe(utf8Size(text));
      }),
    );
  });
});
