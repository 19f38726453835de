import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameReader, HttpReader, LineReader } from './readers.mjs';

const MESSAGES = ['{"id":1}', `{"id":2,"text":"${'long '.repeat(80)}"}`, '{}'];
const LONG = `{"opening":1,${'x'.repeat(5_000)},"ending":2}`;
const KEPT = 1_000;
const sized = body => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunk = text => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunked = body =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk(body.slice(0, 1))}${chunk(body.slice(1))}${chunk('')}`;
const framed = body => `${String.fromCharCode(body.length & 0xff, body.length >> 8, 0, 0)}${body}`;
const ABRIDGED = `${LONG.slice(0, KEPT)}…${LONG.slice(-KEPT)}`;
const ENDS = [ABRIDGED, '{}', ABRIDGED];

function pushAll(reader, text, step) {
  const bytes = Buffer.from(text, 'latin1');
  const found = [];
  for (let at = 0; at < bytes.length; at += step) {
    const part = bytes.subarray(at, at + step);
    found.push(...reader.push(part, part.length));
  }
  return found;
}

for (const [name, make, encode, messages, read = messages] of [
  ['frames', () => new FrameReader(), framed, MESSAGES],
  ['lines', () => new LineReader(), body => `${body}\n`, MESSAGES],
  ['responses with a content-length', () => new HttpReader(), sized, MESSAGES],
  ['chunked responses', () => new HttpReader(), chunked, MESSAGES],
  ['long bodies', () => new HttpReader(), sized, [LONG, ...MESSAGES]],
  ['the ends of long bodies', () => new HttpReader({ kept: KEPT }), sized, [LONG, '{}', LONG], ENDS],
]) {
  test(`${name} are read the same way wherever the chunks end`, () => {
    const text = messages.map(encode).join('');
    const steps = [...Array(60).keys(), KEPT - 1, KEPT, KEPT + 1, 4_999].map(step => step + 1);
    for (const step of [...steps, text.length])
      assert.deepEqual(pushAll(make(), text, step), read, `steps of ${step}`);
  });
}

test('the length of a body is known although it is abridged', () => {
  const reader = new HttpReader({ kept: KEPT });
  for (const body of [LONG, '{}']) {
    pushAll(reader, sized(body), 500);
    assert.equal(reader.bodyBytes, body.length);
  }
});

for (const [what, text, error] of [
  ['bytes beyond a response', `${sized('{}')}x`, /expected status 200.*x$/s],
  ['a refused response', 'HTTP/1.1 429 No\r\ncontent-length: 4\r\n\r\ngone', /429 No.*gone/s],
  ['a response without framing', 'HTTP/1.1 200 OK\r\n\r\n', /content-length or chunked/],
  ['a chunk without a size', chunked('{}').replace('1\r\n{', 'zz\r\n{'), /expected a chunk size, got: zz/],
]) {
  test(`${what} is an error`, () => assert.throws(() => pushAll(new HttpReader(), text, 1_000), error));
}
