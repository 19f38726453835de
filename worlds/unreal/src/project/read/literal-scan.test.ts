import { describe, expect, it } from 'vitest';
import { literalsIn } from './literal-scan.js';

function narrow(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length + 1);
  return Buffer.concat([length, Buffer.from(`${text}\0`, 'latin1')]);
}

function wide(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(-(text.length + 1));
  return Buffer.concat([length, Buffer.from(`${text}\0`, 'utf16le')]);
}

const found = (...parts: Uint8Array[]) => [...literalsIn(Buffer.concat(parts))];

describe('texts in the bytes of an object', () => {
  it('are found at any offset, in both encodings', () => {
    const noise = Buffer.from([7, 0, 255, 1, 0]);
    expect(found(noise, narrow('Open the door'), noise, wide('Öffne die Tür'), noise)).toEqual([
      'Open the door',
      'Öffne die Tür',
    ]);
  });

  it('do not include ids, numbers, paths and control characters', () => {
    const id = '0123456789ABCDEF0123456789ABCDEF';
    expect(found(narrow(id), narrow('1.500000'), narrow('/Game/Door'), narrow('a\u0001bc'))).toEqual([]);
  });

  it('end with the bytes', () => {
    expect(found(narrow('Open').subarray(0, 7))).toEqual([]);
    expect(found(wide('Open').subarray(0, 9))).toEqual([]);
    expect(found(Buffer.alloc(0))).toEqual([]);
    expect(found(Buffer.alloc(64, 0xff))).toEqual([]);
  });
});
