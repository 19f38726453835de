/** Reads long HTTP/1.1 responses. It keeps only both ends of a body, because decoding all of it would slow the driver. */
const KEPT_BYTES = 1_024;

export class AbridgingReader {
  #head = '';
  #opening = '';
  #ending = '';
  #missing = 0;
  #inBody = false;

  status = 0;
  bodyBytes = 0;

  pushBytes(buffer, length) {
    const from = this.#inBody ? 0 : this.#readHead(buffer, length);
    if (from === undefined) return undefined;
    this.#missing -= length - from;
    if (this.#missing < 0) throw new Error(`${-this.#missing} bytes beyond the response`);
    if (this.#opening.length < KEPT_BYTES) {
      const wanted = from + KEPT_BYTES - this.#opening.length;
      this.#opening += buffer.toString('latin1', from, Math.min(length, wanted));
    }
    if (this.#missing < KEPT_BYTES) {
      this.#ending += buffer.toString('latin1', Math.max(from, length - KEPT_BYTES), length);
    }
    return this.#missing === 0 ? this.#finish() : undefined;
  }

  #readHead(buffer, length) {
    const before = this.#head.length;
    this.#head += buffer.toString('latin1', 0, length);
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const framing = /\r\ncontent-length: *(\d+)/i.exec(this.#head.slice(0, end));
    if (!framing) throw new Error(`expected content-length framing, got: ${this.#head.slice(0, end)}`);
    this.status = Number(this.#head.slice(9, 12));
    this.bodyBytes = Number(framing[1]);
    this.#missing = this.bodyBytes;
    this.#inBody = true;
    this.#head = '';
    return end + 4 - before;
  }

  #finish() {
    const body = `${this.#opening}…${this.#ending}`;
    this.#inBody = false;
    this.#opening = '';
    this.#ending = '';
    return body;
  }
}
