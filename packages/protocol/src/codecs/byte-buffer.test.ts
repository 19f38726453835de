import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from './byte-buffer.js';

describe('ByteBuffer', () => {
  it('allocates no more than twice what it was given, and no more than the ceiling', () => {
    const buffer = new ByteBuffer();
    for (let i = 0; i < 1000; i++) buffer.append(Uint8Array.of(i), 4_000_000);
    expect(buffer.take().buffer.byteLength).toBeLessThanOrEqual(2000);
    for (let i = 0; i < 600; i++) buffer.append(Uint8Array.of(i), 600);
    expect(buffer.take().buffer.byteLength).toBe(600);
  });

  it('starts empty after it was taken or cleared', () => {
    const buffer = new ByteBuffer();
    buffer.append(Uint8Array.of(1), 10);
    buffer.clear();
    expect(buffer.length).toBe(0);
    buffer.append(Uint8Array.of(2), 10);
    expect([...buffer.take()]).toEqual([2]);
    expect([...buffer.take()]).toEqual([]);
  });

  it('holds what was appended, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), fc.nat(2000), (chunks, ceiling) => {
        const buffer = new ByteBuffer();
        for (const chunk of chunks) buffer.append(chunk, ceiling);
        const all = chunks.flatMap(chunk => [...chunk]);
        expect(buffer.length).toBe(all.length);
        expect([...buffer.take()]).toEqual(all);
      }),
    );
  });
});
