// Byte streams of a client: valid ones, invalid ones, and valid ones with one defect.
import { encodeFrame } from '@worldwire/protocol';

/** The longest payload in these streams. A longer length must be refused. */
export const LIMIT = 2_048;

const encoder = new TextEncoder();

/** Pseudo-random numbers: the same seed gives the same streams. */
export class Dice {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A whole number below `max`. */
  below(max) {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max;
  }

  one(list) {
    return list[this.below(list.length)];
  }

  bytes(length) {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

/** One client's stream. */
export function stream(dice) {
  const parts = Array.from({ length: 1 + dice.below(6) }, () => part(dice));
  const whole = Buffer.concat(parts);
  const change = dice.below(8);
  if (change === 0) return whole.subarray(0, dice.below(whole.length + 1));
  if (change === 1 && whole.length > 0) whole[dice.below(whole.length)] ^= 1 << dice.below(8);
  return whole;
}

/** The same bytes in pieces. */
export function* chunks(bytes, dice) {
  const largest = dice.one([1, 3, 7, 64, 1_500]);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + dice.below(largest);
    yield bytes.subarray(at, end);
    at = end;
  }
}

function part(dice) {
  const kind = dice.below(16);
  if (kind < 9) return encodeFrame(message(dice));
  if (kind < 12) return encodeFrame(broken(message(dice), dice));
  if (kind === 12) return framed(dice.bytes(1 + dice.below(40)));
  if (kind === 13) return dice.bytes(dice.below(40));
  if (kind === 14)
    return prefixed(dice.one([0, 1, LIMIT, LIMIT + 1, 0x7fff_ffff, 0xffff_ffff]), dice.bytes(9));
  return framed(encoder.encode(message(dice)).subarray(1 + dice.below(9)));
}

function message(dice) {
  const id = JSON.stringify(
    dice.one([1, 2, -7, 0, 'a', 'é東🚀', '', 2 ** 40, null, 1.5, {}, 'x'.repeat(50)]),
  );
  const method = dice.one([
    'ping',
    'initialize',
    'tools/list',
    'tools/call',
    'transport.healthCheck',
    'session.authenticate',
    'notifications/initialized',
    'no/such',
    '__proto__',
  ]);
  const params = dice.one([
    '{}',
    'null',
    '[]',
    '[1]',
    '"text"',
    '7',
    '{"protocolVersion":"2025-11-25","capabilities":{}}',
    '{"name":"echo","arguments":{"mark":"m"}}',
    '{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}',
    `{"deep":${'['.repeat(dice.below(80))}}`,
    `{"long":"${'y'.repeat(dice.below(LIMIT))}"}`,
  ]);
  return dice.one([
    `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`,
    `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`,
    `{"jsonrpc":"2.0","method":"${method}","params":${params}}`,
    `{"jsonrpc":"2.0","id":${id},"result":${params}}`,
    `{"jsonrpc":"2.0","id":${id},"error":${params},"result":{}}`,
    `[{"jsonrpc":"2.0","id":${id},"method":"${method}"}]`,
    params,
  ]);
}

/** Valid but for one defect. */
function broken(text, dice) {
  const at = dice.below(text.length + 1);
  const cut = dice.below(5);
  const between = dice.one(['', '"', '{', '}', '\\', '\u0000', '\ud800', '\ufeff', '"id":1,', ' ', '\n']);
  return `${text.slice(0, at)}${between}${text.slice(at + cut)}` || '?';
}

function framed(payload) {
  return prefixed(payload.length, payload);
}

function prefixed(length, payload) {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(length);
  return Buffer.concat([prefix, payload]);
}
