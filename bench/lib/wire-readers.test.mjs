import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameReader, LineReader, ResponsesReader } from './wire-readers.mjs';

const MESSAGES = ['{"id":1}', `{"id":2,"text":"${'long '.repeat(80)}"}`, '{}'];
const response = body => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const frame = body => `${String.fromCharCode(body.length & 0xff, body.length >> 8, 0, 0)}${body}`;

const WIRES = [
  { name: 'frames', reader: () => new FrameReader(), encode: frame },
  { name: 'lines', reader: () => new LineReader(), encode: body => `${body}\n` },
  { name: 'HTTP responses', reader: () => new ResponsesReader(), encode: response },
];

for (const { name, reader, encode } of WIRES) {
  test(`${name} are cut the same way wherever the chunks end`, () => {
    const text = MESSAGES.map(encode).join('');
    assert.deepEqual(reader().push(text), MESSAGES);
    for (let size = 1; size < text.length; size += 7) {
      const wire = reader();
      const read = [];
      for (let at = 0; at < text.length; at += size) read.push(...wire.push(text.slice(at, at + size)));
      assert.deepEqual(read, MESSAGES);
    }
  });
}

test('throws for a refused response and for one without a length', () => {
  assert.throws(() => new ResponsesReader().push('HTTP/1.1 429 No\r\ncontent-length: 0\r\n\r\n'), /429/);
  assert.throws(() => new ResponsesReader().push('HTTP/1.1 200 OK\r\n\r\n'), /content-length/);
});
