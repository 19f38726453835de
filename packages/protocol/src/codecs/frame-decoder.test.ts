import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameDecoder, type FrameEvent } from './frame-decoder.js';
import { encodeFrame } from './frame-encoder.js';

const HI = Uint8Array.of(2, 0, 0, 0, 0x68, 0x69);
const message = (text: string): FrameEvent => ({ kind: 'message', text });
const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 400 });

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => [...part]));
}

function decode(chunks: Iterable<Uint8Array>, maxBytes = 10_000): FrameEvent[] {
  const decoder = new FrameDecoder({ maxBytes });
  const events: FrameEvent[] = [];
  for (const chunk of chunks) events.push(...decoder.push(chunk));
  return [...events, ...decoder.end()];
}

function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const ends = [...places.map(place => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
}

describe('FrameDecoder', () => {
  it('reads a frame from its bytes', () => {
    expect(decode([HI])).toEqual([message('hi')]);
    expect(decode([join(HI, HI)])).toEqual([message('hi'), message('hi')]);
    expect(decode([])).toEqual([]);
  });

  it('reads the length as little-endian', () => {
    const decoder = new FrameDecoder({ maxBytes: 0xffff_ffff });
    expect(decoder.push(Uint8Array.of(0x01, 0x02, 0, 0, ...new Uint8Array(0x200).fill(0x61)))).toEqual([]);
    expect(decoder.push(Uint8Array.of(0x61))).toEqual([message('a'.repeat(0x201))]);
  });

  it('survives a payload that is not UTF-8 and reads on', () => {
    const bad = Uint8Array.of(2, 0, 0, 0, 0xc3, 0x28);
    expect(decode([join(bad, HI)])).toEqual([
      { kind: 'malformed', reason: 'The frame is not valid UTF-8.' },
      message('hi'),
    ]);
  });

  it('refuses an oversized frame by its length alone, and then says nothing more', () => {
    const decoder = new FrameDecoder({ maxBytes: 4096 });
    expect(decoder.push(Uint8Array.of(0xff, 0xff, 0xff, 0xff))).toEqual([
      {
        kind: 'fatal',
        code: 'oversized',
        reason: 'A frame of 4294967295 bytes is over the limit of 4096 bytes.',
      },
    ]);
    expect(decoder.pending).toBe(false);
    expect(decoder.push(HI)).toEqual([]);
    expect(decoder.end()).toEqual([]);
  });

  it('accepts a frame of exactly the limit', () => {
    expect(decode([HI], 2)).toEqual([message('hi')]);
    expect(decode([HI], 1)).toMatchObject([{ kind: 'fatal', code: 'oversized' }]);
  });

  it('refuses an empty frame but delivers what came before it', () => {
    expect(decode([join(HI, Uint8Array.of(0, 0, 0, 0), HI)])).toEqual([
      message('hi'),
      { kind: 'fatal', code: 'empty', reason: 'A frame has the length 0.' },
    ]);
  });

  it('calls an end inside a prefix or a payload truncated, once', () => {
    for (let kept = 1; kept < HI.length; kept++) {
      const decoder = new FrameDecoder({ maxBytes: 10 });
      decoder.push(HI.subarray(0, kept));
      expect(decoder.pending).toBe(true);
      expect(decoder.end()).toMatchObject([{ kind: 'fatal', code: 'truncated' }]);
      expect(decoder.end()).toEqual([]);
      expect(decoder.push(HI)).toEqual([]);
    }
  });

  it('is pending only inside a frame', () => {
    const decoder = new FrameDecoder({ maxBytes: 10 });
    expect(decoder.pending).toBe(false);
    for (const byte of HI.subarray(0, -1)) {
      decoder.push(Uint8Array.of(byte));
      expect(decoder.pending).toBe(true);
    }
    decoder.push(HI.subarray(-1));
    expect(decoder.pending).toBe(false);
  });

  it('obeys a new limit from the next frame on', () => {
    const decoder = new FrameDecoder({ maxBytes: 2 });
    decoder.push(HI);
    decoder.maxBytes = 5;
    expect(decoder.push(encodeFrame('hello'))).toEqual([message('hello')]);
    decoder.push(HI.subarray(0, 4));
    decoder.maxBytes = 1;
    expect(decoder.push(HI.subarray(4))).toEqual([message('hi')]);
    expect(decoder.push(HI)).toMatchObject([{ kind: 'fatal', code: 'oversized' }]);
  });

  it('does not keep the memory of a chunk', () => {
    const decoder = new FrameDecoder({ maxBytes: 10 });
    const reused = HI.slice(0, 5);
    decoder.push(reused);
    reused.fill(0);
    expect(decoder.push(HI.subarray(5))).toEqual([message('hi')]);
  });

  it('reads a frame of 2 MiB that comes byte by byte in linear time', () => {
    const text = 'x'.repeat(2 * 1024 * 1024);
    const bytes = encodeFrame(text);
    const decoder = new FrameDecoder({ maxBytes: text.length });
    const last = bytes.length - 1;
    for (let i = 0; i < last; i++) decoder.push(bytes.subarray(i, i + 1));
    expect(decoder.push(bytes.subarray(last))).toEqual([message(text)]);
  });

  it('gives back what encodeFrame was given, in any split', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (texts, places) => {
          expect(decode(cut(join(...texts.map(encodeFrame)), places))).toEqual(texts.map(message));
        },
      ),
    );
  });

  it('gives the same events for garbage in any split, and never throws', () => {
    const smallPrefix = fc.tuple(fc.nat(6), fc.uint8Array({ maxLength: 6 }));
    const nearFrames = fc
      .array(smallPrefix)
      .map(frames => join(...frames.map(([n, b]) => join(Uint8Array.of(n, 0, 0, 0), b))));
    const garbage = fc.oneof(fc.uint8Array({ maxLength: 100 }), nearFrames);
    fc.assert(
      fc.property(garbage, fc.array(fc.nat(), { maxLength: 20 }), (bytes, places) => {
        expect(decode(cut(bytes, places), 5)).toEqual(decode([bytes], 5));
      }),
      { numRuns: 500 },
    );
  });
});
