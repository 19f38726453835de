import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineDecoder, type LineEvent } from './line-decoder.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const message = (text: string): LineEvent => ({ kind: 'message', text });
const notUtf8: LineEvent = { kind: 'malformed', reason: 'The line is not valid UTF-8.' };

function decode(chunks: Iterable<Uint8Array>, maxBytes = 10_000): LineEvent[] {
  const decoder = new LineDecoder({ maxBytes });
  const events: LineEvent[] = [];
  for (const chunk of chunks) events.push(...decoder.push(chunk));
  return [...events, ...decoder.end()];
}

function cut(whole: Uint8Array, places: number[]): Uint8Array[] {
  const ends = [...places.map(place => place % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return ends.map((end, i) => whole.slice(ends[i - 1] ?? 0, end));
}

describe('LineDecoder', () => {
  it('reads one message per line', () => {
    const decoder = new LineDecoder({ maxBytes: 100 });
    expect(decoder.push(bytes('{"a":1}\n{"b"'))).toEqual([message('{"a":1}')]);
    expect(decoder.push(bytes(':2}\n'))).toEqual([message('{"b":2}')]);
    expect(decoder.end()).toEqual([]);
  });

  it('takes away a trailing CR and skips blank lines', () => {
    expect(decode([bytes('a\r\n\r\n\n  \t\r\nb\r')])).toEqual([message('a'), message('b')]);
    expect(decode([bytes('a\rb\n')])).toEqual([message('a\rb')]);
  });

  it('delivers a last line that has no newline', () => {
    expect(decode([bytes('a\nb')])).toEqual([message('a'), message('b')]);
  });

  it('ignores a byte order mark before the first line only', () => {
    expect(decode([bytes('\ufeffa\n\ufeffb\n')])).toEqual([message('a'), message('\ufeffb')]);
    expect(decode([bytes('\ufeff\na\n')])).toEqual([message('a')]);
  });

  it('says that a line is not UTF-8 and reads on', () => {
    expect(decode([Uint8Array.of(0x61, 0xff, 0x0a, 0x62, 0x0a)])).toEqual([notUtf8, message('b')]);
    expect(decode([Uint8Array.of(0xe2, 0x82)])).toEqual([notUtf8]);
  });

  it('joins a character cut in two by a chunk', () => {
    const euro = bytes('€\n');
    expect(decode([euro.subarray(0, 1), euro.subarray(1)])).toEqual([message('€')]);
  });

  it('skips the rest of a line over the limit and reads on', () => {
    const tooLong: LineEvent = { kind: 'malformed', reason: 'A line is over the limit of 4 bytes.' };
    const decoder = new LineDecoder({ maxBytes: 4 });
    expect(decoder.push(bytes('1234\n1234'))).toEqual([message('1234')]);
    expect(decoder.push(bytes('5'))).toEqual([tooLong]);
    expect(decoder.push(bytes('6789012'))).toEqual([]);
    expect(decoder.push(bytes('3\nok\n12345\nok\n'))).toEqual([message('ok'), tooLong, message('ok')]);
    expect(decoder.push(bytes('12345'))).toEqual([tooLong]);
    expect(decoder.end()).toEqual([]);
  });

  it('says nothing after its end', () => {
    const decoder = new LineDecoder({ maxBytes: 10 });
    decoder.push(bytes('a'));
    expect(decoder.end()).toEqual([message('a')]);
    expect(decoder.end()).toEqual([]);
    expect(decoder.push(bytes('b\n'))).toEqual([]);
  });

  it('does not keep the memory of a chunk', () => {
    const decoder = new LineDecoder({ maxBytes: 10 });
    const reused = bytes('abc');
    decoder.push(reused);
    reused.fill(0);
    expect(decoder.push(bytes('\n'))).toEqual([message('abc')]);
  });

  it('reads a line of 2 MiB that comes byte by byte in linear time', () => {
    const text = 'x'.repeat(2 * 1024 * 1024);
    const decoder = new LineDecoder({ maxBytes: text.length });
    const x = bytes('x');
    for (let i = 0; i < text.length; i++) decoder.push(x);
    expect(decoder.push(bytes('\n'))).toEqual([message(text)]);
  });

  it('gives back any lines, in any split', () => {
    const line = fc.string({ unit: 'binary', minLength: 1 }).map(text => `{${text.replaceAll('\n', '')}}`);
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), fc.constantFrom('\n', '\r\n'), (lines, places, end) => {
        const stream = bytes(lines.map(text => text + end).join(''));
        expect(decode(cut(stream, places))).toEqual(lines.map(message));
      }),
    );
  });

  it('gives the same events for garbage in any split, and never throws', () => {
    const byte = fc.constantFrom(0x0a, 0x0d, 0x20, 0x61, 0x62, 0xef, 0xbb, 0xbf, 0xff);
    const garbage = fc.array(byte, { maxLength: 80 }).map(list => Uint8Array.from(list));
    fc.assert(
      fc.property(
        garbage,
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 10 }),
        (whole, places, limit) => {
          expect(decode(cut(whole, places), limit)).toEqual(decode([whole], limit));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
