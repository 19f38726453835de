import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSse, encodeSseComment } from './sse-encoder.js';

describe('encodeSse', () => {
  it('writes one data line for one line of data', () => {
    expect(encodeSse({ data: '{"a":1}' })).toBe('data: {"a":1}\n\n');
    expect(encodeSse({ data: '' })).toBe('data: \n\n');
  });

  it('writes event, id and retry before the data', () => {
    expect(encodeSse({ data: 'x', event: 'message', id: '7', retry: 1000 })).toBe(
      'event: message\nid: 7\nretry: 1000\ndata: x\n\n',
    );
    expect(encodeSse({ id: '7' })).toBe('id: 7\n\n');
  });

  it('splits data at every kind of line end', () => {
    expect(encodeSse({ data: 'a\nb\rc\r\nd\n\re' })).toBe(
      'data: a\ndata: b\ndata: c\ndata: d\ndata: \ndata: e\n\n',
    );
    expect(encodeSse({ data: '\n' })).toBe('data: \ndata: \n\n');
  });

  it('leaves U+2028 and NUL in data alone, for they end no line', () => {
    expect(encodeSse({ data: 'a\u2028b\0' })).toBe('data: a\u2028b\0\n\n');
  });

  it('throws for an id or an event that could start a new line', () => {
    for (const bad of ['a\nb', 'a\r', '\r\ndata: x']) {
      expect(() => encodeSse({ id: bad })).toThrow(RangeError);
      expect(() => encodeSse({ event: bad })).toThrow(RangeError);
    }
    expect(() => encodeSse({ id: 'a\0' })).toThrow(RangeError);
  });

  it('throws for a retry that is not a whole number of milliseconds', () => {
    for (const bad of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21]) {
      expect(() => encodeSse({ retry: bad })).toThrow(RangeError);
    }
  });

  it('lets no data begin a line of its own', () => {
    const data = fc.string({ unit: fc.constantFrom('\r', '\n', 'd', ':', ' ', 'id: 1') });
    fc.assert(
      fc.property(data, data => {
        const lines = encodeSse({ data }).split(/\r\n|\r|\n/);
        expect(lines.splice(-2)).toEqual(['', '']);
        for (const line of lines) expect(line).toMatch(/^data: /);
      }),
    );
  });
});

describe('encodeSseComment', () => {
  it('writes lines that begin with a colon', () => {
    expect(encodeSseComment()).toBe(':\n\n');
    expect(encodeSseComment('keep-alive')).toBe(': keep-alive\n\n');
    expect(encodeSseComment('a\rdata: b')).toBe(': a\n: data: b\n\n');
  });
});
