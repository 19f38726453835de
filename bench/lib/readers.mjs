/**
 * Split the bytes of a wire into messages. The readers only search text (one character per byte), so that the driver is fast
 * and clients of all wires are equally fast. The decoders of the product check and decode more.
 */

/** Messages with a length of four bytes, little-endian. */
export class FrameReader {
  #rest = '';

  push(buffer, length) {
    const text = this.#rest + buffer.toString('latin1', 0, length);
    const byte = index => text.charCodeAt(index);
    const messages = [];
    let at = 0;
    while (text.length - at >= 4) {
      const size = byte(at) + byte(at + 1) * 0x100 + byte(at + 2) * 0x1_0000 + byte(at + 3) * 0x100_0000;
      const end = at + 4 + size;
      if (text.length < end) break;
      messages.push(text.slice(at + 4, end));
      at = end;
    }
    this.#rest = text.slice(at);
    return messages;
  }
}

/** One message per line. */
export class LineReader {
  #rest = '';

  push(buffer, length) {
    const messages = (this.#rest + buffer.toString('latin1', 0, length)).split('\n');
    this.#rest = messages.pop() ?? '';
    return messages;
  }
}

const CHUNKED = -1;
const STATUS = 'HTTP/1.1 200 ';

/** Bodies of HTTP/1.1 responses, pipelined or not, with status 200 and a content-length or chunked. */
export class HttpReader {
  #rest = '';
  #lastHead = '';
  #framing = 0;
  #kept;
  /** The opening of a long body, and how many bytes are left out before its ending. */
  #opening;
  #leftOut = 0;

  /** Bytes of the last body, which may be more than its message has. */
  bodyBytes = 0;

  /** A body with a longer content-length loses its middle: only this many bytes of both ends are decoded, because more is slow. */
  constructor({ kept = Number.POSITIVE_INFINITY } = {}) {
    this.#kept = kept;
  }

  push(buffer, length) {
    const from = Math.min(this.#leftOut, length);
    this.#leftOut -= from;
    const text = this.#rest + buffer.toString('latin1', from, length);
    const messages = [];
    let at = 0;
    while (at < text.length) {
      if (this.#opening !== undefined) {
        if (text.length - at < this.#kept) break;
        messages.push(`${this.#opening}…${text.slice(at, at + this.#kept)}`);
        at += this.#kept;
        this.#opening = undefined;
        continue;
      }
      const headEnd = text.indexOf('\r\n\r\n', at);
      if (headEnd === -1) break;
      const start = headEnd + 4;
      const framing = this.#framingOf(text.slice(at, headEnd), text);
      const here = text.length - start;
      if (framing > 2 * this.#kept) {
        if (here < this.#kept) break;
        this.#opening = text.slice(start, start + this.#kept);
        this.bodyBytes = framing;
        at = start + Math.min(here, framing - this.#kept);
        this.#leftOut = framing - this.#kept - (at - start);
        continue;
      }
      if (here < framing) break;
      const { body, end } = framing === CHUNKED ? chunked(text, start) : sized(text, start, start + framing);
      if (body === undefined) break;
      messages.push(body);
      this.bodyBytes = body.length;
      at = end;
    }
    this.#rest = text.slice(at);
    const begun = STATUS.slice(0, this.#rest.length);
    if (this.#opening === undefined && !this.#rest.startsWith(begun)) refuse(text);
    return messages;
  }

  /** Heads repeat until the Date header changes. */
  #framingOf(head, text) {
    if (head === this.#lastHead) return this.#framing;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    const isChunked = !length && /\r\ntransfer-encoding: *chunked/i.test(head);
    if (!head.startsWith(STATUS) || !(length || isChunked)) refuse(text);
    this.#lastHead = head;
    this.#framing = isChunked ? CHUNKED : Number(length[1]);
    return this.#framing;
  }
}

function refuse(text) {
  throw new Error(`expected status 200 with a content-length or chunked, got: ${text.slice(0, 600)}`);
}

const sized = (text, start, end) => ({ body: text.slice(start, end), end });

/** No body if it has not arrived whole. */
function chunked(text, start) {
  let body = '';
  for (let at = start; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return {};
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (!(size >= 0)) throw new Error(`expected a chunk size, got: ${text.slice(at, lineEnd)}`);
    const end = lineEnd + 2 + size;
    if (text.length < end + 2) return {};
    if (size === 0) return { body, end: end + 2 };
    body += text.slice(lineEnd + 2, end);
    at = end + 2;
  }
}
