/** Split the bytes of a wire (one character per byte) into messages. All only search text, so that clients of all wires are equally fast. */
const PREFIX = 4;

/** Messages with a length of four bytes, little-endian. */
export class FrameReader {
  #rest = '';

  push(chunk) {
    const text = this.#rest === '' ? chunk : this.#rest + chunk;
    const messages = [];
    let at = 0;
    while (text.length - at >= PREFIX) {
      const end = at + PREFIX + lengthAt(text, at);
      if (text.length < end) break;
      messages.push(text.slice(at + PREFIX, end));
      at = end;
    }
    this.#rest = text.slice(at);
    return messages;
  }
}

/** One message per line. */
export class LineReader {
  #rest = '';

  push(chunk) {
    const messages = (this.#rest + chunk).split('\n');
    this.#rest = messages.pop() ?? '';
    return messages;
  }
}

/** Bodies of pipelined HTTP/1.1 responses with status 200 and a content-length. */
export class ResponsesReader {
  #rest = '';
  #lastHead = '';
  #lastLength = 0;

  push(chunk) {
    const text = this.#rest === '' ? chunk : this.#rest + chunk;
    const messages = [];
    let at = 0;
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n', at);
      if (headEnd === -1) break;
      const start = headEnd + 4;
      const end = start + this.#lengthBy(text.slice(at, headEnd));
      if (text.length < end) break;
      messages.push(text.slice(start, end));
      at = end;
    }
    this.#rest = text.slice(at);
    return messages;
  }

  /** Heads repeat until the Date header changes. */
  #lengthBy(head) {
    if (head === this.#lastHead) return this.#lastLength;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (!head.startsWith('HTTP/1.1 200 ') || !length) {
      throw new Error(`expected status 200 with a content-length, got: ${head}`);
    }
    this.#lastHead = head;
    this.#lastLength = Number(length[1]);
    return this.#lastLength;
  }
}

function lengthAt(text, at) {
  const byte = index => text.charCodeAt(at + index);
  return byte(0) + byte(1) * 0x100 + byte(2) * 0x1_0000 + byte(3) * 0x100_0000;
}
