/** Reads HTTP/1.1 responses one at a time, with a content-length or chunked. It only searches text, so that the driver is fast. */
export class ResponseReader {
  #pending = '';
  #lastHead = '';
  #framing = { status: 0, length: 0 };

  get status() {
    return this.#framing.status;
  }

  pushBytes(buffer, length) {
    return this.push(buffer.toString('latin1', 0, length));
  }

  push(chunk) {
    const text = this.#pending === '' ? chunk : this.#pending + chunk;
    this.#pending = text;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const head = text.slice(0, headEnd);
    // Heads repeat until the Date header changes.
    if (head !== this.#lastHead) {
      this.#framing = framingOf(head);
      this.#lastHead = head;
    }
    const start = headEnd + 4;
    const { length } = this.#framing;
    if (length === CHUNKED) return this.#chunkedBody(text, start);
    const end = start + length;
    if (text.length < end) return undefined;
    this.#finish(text, end);
    return text.slice(start, end);
  }

  #chunkedBody(text, start) {
    let body = '';
    for (let at = start; ; ) {
      const lineEnd = text.indexOf('\r\n', at);
      if (lineEnd === -1) return undefined;
      const size = Number.parseInt(text.slice(at, lineEnd), 16);
      if (!(size >= 0)) throw new Error(`expected a chunk size, got: ${text.slice(at, lineEnd)}`);
      const end = lineEnd + 2 + size;
      if (text.length < end + 2) return undefined;
      if (size === 0) {
        this.#finish(text, end + 2);
        return body;
      }
      body += text.slice(lineEnd + 2, end);
      at = end + 2;
    }
  }

  #finish(text, end) {
    if (text.length > end) throw new Error(`${text.length - end} bytes beyond the response`);
    this.#pending = '';
  }
}

const CHUNKED = -1;

function framingOf(head) {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return { status, length: Number(length[1]) };
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: CHUNKED };
  throw new Error(`expected content-length or chunked framing, got: ${head}`);
}
