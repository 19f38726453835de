import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AbridgingReader } from './abridging-reader.mjs';

const BODY = `{"opening":1,${'x'.repeat(5_000)},"ending":2}`;
const RESPONSE = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`);

function pushAll(reader, bytes, step) {
  const found = [];
  for (let at = 0; at < bytes.length; at += step) {
    const chunk = bytes.subarray(at, at + step);
    found.push(reader.pushBytes(chunk, chunk.length));
  }
  return found;
}

test('keeps both ends of a body in any chunks, and its length', () => {
  const reader = new AbridgingReader();
  for (const step of [1, 3, 7, 50, 1_023, 1_024, 1_025, 4_999, RESPONSE.length]) {
    const found = pushAll(reader, RESPONSE, step);
    const body = found.pop();
    assert.ok(found.every(part => part === undefined));
    assert.ok(body?.startsWith(BODY.slice(0, 1_024)), `opening in steps of ${step}`);
    assert.ok(body?.endsWith(BODY.slice(-1_000)), `ending in steps of ${step}`);
    assert.deepEqual([reader.status, reader.bodyBytes], [200, BODY.length]);
  }
});

test('keeps a short body whole', () => {
  const reader = new AbridgingReader();
  const [body] = pushAll(reader, Buffer.from('HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\ngone'), 100);
  assert.match(String(body), /^gone/);
  assert.equal(reader.status, 404);
});

test('refuses bytes beyond a response, and a response without a length', () => {
  assert.throws(
    () => pushAll(new AbridgingReader(), Buffer.concat([RESPONSE, Buffer.from('x')]), 9_000),
    /1 bytes beyond/,
  );
  const chunked = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  assert.throws(() => pushAll(new AbridgingReader(), chunked, 100), /expected content-length/);
});
