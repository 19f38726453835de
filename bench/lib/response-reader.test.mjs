import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseReader } from './response-reader.mjs';

const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"id":1234}';
const CHUNKED =
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\ndata:\r\nc\r\n {"id":1234}\r\n0\r\n\r\n';

for (const [name, bytes, body] of [
  ['content-length', SIZED, '{"id":1234}'],
  ['chunked', CHUNKED, 'data: {"id":1234}'],
]) {
  test(`reads a ${name} response however it is split`, () => {
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const reader = new ResponseReader();
        const parts = [bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second)];
        const bodies = parts
          .filter(Boolean)
          .map(part => reader.push(part))
          .filter(found => found !== undefined);
        assert.deepEqual(bodies, [body]);
        assert.equal(reader.status, 200);
      }
    }
  });
}

test('reads one response after the other', () => {
  const reader = new ResponseReader();
  assert.equal(reader.push(SIZED), '{"id":1234}');
  assert.equal(reader.push(SIZED.replace('200 OK', '404 Not Found')), '{"id":1234}');
  assert.equal(reader.status, 404);
  assert.equal(reader.push(CHUNKED), 'data: {"id":1234}');
});

test('refuses bytes beyond a response, and a response without framing', () => {
  assert.throws(() => new ResponseReader().push(`${SIZED}x`), /1 bytes beyond/);
  assert.throws(() => new ResponseReader().push('HTTP/1.1 200 OK\r\n\r\n'), /content-length or chunked/);
  assert.throws(() => new ResponseReader().push(CHUNKED.replace('5\r\n', 'zz\r\n')), /chunk size/);
});
