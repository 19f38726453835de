import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseDecoder, type SseEvent } from './sse-decoder.js';
import { encodeSse, encodeSseComment } from './sse-encoder.js';

const event = (data: string, more: { event?: string; id?: string } = {}): SseEvent => ({
  kind: 'event',
  event: 'message',
  data,
  id: '',
  ...more,
});

function decode(chunks: Iterable<string>, maxEventBytes = 10_000): SseEvent[] {
  const decoder = new SseDecoder({ maxEventBytes });
  return [...chunks].flatMap(chunk => decoder.push(chunk));
}

function cut(text: string, places: number[]): string[] {
  const ends = [...places.map(place => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
}

/** The standard's rules once more, on the whole text at once. */
function reference(stream: string): SseEvent[] {
  const lines = stream.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  lines.pop();
  const events: SseEvent[] = [];
  let id = '';
  let type = '';
  let data = '';
  for (const line of lines) {
    if (line === '') {
      if (data !== '') events.push(event(data.slice(0, -1), { event: type || 'message', id }));
      data = '';
      type = '';
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (field === 'data') data += `${value}\n`;
    if (field === 'event') type = value;
    if (field === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}

describe('SseDecoder', () => {
  it('reads an event at its blank line', () => {
    expect(decode(['data: hi\n'])).toEqual([]);
    expect(decode(['data: hi\n\n'])).toEqual([event('hi')]);
    expect(decode(['event: endpoint\nid: 4\ndata:/x\n\n'])).toEqual([
      event('/x', { event: 'endpoint', id: '4' }),
    ]);
  });

  it('ends lines at LF, CR and CRLF, also where a CRLF is cut in two', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(decode([`data: a${end}data: b${end}${end}data: c${end}${end}`])).toEqual([
        event('a\nb'),
        event('c'),
      ]);
    }
    expect(decode(['data: a\r', '\ndata: b\r', '\n\r', '\n'])).toEqual([event('a\nb')]);
    expect(decode(['data: a\r\r'])).toEqual([event('a')]);
  });

  it('ignores a byte order mark at the start and only there', () => {
    expect(decode(['\ufeffdata: a\n\n\ufeffdata: b\n\ndata: c\n\n'])).toEqual([event('a'), event('c')]);
    expect(decode(['\ufeff', '\ufeffdata: a\n\n'])).toEqual([]);
  });

  it('skips comments, unknown fields and events without data', () => {
    expect(decode([': note\n\nevent: x\n\nfoo: bar\n\nDATA: no\n\n:\n\ndata: y\n\n'])).toEqual([event('y')]);
  });

  it('tells an empty data line from none', () => {
    expect(decode(['data\n\n'])).toEqual([event('')]);
    expect(decode(['data:\n\n'])).toEqual([event('')]);
    expect(decode(['data\ndata\n\n'])).toEqual([event('\n')]);
  });

  it('takes away one space after the colon and no more', () => {
    expect(decode(['data:  a \n\n'])).toEqual([event(' a ')]);
  });

  it('keeps the last id, ignores one with NUL and lets an empty one reset it', () => {
    const decoder = new SseDecoder({ maxEventBytes: 100 });
    expect(decoder.push('id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n')).toEqual([
      event('a', { id: '1' }),
      event('b', { id: '1' }),
    ]);
    decoder.push('id: 3\n');
    expect(decoder.lastEventId).toBe('1');
    decoder.push('\n');
    expect(decoder.lastEventId).toBe('3');
    decoder.push('id\n\n');
    expect(decoder.lastEventId).toBe('');
  });

  it('takes a retry of digits only', () => {
    const decoder = new SseDecoder({ maxEventBytes: 100 });
    decoder.push('retry: 12x\nretry: -1\nretry:\n');
    expect(decoder.retry).toBeUndefined();
    decoder.push('retry: 2500\n');
    expect(decoder.retry).toBe(2500);
  });

  it('stops at an event too large, after the events before it', () => {
    const fatal = { kind: 'fatal', reason: 'An event is over the limit of 10 bytes.' };
    expect(decode(['data: ok\n\ndata: 12345\n\ndata: ok\n\n'], 10)).toEqual([event('ok'), fatal]);
    expect(decode(['data:1\ndata:2\n\n', 'data: ok\n\n'], 10)).toEqual([fatal]);
    expect(decode(['x'.repeat(11), 'data: ok\n\n'], 10)).toEqual([fatal]);
    expect(decode(['data: 1234\n\n'], 10)).toEqual([event('1234')]);
  });

  it('counts the limit in bytes', () => {
    expect(decode(['data: éé\n\n'], 10)).toEqual([event('éé')]);
    expect(decode(['data: €€\n\n'], 10)).toMatchObject([{ kind: 'fatal' }]);
    expect(decode(['data: 😀\n\n'], 10)).toEqual([event('😀')]);
  });

  it('endures comments without end', () => {
    expect(decode([':123456789\n'.repeat(1000), 'data: ok\n\n'], 10)).toEqual([event('ok')]);
  });

  it('drops an unfinished event at the end', () => {
    const decoder = new SseDecoder({ maxEventBytes: 100 });
    decoder.push('data: a\n');
    decoder.end();
    expect(decoder.push('\n')).toEqual([]);
  });

  it('gives back what encodeSse was given, in any split', () => {
    const field = fc.string({ unit: 'binary' }).filter(text => !/[\r\n\0]/.test(text));
    const data = fc.string({
      unit: fc.oneof(fc.constantFrom('\n', ' ', ':', 'data'), fc.string({ unit: 'binary' })),
    });
    const fields = fc.record({ data: data.map(text => text.replaceAll('\r', '')), event: field, id: field });
    fc.assert(
      fc.property(fc.array(fields), fc.array(fc.nat()), (sent, places) => {
        const stream = sent.map(one => encodeSse(one) + encodeSseComment(one.data)).join('');
        expect(decode(cut(stream, places), 100_000)).toEqual(
          sent.map(one => event(one.data, { event: one.event || 'message', id: one.id })),
        );
      }),
    );
  });

  it('follows the standard on any text, in any split, and never throws', () => {
    const piece = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\n\n',
      ':',
      ' ',
      'data',
      'data:',
      'id: ',
      'event:',
      'a',
      '\0',
      '\ufeff',
      'é',
    );
    fc.assert(
      fc.property(
        fc.string({ unit: piece, maxLength: 60 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (text, places) => {
          expect(decode(cut(text, places))).toEqual(reference(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('hits the limit at the same event in any split', () => {
    const piece = fc.constantFrom('\n', '\r\n', '\n\n', ':', 'data:', 'data: 1\n\n', '😀', 'é', 'aaa');
    fc.assert(
      fc.property(
        fc.string({ unit: piece }),
        fc.array(fc.nat()),
        fc.integer({ min: 1, max: 20 }),
        (text, places, limit) => {
          expect(decode(cut(text, places), limit)).toEqual(decode([text], limit));
        },
      ),
      { numRuns: 500 },
    );
  });
});
