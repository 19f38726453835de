import { describe, expect, it } from 'vitest';
import { FrameDecoder } from '../codecs/frame-decoder.js';
import { encodeFrame } from '../codecs/frame-encoder.js';
import { parseJson } from '../text/json.js';
import { encodeError, encodeResult, readMessage } from './json-rpc.js';

/** The messages of the framed protocol's document, byte by byte as they travel. */

function frame(text: string): Uint8Array {
  const payload = new TextEncoder().encode(text);
  const bytes = new Uint8Array(4 + payload.length);
  new DataView(bytes.buffer).setUint32(0, payload.length, true);
  bytes.set(payload, 4);
  return bytes;
}

function receive(...chunks: Uint8Array[]) {
  const decoder = new FrameDecoder({ maxBytes: 1_000 });
  const events = chunks.flatMap(chunk => decoder.push(chunk));
  return [...events, ...decoder.end()].map(event => {
    if (event.kind !== 'message') return event.kind === 'fatal' ? event.code : event.kind;
    const parsed = parseJson(event.text);
    return parsed.ok ? readMessage(parsed.value) : parsed.reason;
  });
}

const AUTHENTICATE = '{"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":{"token":"SECRET"}}';
const HEALTH = '{"jsonrpc":"2.0","id":2,"method":"transport.healthCheck","params":null}';

describe('a JSON-RPC message in a frame', () => {
  it('[FRAME-1.1] [FRAME-1.2] follows a little-endian length of four bytes that counts its UTF-8', () => {
    expect(encodeFrame(HEALTH)).toEqual(frame(HEALTH));
    const accented = encodeResult(2, { status: 'prêt' });
    expect(encodeFrame(accented)).toEqual(frame(accented));
    expect(encodeFrame(accented)[0]).toBe(accented.length + 1);
  });

  it('[FRAME-1.3] is exactly as long as its prefix says, and the next frame begins after it', () => {
    const both = [
      { kind: 'request', id: 1, method: 'session.authenticate', params: { token: 'SECRET' } },
      { kind: 'request', id: 2, method: 'transport.healthCheck', params: {} },
    ];
    const bytes = Uint8Array.from([...frame(AUTHENTICATE), ...frame(HEALTH)]);
    expect(receive(bytes)).toEqual(both);
    expect(receive(...Array.from(bytes, byte => Uint8Array.of(byte)))).toEqual(both);
  });

  it('[FRAME-1.4] that ends too early is a protocol error, wherever it ends', () => {
    const bytes = frame(HEALTH);
    for (let kept = 1; kept < bytes.length; kept++) {
      expect(receive(bytes.subarray(0, kept))).toEqual(['truncated']);
    }
    expect(receive(frame(AUTHENTICATE), bytes.subarray(0, 9))).toEqual([
      expect.objectContaining({ id: 1 }),
      'truncated',
    ]);
  });

  it('[FRAME-2.2] [FRAME-2.3] is answered under its own id, without a method', () => {
    expect(receive(encodeFrame(encodeResult(1, { sessionId: 'abc123' })))).toEqual([
      { kind: 'response', id: 1, result: { sessionId: 'abc123' } },
    ]);
    const refused = { code: 1000, message: 'Authentication failed' };
    expect(receive(encodeFrame(encodeError(1, refused)))).toEqual([
      { kind: 'response', id: 1, error: refused },
    ]);
    for (const text of [encodeResult(1, {}), encodeError(1, refused)]) {
      expect(JSON.parse(text)).not.toHaveProperty('method');
    }
  });
});
