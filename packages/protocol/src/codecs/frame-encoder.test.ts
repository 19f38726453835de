import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame } from './frame-encoder.js';

describe('encodeFrame', () => {
  it('writes a little-endian length before ASCII text', () => {
    expect(encodeFrame('{}')).toEqual(Uint8Array.of(2, 0, 0, 0, 0x7b, 0x7d));
    expect(encodeFrame('a'.repeat(0x010203)).subarray(0, 5)).toEqual(Uint8Array.of(3, 2, 1, 0, 0x61));
  });

  it('counts bytes, not characters', () => {
    expect(encodeFrame('é')).toEqual(Uint8Array.of(2, 0, 0, 0, 0xc3, 0xa9));
    expect(encodeFrame('a😀')).toEqual(Uint8Array.of(5, 0, 0, 0, 0x61, 0xf0, 0x9f, 0x98, 0x80));
  });

  it('throws for an empty text, which no receiver may accept', () => {
    expect(() => encodeFrame('')).toThrow(RangeError);
  });

  it('writes the length of the UTF-8 that follows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), text => {
        const frame = encodeFrame(text);
        expect(new DataView(frame.buffer).getUint32(0, true)).toBe(frame.length - 4);
        expect(frame.subarray(4)).toEqual(new TextEncoder().encode(text));
      }),
    );
  });
});
