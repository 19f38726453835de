/**
 * Cut what arrives on a wire into messages, any number at a time. Text in (one character per byte), texts out, no I/O.
 * Each does its work by searching in the text, so that no wire has a client that costs more than that of another.
 */

const PREFIX = 4;

/** Messages behind their length in four bytes, the lowest first. */
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

/** One message on each line. */
export class LineReader {
  #rest = '';

  push(chunk) {
    const messages = (this.#rest + chunk).split('\n');
    this.#rest = messages.pop() ?? '';
    return messages;
  }
}

/** Bodies of HTTP/1.1 responses that follow each other, all of them with status 200 and a content-length. */
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

  /** Heads repeat from one response to the next until the Date header moves on. */
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
